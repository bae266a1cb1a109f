// The machine-readable description of the service (OpenAPI 3.1), made from the table of operations and their schemas. Pure.
import { endpoints } from '../endpoints/index.ts'
import type { Endpoint } from '../endpoints/index.ts'
import { changes } from './changes.ts'
import { headerComponents, operationOf } from './operations.ts'
import { schemas } from './schemas.ts'
import type { Json } from './schemas.ts'
import { tags } from './words.ts'

const about = [
  'Orders, customers, projects, production and events of a sheet-metal workshop. Each workshop makes its own keys; a key is sent in',
  'the header Authorization and never in the address. Millimetres, degrees, kilonewtons and øre; instants are ISO 8601 in UTC, dates',
  'are days in the workshop’s own calendar. Answers may get new fields: pass over what you do not know. A field that is sent and is',
  'not known here is refused. The marks x-class, x-scope, x-key-kinds and x-modules say which limit an operation counts against and',
  'what a key needs for it. A free sandbox with test data and a test key of its own comes from a one-time link, which the page',
  '`/sandkasse` of the same host sends to an e-mail address.',
].join(' ')

/** The description as JSON. `basePath` is where the operations lie, seen from the address that the description is fetched at. */
export function describeService(basePath: string): Json {
  const to = schemas()
  const table: [string, Endpoint][] = Object.entries(endpoints)
  const operations = table.map(([name, endpoint]) => ({
    path: endpoint.path,
    method: endpoint.method.toLowerCase(),
    operation: operationOf(name, endpoint, to),
  }))
  const paths = Object.fromEntries(
    Object.entries(Object.groupBy(operations, ({ path }) => path)).map(([path, here = []]) => [
      path,
      Object.fromEntries(here.map(({ method, operation }) => [method, operation])),
    ]),
  )
  const used = new Set(operations.flatMap(({ operation }) => operation['tags']))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workshop order service',
      version: changes[0].version,
      description: about,
      contact: { name: 'The workshop that made the key' },
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
