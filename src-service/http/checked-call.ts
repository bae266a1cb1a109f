// Reads what was sent with a call by the endpoint's schemas. What does not fit is a 400 that names its fields.
import type { IncomingHttpHeaders } from 'node:http'
import type * as z from 'zod'
import { endpoints, fieldPath } from '../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName } from '../../shared/workshop-api/index.ts'
import { reachOf } from '../keys/key-ring.ts'
import { Failure, invalid } from './failure.ts'
import type { Passed } from './gate.ts'
import { readIfMatch } from './if-match.ts'
import type { Call } from './operation.ts'
import { originOf } from './origin.ts'
import { saidOf } from './said-of-issue.ts'

export interface Sent {
  params: unknown
  query: unknown
  body: unknown
  headers: IncomingHttpHeaders
  socket: { localPort?: number | undefined }
}

/**
 * A call as its operation wants it. `reachedAt` is where others reach the service, null where only the call itself tells. Throws a
 * `Failure`: 400 for query, body and `If-Match`, 404 for an id that can name nothing.
 */
export function checkedCall<Name extends EndpointName>(
  name: Name,
  passed: Passed,
  sent: Sent,
  reachedAt: string | null,
): Call<Name>
export function checkedCall(name: EndpointName, { key, nowMs }: Passed, sent: Sent, reachedAt: string | null): unknown {
  const endpoint: Endpoint = endpoints[name]
  const query = checkedQuery(endpoint.query, sent.query)
  const body = endpoint.body === null ? undefined : checked(endpoint.body, sent.body, wholes[endpoint.bodyMedia])
  const ifMatch = endpoint.ifMatch ? readIfMatch(sent.headers['if-match']) : undefined
  const params = checkedParams(endpoint.params, sent.params)
  const origin = () => reachedAt ?? originOf(sent.headers, sent.socket.localPort)
  return { key, reach: reachOf(key), nowMs, origin, params, query, body, ifMatch }
}

/** What is said of a body that is wrong as a whole. */
const wholes: Readonly<Record<Endpoint['bodyMedia'], string>> = {
  'application/json': 'Innholdet må være et JSON-objekt.',
  'multipart/form-data': 'Innholdet må være et skjema (multipart/form-data) med delene fil og type.',
}

const unasked = new WeakMap<z.ZodType, unknown>()

/** What a call that asks for nothing in particular gets is read once. */
function checkedQuery(schema: z.ZodType, query: unknown): unknown {
  if (typeof query !== 'object' || query === null || Object.keys(query).length > 0) return checked(schema, query)
  const usual = unasked.get(schema) ?? checked(schema, query)
  unasked.set(schema, usual)
  return usual
}

function checked(schema: z.ZodType, value: unknown, whole?: string): unknown {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const said = new Map<string, string>()
  for (const issue of result.error.issues) {
    const fields =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => fieldPath([...issue.path, key]))
        : [fieldPath(issue.path)]
    for (const field of fields) if (field !== '' && !said.has(field)) said.set(field, saidOf(issue))
  }
  throw said.size > 0 ? invalid([...said.keys()], inWords(said)) : invalid([], whole)
}

/** As many as a person reads; all of them are in `fields`. */
const mostExplained = 5

function inWords(said: ReadonlyMap<string, string>): string {
  const first = [...said].slice(0, mostExplained).map(([field, words]) => `${field.slice(0, 200)} ${words}`)
  const more = said.size - first.length
  return `Ugyldig forespørsel: ${first.join('; ')}${more > 0 ? `; og ${more} felt til` : ''}.`
}

function checkedParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (!result.success) throw new Failure('not_found')
  return result.data
}
