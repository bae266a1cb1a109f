// Whatever is sent to whichever operation: never a 5xx, always as the served description says, nothing of the inside told, and
// what is refused has changed nothing.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints, errorBody } from '../../../shared/workshop-api/index.ts'
import type { Answer } from '../../integration/service/running-service.ts'
import { callsOf, send } from './any-call.ts'
import type { Sending } from './any-call.ts'
import { openRig } from './rig.ts'
import type { Rig } from './rig.ts'

const runsOfEach = 25
let rig: Rig
/** All that was stored after the call before. */
let last: string
beforeAll(async () => {
  rig = await openRig()
  last = rig.stored()
})
afterAll(() => rig.close())

const names = Object.keys(endpoints)
const operationCalled = (name: string) => {
  const found = rig.described.operations.find((each) => each.name === name)
  if (found === undefined) throw new Error(`${name} is not described`)
  return found
}

/** What would tell a stranger of the inside: a stack, a path of the disk, SQL, a library. */
const inside =
  /\n\s+at |node_modules|\/tmp\/|\/home\/|file:\/\/|\.ts:\d|SQLITE|SELECT |INSERT |UPDATE |zod|fastify|undefined|\[object/i

function held({ operation }: Sending, answer: Answer): void {
  expect([answer.status < 500, answer.text]).toEqual([true, answer.text])
  expect(rig.described.problemsOf(operation, answer)).toEqual([])
  if (answer.status < 400) return
  const { error } = errorBody.parse(answer.json)
  expect(error.message).not.toMatch(inside)
  expect(error.retryAfterSeconds === undefined).toBe(answer.status !== 429)
}

describe('any call', () => {
  test.each(names)('%s: is answered as described, and refused changes nothing', async (name) => {
    const operation = operationCalled(name)
    const calls = callsOf(rig, operation, ['sandbox', 'sandbox', 'machine', 'customer', 'other', 'live', 'live'])
    const property = fc.asyncProperty(calls, async (call) => {
      const before = last
      const answer = await send(rig, call)
      held(call, answer)
      const mayChange = answer.status < 400 && operation.method !== 'GET'
      last = rig.stored()
      expect(mayChange || last === before).toBe(true)
    })
    await expect(fc.assert(property, { numRuns: runsOfEach })).resolves.toBeUndefined()
  })

  test.each(names)('%s: no key, no answer', async (name) => {
    const calls = callsOf(rig, operationCalled(name), ['none', 'wrong', 'malformed', 'revoked'])
    const property = fc.asyncProperty(calls, async (call) => {
      const before = last
      const answer = await send(rig, call)
      held(call, answer)
      expect([answer.status, errorBody.parse(answer.json).error.code]).toEqual([401, 'unauthorized'])
      last = rig.stored()
      expect(last === before).toBe(true)
    })
    await expect(fc.assert(property, { numRuns: 5 })).resolves.toBeUndefined()
  })
})

test('any address that is no operation: 404 or 405, in the one error body', async () => {
  const words = fc.oneof(
    fc.constantFrom('orders', 'me', 'events', 'bending-sheets', 'T-000001', 'bent', 'openapi.json'),
    fc.webSegment(),
  )
  const paths = fc.array(words, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`)
  const methods = fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS')
  const known = rig.described.operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const isOperation = (method: string, path: string) =>
    path === '/openapi.json' || known.some((each) => each.method === method && each.pattern.test(path))
  await fc.assert(
    fc.asyncProperty(methods, paths, async (method, path) => {
      fc.pre(!isOperation(method, path))
      const before = last
      const answer = await rig.say(method, path, {})
      const here = known.filter(({ pattern }) => pattern.test(path)).map((each) => each.method)
      expect(answer.status).toBe(here.length > 0 ? 405 : 404)
      expect(answer.headers.get('allow')?.split(', ') ?? []).toEqual(here)
      expect(z.object({ error: z.object({ message: z.string() }) }).parse(answer.json).error.message).not.toMatch(
        inside,
      )
      last = rig.stored()
      expect(last === before).toBe(true)
    }),
    { numRuns: 100 },
  )
})
