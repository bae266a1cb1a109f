// The OpenAPI 3.1 document of the service, generated from the endpoints and their schemas. Pure.
import { endpoints } from '../endpoints/index.ts'
import type { Endpoint } from '../endpoints/index.ts'
import { changes } from './changes.ts'
import { headerComponents, operationOf } from './operations.ts'
import { schemas } from './schemas.ts'
import type { Json } from './schemas.ts'
import { tags } from './operation-texts.ts'

const introduction = [
  'Orders, customers, projects, production and events of a sheet-metal workshop. Each workshop creates its own keys. Send the key in',
  'the Authorization header, never in the address. Units are millimetres, degrees, kilonewtons and øre. Timestamps are ISO 8601 in',
  'UTC; dates are days in the time zone of the workshop. Responses may get new fields: ignore the fields that you do not know. The',
  'service rejects requests with unknown fields. The extensions x-class, x-scope, x-key-kinds and x-modules state the limit that an',
  'operation counts against and what a key needs for it. The page `/sandkasse` of the same host sends a one-time link to an e-mail',
  'address; the link creates a free sandbox with test data and its own test key.',
].join(' ')

/** The document as JSON. `basePath` is the path of the operations, relative to the address of the document. */
export function describeService(basePath: string): Json {
  const to = schemas()
  const table: [string, Endpoint][] = Object.entries(endpoints)
  const operations = table.map(([name, endpoint]) => ({
    path: endpoint.path,
    method: endpoint.method.toLowerCase(),
    operation: operationOf(name, endpoint, to),
  }))
  const paths = Object.fromEntries(
    Object.entries(Object.groupBy(operations, ({ path }) => path)).map(([path, ofPath = []]) => [
      path,
      Object.fromEntries(ofPath.map(({ method, operation }) => [method, operation])),
    ]),
  )
  const used = new Set(operations.flatMap(({ operation }) => operation['tags']))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workshop order service',
      version: changes[0].version,
      description: introduction,
      contact: { name: 'The workshop that created the key' },
      'x-changes': changes,
    },
    servers: [{ url: basePath }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
      .map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of the workshop: `svc_test_…` for test data, `svc_live_…` for live data.',
        },
      },
      headers: headerComponents,
      schemas: to.components(),
    },
  }
}
