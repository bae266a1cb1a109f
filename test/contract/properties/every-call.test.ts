// Any call of any operation gets an answer that the OpenAPI document allows, never a 5xx and never internal details. A rejected call
// changes nothing.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints, errorBody } from '../../../shared/workshop-api/index.ts'
import type { Answer } from '../../integration/service/running-service.ts'
import { callsOf, send } from './call-arbitrary.ts'
import type { Sending } from './call-arbitrary.ts'
import { openRig } from './rig.ts'
import type { Rig } from './rig.ts'
import { runCount } from '../../only-long.ts'

const runsOfEach = runCount(2, 18)
let rig: Rig
/** The stored data after the previous call. */
let last: string
beforeAll(async () => {
  rig = await openRig()
  last = rig.stored()
})
afterAll(() => rig.close())

const names = Object.keys(endpoints)
const operationCalled = (name: string) => {
  const operation = rig.described.operations.find((each) => each.name === name)
  if (operation === undefined) throw new Error(`${name} is not described`)
  return operation
}

/** Internal details: a stack, a file path, SQL, a library. */
const internalDetails =
  /\n\s+at |node_modules|\/tmp\/|\/home\/|file:\/\/|\.ts:\d|SQLITE|SELECT |INSERT |UPDATE |zod|fastify|undefined|\[object/i

function expectUnchanged({ operation }: Sending, answer: Answer): void {
  expect([answer.status < 500, answer.text]).toEqual([true, answer.text])
  expect(rig.described.problemsOf(operation, answer)).toEqual([])
  if (answer.status < 400) return
  const { error } = errorBody.parse(answer.json)
  expect(error.message).not.toMatch(internalDetails)
  expect(error.retryAfterSeconds === undefined).toBe(answer.status !== 429)
}

describe('any call', () => {
  test.each(names)('%s: has an answer as described, and a refused call changes nothing', async (name) => {
    const operation = operationCalled(name)
    const calls = callsOf(rig, operation, ['sandbox', 'sandbox', 'machine', 'customer', 'other', 'live', 'live'])
    const property = fc.asyncProperty(calls, async (call) => {
      const before = last
      const answer = await send(rig, call)
      expectUnchanged(call, answer)
      const mayChange = answer.status < 400 && operation.method !== 'GET'
      last = rig.stored()
      expect(mayChange || last === before).toBe(true)
    })
    await expect(fc.assert(property, { numRuns: runsOfEach })).resolves.toBeUndefined()
  })

  test.each(names)('%s: is refused without a key', async (name) => {
    const calls = callsOf(rig, operationCalled(name), ['none', 'wrong', 'malformed', 'revoked'])
    const property = fc.asyncProperty(calls, async (call) => {
      const before = last
      const answer = await send(rig, call)
      expectUnchanged(call, answer)
      expect([answer.status, errorBody.parse(answer.json).error.code]).toEqual([401, 'unauthorized'])
      last = rig.stored()
      expect(last === before).toBe(true)
    })
    await expect(fc.assert(property, { numRuns: runCount(2, 5) })).resolves.toBeUndefined()
  })
})

test('an address without an operation is 404 or 405 with the error body', async () => {
  const words = fc.oneof(
    fc.constantFrom('orders', 'me', 'events', 'bending-sheets', 'T-000001', 'bent', 'openapi.json'),
    fc.webSegment(),
  )
  // as a client sends it: without `.` and `..`
  const paths = fc
    .array(words, { maxLength: 4 })
    .map((parts) => new URL(`http://localhost/${parts.join('/')}`).pathname)
  const methods = fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS')
  const knownPaths = rig.described.operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const isOperation = (method: string, path: string) =>
    path === '/openapi.json' || knownPaths.some((each) => each.method === method && each.pattern.test(path))
  await fc.assert(
    fc.asyncProperty(methods, paths, async (method, path) => {
      fc.pre(!isOperation(method, path))
      const before = last
      const answer = await rig.spacedCall(method, path, {})
      const allowedMethods = knownPaths
        .filter(({ pattern }) => pattern.test(path))
        .flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : [each.method]))
      expect(answer.status).toBe(allowedMethods.length > 0 ? 405 : 404)
      expect(answer.headers.get('allow')?.split(', ') ?? []).toEqual(allowedMethods)
      expect(z.object({ error: z.object({ message: z.string() }) }).parse(answer.json).error.message).not.toMatch(
        internalDetails,
      )
      last = rig.stored()
      expect(last === before).toBe(true)
    }),
    { numRuns: runCount(40, 100) },
  )
})
