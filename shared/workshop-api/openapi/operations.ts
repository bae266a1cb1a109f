// One row of the table as an operation of the description: what is sent, what is answered, and what it needs. Pure.
import * as z from 'zod'
import type { Endpoint } from '../endpoints/index.ts'
import type { ErrorCode } from '../errors.ts'
import { idempotency } from '../limits.ts'
import { errorAnswers, errorCodesOf, meaningOf } from './error-answers.ts'
import { capitalised } from './schemas.ts'
import type { Json, Schemas } from './schemas.ts'
import { parameterWordsOf, wordsOf } from './words.ts'

/** The headers of answers, by the name under which the description keeps each. */
export const headerComponents: Json = {
  RequestId: {
    description: 'Names this call. An error’s body says the same.',
    required: true,
    schema: { type: 'string', pattern: '^req_\\w+$' },
  },
  RateLimit: {
    description: 'How many calls of this class the key has a minute.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'How many of them are left in this minute.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'Unix time, in seconds, at which the minute starts anew.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 0 } },
  RetryAfterInProgress: {
    description: 'Seconds to wait, where the code is `idempotency_in_progress`.',
    schema: { type: 'integer', minimum: 1 },
  },
  IdempotentReplayed: {
    description: 'There where the answer is that of an earlier call with the same key and the same content.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'The address of what was made.', schema: { type: 'string' } },
  ETag: {
    description: 'Tells this answer from one that says something else.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]+"$' },
  },
  ContentDisposition: { description: 'The name of the file.', schema: { type: 'string' } },
}

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` })

/** On every answer of the service. */
const common: Json = {
  'X-Request-Id': header('RequestId'),
  'X-RateLimit-Limit': header('RateLimit'),
  'X-RateLimit-Remaining': header('RateLimitRemaining'),
  'X-RateLimit-Reset': header('RateLimitReset'),
}

/** Whatever has one of these has no other code at its status. */
const waits: readonly ErrorCode[] = ['rate_limited', 'unavailable']

/** The description of one operation; its schemas are added `to` the components. */
export function operationOf(name: string, endpoint: Endpoint, to: Schemas): Json {
  const { method, path, scope, kinds, modules, ifMatch, etag, idempotencyKey } = endpoint
  const { summary, tag, text } = wordsOf(name, method, path)
  const body = bodyOf(name, endpoint, to)
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [text, needsOf(endpoint)].filter((sentence) => sentence !== '').join(' '),
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

function needsOf({ scope, kinds, modules, modulesFor }: Endpoint): string {
  const needs = [
    ...(scope === null ? [] : [`the scope \`${scope}\``]),
    ...(kinds.includes('customer') ? [] : ['a workshop key']),
    ...modules.map(
      (module) => `the module \`${module}\`${modulesFor.includes('customer') ? '' : ' with a workshop key'}`,
    ),
  ]
  return needs.length === 0 ? 'Any key may.' : `Needs ${new Intl.ListFormat('en').format(needs)}.`
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject, to: Schemas): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const description = parameterWordsOf(name)
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
    description: `The same key with the same content gives the same answer for ${hours} hours, and is done once.`,
    schema: { type: 'string', minLength, maxLength, pattern: '^[\\x21-\\x7e]+$' },
  }
}

const ifMatchHeader: Json = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The version that the change is made to, with its quotes.',
  schema: { type: 'string', pattern: '^"v[1-9]\\d{0,14}"$' },
  example: '"v7"',
}

const ifNoneMatchHeader: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what the caller has already: where that is still so, the answer is 304 without a body.',
  schema: { type: 'string' },
  example: '"q1hU0wJ3gk2mV7xA"',
}

function bodyOf(name: string, { body, bodyMedia }: Endpoint, to: Schemas): Json | null {
  if (body === null) return null
  const schema = to.body(body, `${capitalised(name)}Body`, bodyMedia === 'multipart/form-data' ? file : {})
  return { required: !body.safeParse(undefined).success, content: { [bodyMedia]: { schema } } }
}

/** A part of a form that is bytes. */
const file: Json = { type: 'string', contentMediaType: 'application/octet-stream' }

function responsesOf(name: string, endpoint: Endpoint, to: Schemas): Json {
  const replayed = endpoint.idempotencyKey === 'ignored' ? {} : { 'Idempotent-Replayed': header('IdempotentReplayed') }
  const success = {
    description: 'As asked.',
    headers: {
      ...common,
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
        ...common,
        ...(status < 500 ? replayed : {}),
        ...(codes.some((code) => waits.includes(code)) ? { 'Retry-After': header('RetryAfter') } : {}),
        ...(codes.includes('idempotency_in_progress') ? { 'Retry-After': header('RetryAfterInProgress') } : {}),
      },
      content: { 'application/json': { schema } },
    },
  ])
  const unchanged = {
    description: 'What the caller has is still so: see `If-None-Match`.',
    headers: { ...common, ETag: header('ETag') },
  }
  return {
    [String(endpoint.status)]: success,
    ...(endpoint.etag ? { '304': unchanged } : {}),
    ...Object.fromEntries(refusals),
  }
}

const isJson = (media: string) => media.startsWith('application/json')

function mediaOf(name: string, { answer }: Endpoint, media: string, to: Schemas): Json {
  if (answer === null || !isJson(media)) return {}
  return { schema: to.answer(answer, `${capitalised(name)}Answer`) }
}
