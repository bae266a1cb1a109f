// Arbitrary calls of an operation: valid ones, almost valid ones, and invalid ones.
import * as fc from 'fast-check'
import type { DescribedOperation, DescribedParameter } from '../description/described.ts'
import type { Sent } from '../../integration/service/running-service.ts'
import type { Rig } from './rig.ts'
import { nearly, valuesOf } from './schema-arbitrary.ts'
import type { Sources } from './schema-arbitrary.ts'

export interface Sending {
  operation: DescribedOperation
  /** The name of a key of the rig. */
  key: keyof Rig['keys']
  path: string
  headers: Record<string, string>
  body: unknown
  /** The declared content type of the body; null: the true one. */
  type: string | null
}

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: odd })

type Member = [name: string, word: fc.Arbitrary<string>, required: boolean]

/** Sometimes omits an optional value. */
function record(members: readonly Member[]): fc.Arbitrary<Record<string, string>> {
  const entries = members.map(([name, word, required]) =>
    (required ? word : fc.option(word, { freq: 3 })).map((value) => [name, value] as const),
  )
  return fc
    .tuple(...entries)
    .map((all) => Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))))
}

/** Calls of one operation, with one of the keys. */
export function callsOf(
  rig: Rig,
  operation: DescribedOperation,
  keys: readonly (keyof Rig['keys'])[],
): fc.Arbitrary<Sending> {
  const { document } = rig.described
  const sources: Sources = {
    uuids: rig.ids,
    resolve: (reference) => document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {},
  }
  const members = (place: DescribedParameter['in'], wordOf: (each: DescribedParameter) => fc.Arbitrary<string>) =>
    operation.parameters
      .filter((each) => each.in === place)
      .map((each): Member => [each.name, wordOf(each), each.required && place !== 'header'])
  return fc
    .record({
      key: fc.constantFrom(...keys),
      params: record(members('path', (each) => pathWord(rig, each, sources))),
      query: record([...members('query', (each) => word(each, sources)), ['ukjent', fc.string(), false]]),
      headers: record(members('header', headerWord)),
      body: bodies(operation, sources),
      type: mostly(
        fc.constant(null),
        fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x'),
      ),
    })
    .map(({ key, params, query, headers, body, type }) => ({
      operation,
      key,
      path: `${operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')}${queryOf(query)}`,
      headers,
      body,
      type,
    }))
}

/** Executes the call. */
export function send(rig: Rig, { operation, key, path, headers, body, type }: Sending) {
  const sent: Sent = {
    key: rig.keys[key],
    headers: body === undefined || type === null ? headers : { ...headers, 'content-type': type },
    ...(body === undefined ? {} : { body }),
  }
  return rig.spacedCall(operation.method, path, sent)
}

function queryOf(query: Record<string, string>): string {
  const queryText = new URLSearchParams(query).toString()
  return queryText === '' ? '' : `?${queryText}`
}

/** An HTTP client removes path segments of one or two dots. */
function pathWord(rig: Rig, { name }: DescribedParameter, sources: Sources): fc.Arbitrary<string> {
  const months = fc.constantFrom('2026-11', '2026-12', '1970-01')
  const knownValue =
    name === 'month' ? months : name === 'number' ? fc.constantFrom(...rig.numbers) : fc.constantFrom(...sources.uuids)
  const odd = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.uuid(),
    fc.constantFrom('%00', '../me', 'null', '0'),
  )
  return mostly(knownValue, odd)
    .filter((word) => !/^\.{1,2}$/.test(word))
    .map(encodeURIComponent)
}

const word = ({ schema }: DescribedParameter, sources: Sources): fc.Arbitrary<string> =>
  mostly(valuesOf(schema, sources).map(String), fc.string())

/** Header values. Some are constant, so that calls repeat and versions match. */
function headerWord({ name }: DescribedParameter): fc.Arbitrary<string> {
  const visible = fc.stringMatching(/^[\x21-\x7e]{1,40}$/)
  if (name === 'If-Match')
    return mostly(
      fc.integer({ min: 1, max: 4 }).map((version) => `"v${version}"`),
      visible,
    )
  return mostly(fc.oneof(fc.constantFrom('gjentatt-1', 'gjentatt-2'), fc.uuid()), visible)
}

function bodies({ body, mediaOfBody }: DescribedOperation, sources: Sources): fc.Arbitrary<unknown> {
  if (mediaOfBody.includes('multipart/form-data')) return forms
  if (body === null) return fc.constant(undefined)
  const fitting = valuesOf(body, sources)
  return fc.oneof(
    { weight: 5, arbitrary: fitting },
    { weight: 4, arbitrary: nearly(fitting) },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

const beginnings = [
  [0xff, 0xd8, 0xff, 0xe0],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [],
]

const forms = fc
  .record({
    begins: fc.constantFrom(...beginnings),
    rest: fc.uint8Array(),
    file: mostly(fc.constant('fil'), fc.constantFrom('file', 'type', '')),
    type: mostly(fc.constantFrom('foto', 'tegning', 'annet'), fc.string()),
    twice: mostly(fc.constant(false), fc.constant(true)),
  })
  .map(({ begins, rest, file, type, twice }) => {
    const form = new FormData()
    form.append(file, new Blob([new Uint8Array(begins), new Uint8Array(rest)]), 'noe.jpg')
    if (twice) form.append(file, new Blob([new Uint8Array(rest)]), 'mer.jpg')
    form.append('type', type)
    return form
  })
