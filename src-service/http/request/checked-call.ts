// Parses what was sent with a call by the endpoint's schemas. Invalid input is a 400 that names its fields.
import type { IncomingHttpHeaders } from 'node:http'
import type * as z from 'zod'
import { endpoints, fieldPath } from '../../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName } from '../../../shared/workshop-api/index.ts'
import { accessScopeOf } from '../../keys/index.ts'
import { Failure, invalid } from '../../operation/index.ts'
import type { Call } from '../../operation/index.ts'
import type { AuthorizedCall } from '../gate.ts'
import { originOf } from '../origin.ts'
import { describeIssue } from './field-problem.ts'

export interface RequestData {
  params: unknown
  query: unknown
  body: unknown
  headers: IncomingHttpHeaders
  socket: { localPort?: number | undefined }
}

/**
 * The call as its operation receives it. `publicOrigin` is null if addresses use the origin of the call. Throws a `Failure`: 400 for
 * query, body and `If-Match`, 404 for an invalid id in the path.
 */
export function checkedCall<Name extends EndpointName>(
  name: Name,
  passed: AuthorizedCall,
  request: RequestData,
  publicOrigin: string | null,
): Call<Name>
export function checkedCall(
  name: EndpointName,
  { key, nowMs }: AuthorizedCall,
  request: RequestData,
  publicOrigin: string | null,
): unknown {
  const endpoint: Endpoint = endpoints[name]
  const query = checkedQuery(endpoint.query, request.query)
  const body =
    endpoint.body === null ? undefined : checkedValue(endpoint.body, request.body, bodyMessages[endpoint.bodyMedia])
  const ifMatch = endpoint.ifMatch ? readIfMatch(request.headers['if-match']) : undefined
  const params = checkedParams(endpoint.params, request.params)
  const origin = () => publicOrigin ?? originOf(request.headers, request.socket.localPort)
  return { key, accessScope: accessScopeOf(key), nowMs, origin, params, query, body, ifMatch }
}

/** The message for a body that is invalid as a whole. */
const bodyMessages: Readonly<Record<Endpoint['bodyMedia'], string>> = {
  'application/json': 'Innholdet må være et JSON-objekt.',
  'multipart/form-data': 'Innholdet må være et skjema (multipart/form-data) med delene fil og type.',
}

const emptyQueries = new WeakMap<z.ZodType, unknown>()

/** The result for an empty query is cached. */
function checkedQuery(schema: z.ZodType, query: unknown): unknown {
  if (typeof query !== 'object' || query === null || Object.keys(query).length > 0) return checkedValue(schema, query)
  const defaults = emptyQueries.get(schema) ?? checkedValue(schema, query)
  emptyQueries.set(schema, defaults)
  return defaults
}

function checkedValue(schema: z.ZodType, value: unknown, wholeMessage?: string): unknown {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const problems = new Map<string, string>()
  for (const issue of result.error.issues) {
    const fields =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => fieldPath([...issue.path, key]))
        : [fieldPath(issue.path)]
    for (const field of fields) if (field !== '' && !problems.has(field)) problems.set(field, describeIssue(issue))
  }
  throw problems.size > 0 ? invalid([...problems.keys()], problemMessage(problems)) : invalid([], wholeMessage)
}

/** The message explains the first of them; `fields` contains all. */
const maxExplained = 5

function problemMessage(problems: ReadonlyMap<string, string>): string {
  const first = [...problems]
    .slice(0, maxExplained)
    .map(([field, description]) => `${field.slice(0, 200)} ${description}`)
  const more = problems.size - first.length
  return `Ugyldig forespørsel: ${first.join('; ')}${more > 0 ? `; og ${more} felt til` : ''}.`
}

function checkedParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (!result.success) throw new Failure('not_found')
  return result.data
}

const versionTag = /^"v([1-9]\d{0,14})"$/

/** The version that the caller changes, in the form `"v7"` with quotation marks (specification 4.1). The gate has refused a missing header. */
function readIfMatch(header: string | undefined): number {
  const version = versionTag.exec(header ?? '')?.[1]
  if (version === undefined) throw invalid(['If-Match'], 'If-Match skal være versjonen i anførselstegn: "v7".')
  return Number(version)
}
