// Converts one endpoint into an OpenAPI operation: parameters, body, responses and requirements. Pure.
import * as z from 'zod'
import type { Endpoint } from '../endpoints/index.ts'
import type { ErrorCode } from '../errors.ts'
import { idempotency } from '../limits.ts'
import { errorAnswers, errorCodesOf, meaningOf } from './error-answers.ts'
import { capitalised } from './schemas.ts'
import type { Json, Schemas } from './schemas.ts'
import { operationTextOf, parameterTextOf } from './operation-texts.ts'

/** The response headers, by component name. */
export const headerComponents: Json = {
  RequestId: {
    description: 'Identifies this call. The body of an error contains the same id.',
    required: true,
    schema: { type: 'string', pattern: '^req_\\w+$' },
  },
  RateLimit: {
    description: 'The number of calls of this class that the key has per minute.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'The number of calls left in this minute.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'The Unix time in seconds at which the next minute starts.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 0 } },
  Authenticate: {
    description: 'How to send a key (RFC 9110, 11.6.1).',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  RetryAfterInProgress: {
    description: 'Seconds to wait. Present if the code is `idempotency_in_progress`.',
    schema: { type: 'integer', minimum: 1 },
  },
  IdempotentReplayed: {
    description: 'Present if this is the response to an earlier call with the same key and the same content.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'The address of the created resource.', schema: { type: 'string' } },
  ETag: {
    description: 'Identifies the content of this response.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]+"$' },
  },
  ContentDisposition: { description: 'The file name.', schema: { type: 'string' } },
}

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` })

/** The headers of every response. */
const commonHeaders: Json = {
  'X-Request-Id': header('RequestId'),
  'X-RateLimit-Limit': header('RateLimit'),
  'X-RateLimit-Remaining': header('RateLimitRemaining'),
  'X-RateLimit-Reset': header('RateLimitReset'),
}

/** Codes with a `Retry-After` header. Each is the only code of its status. */
const codesWithRetryAfter: readonly ErrorCode[] = ['rate_limited', 'unavailable']

/** Describes one operation and adds its schemas to the components. */
export function operationOf(name: string, endpoint: Endpoint, to: Schemas): Json {
  const { method, path, scope, kinds, modules, ifMatch, etag, idempotencyKey } = endpoint
  const { summary, tag, description } = operationTextOf(name, method, path)
  const body = bodyOf(name, endpoint, to)
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description} ${requirementsOf(endpoint)}`,
    parameters: [
      ...parametersIn('path', endpoint.params, to),
      ...parametersIn('query', endpoint.query, to),
      ...(idempotencyKey === 'ignored' ? [] : [idempotencyKeyHeader(idempotencyKey === 'required')]),
      ...(ifMatch ? [ifMatchHeader] : []),
      ...(etag ? [ifNoneMatchHeader] : []),
    ],
    ...(body === null ? {} : { requestBody: body }),
    responses: responsesOf(name, endpoint, to),
    'x-class': endpoint.class,
    'x-scope': scope,
    'x-key-kinds': kinds,
    'x-modules': modules,
    'x-assumed': endpoint.assumed,
  }
}

function requirementsOf({ scope, kinds, modules, modulesFor }: Endpoint): string {
  const requirements = [
    ...(scope === null ? [] : [`the scope \`${scope}\``]),
    ...(kinds.includes('customer') ? [] : ['a workshop key']),
    ...modules.map(
      (module) => `the module \`${module}\`${modulesFor.includes('customer') ? '' : ' with a workshop key'}`,
    ),
  ]
  return requirements.length === 0
    ? 'Any key may call it.'
    : `Requires ${new Intl.ListFormat('en').format(requirements)}.`
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject, to: Schemas): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const description = parameterTextOf(name)
    return {
      name,
      in: place,
      required: place === 'path' || !z.safeParse(field, undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: to.parameter(field),
    }
  })
}

function idempotencyKeyHeader(required: boolean): Json {
  const { minLength, maxLength, hours } = idempotency
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description: `Calls with the same key and the same content within ${hours} hours are executed once and get the same response.`,
    schema: { type: 'string', minLength, maxLength, pattern: '^[\\x21-\\x7e]+$' },
  }
}

const ifMatchHeader: Json = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The version that the change is based on, in quotes.',
  schema: { type: 'string', pattern: '^"v[1-9]\\d{0,14}"$' },
  example: '"v7"',
}

const ifNoneMatchHeader: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the content that the caller has. If the content is unchanged, the response is 304 without a body.',
  schema: { type: 'string' },
  example: '"q1hU0wJ3gk2mV7xA"',
}

function bodyOf(name: string, { body, bodyMedia }: Endpoint, to: Schemas): Json | null {
  if (body === null) return null
  const schema = to.body(body, `${capitalised(name)}Body`, bodyMedia === 'multipart/form-data' ? file : {})
  return { required: !body.safeParse(undefined).success, content: { [bodyMedia]: { schema } } }
}

/** A form part that contains bytes. */
const file: Json = { type: 'string', contentMediaType: 'application/octet-stream' }

function responsesOf(name: string, endpoint: Endpoint, to: Schemas): Json {
  const replayed = endpoint.idempotencyKey === 'ignored' ? {} : { 'Idempotent-Replayed': header('IdempotentReplayed') }
  const success = {
    description: 'Success.',
    headers: {
      ...commonHeaders,
      ...replayed,
      ...(endpoint.status === 201 ? { Location: header('Location') } : {}),
      ...(endpoint.media.some((media) => !isJson(media))
        ? { 'Content-Disposition': header('ContentDisposition') }
        : {}),
      ...(endpoint.etag ? { ETag: header('ETag') } : {}),
    },
    content: Object.fromEntries(endpoint.media.map((media) => [media, mediaOf(name, endpoint, media, to)])),
  }
  const refusals = [...errorAnswers(errorCodesOf(endpoint), to)].map(([status, { codes, schema }]) => [
    String(status),
    {
      description: codes.map(meaningOf).join(' '),
      headers: {
        ...commonHeaders,
        ...(status < 500 ? replayed : {}),
        ...(status === 401 ? { 'WWW-Authenticate': header('Authenticate') } : {}),
        ...(codes.some((code) => codesWithRetryAfter.includes(code)) ? { 'Retry-After': header('RetryAfter') } : {}),
        ...(codes.includes('idempotency_in_progress') ? { 'Retry-After': header('RetryAfterInProgress') } : {}),
      },
      content: { 'application/json': { schema } },
    },
  ])
  const unchanged = {
    description: 'The content is unchanged: see `If-None-Match`.',
    headers: { ...commonHeaders, ETag: header('ETag') },
  }
  return {
    [String(endpoint.status)]: success,
    ...(endpoint.etag ? { '304': unchanged } : {}),
    ...Object.fromEntries(refusals),
  }
}

const isJson = (media: string) => media.startsWith('application/json')

function mediaOf(name: string, { response }: Endpoint, media: string, to: Schemas): Json {
  if (response === null || !isJson(media)) return {}
  return { schema: to.answer(response, `${capitalised(name)}Answer`) }
}
