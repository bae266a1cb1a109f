// When the station listens again: after a failure, and at another address of its interface. Discovery is off, as on loopback.
import { afterEach, expect, test } from 'vitest'
import { Listening } from '../../../src-main/peers/listening.ts'
import { manualClock } from '../../manual-clock.ts'

let listening: Listening
afterEach(() => listening.stop())

/** All that is due has happened, and the next pause has begun. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** `refusal`: the error code of the next attempts; null: they succeed. */
async function startedListening(address: string | null, refusal: string | null = null) {
  const clock = manualClock()
  const state = { address, refusal }
  const attempts: string[] = []
  const problems: (string | null)[] = []
  const errors: unknown[] = []
  listening = new Listening({
    clock,
    address: () => state.address,
    port: 21_570,
    name: () => 'Kantpresse 2',
    stationId: 'b'.repeat(16),
    startId: '00112233aabb',
    listen: (to, port) => {
      attempts.push(to)
      if (state.refusal !== null)
        return Promise.reject(Object.assign(new Error(state.refusal), { code: state.refusal }))
      return Promise.resolve(port)
    },
    onFound: () => undefined,
    onLost: () => undefined,
    onChange: () => problems.push(listening.problem),
    onError: (error) => errors.push(error),
  })
  await listening.start()
  const wait = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one second after the other
      await settle()
      clock.advance(1_000)
    }
    await settle()
  }
  return { state, attempts, problems, errors, wait }
}

test('an interface that has no address at the start is listened on as soon as it has one', async () => {
  const { state, attempts, problems, wait } = await startedListening(null)
  expect([attempts, listening.problem]).toEqual([[], 'address_gone'])
  state.address = '127.0.0.1'
  await wait(6)
  expect([attempts, listening.problem]).toEqual([['127.0.0.1'], null])
  expect(problems).toEqual(['address_gone', null])
})

test('an interface that gets another address is listened on there, and one that has the same address is left alone', async () => {
  const { state, attempts, problems, wait } = await startedListening('127.0.0.1')
  await wait(60)
  expect(attempts).toEqual(['127.0.0.1'])
  state.address = '127.0.0.2'
  await wait(6)
  expect([attempts, problems]).toEqual([['127.0.0.1', '127.0.0.2'], []])
})

test('an address that is lost and comes back is reported meanwhile, and its socket stays', async () => {
  const { state, attempts, problems, wait } = await startedListening('127.0.0.1')
  state.address = null
  await wait(10)
  expect(listening.problem).toBe('address_gone')
  state.address = '127.0.0.1'
  await wait(6)
  expect([attempts, problems]).toEqual([['127.0.0.1'], ['address_gone', null]])
})

test('a port that another program uses is tried again after longer and longer pauses, and is reported once', async () => {
  const { state, attempts, errors, wait } = await startedListening('127.0.0.1', 'EADDRINUSE')
  expect(listening.problem).toBe('port_used')
  await wait(60)
  const { length } = attempts
  expect(length).toBeGreaterThan(5)
  expect(length).toBeLessThan(20)
  expect(errors).toHaveLength(1)
  state.refusal = null
  await wait(6)
  expect([attempts.length, listening.problem]).toEqual([length + 1, null])
})

test.each([
  ['EADDRNOTAVAIL', 'address_gone'],
  ['EACCES', 'failed'],
])('the system’s error %s is shown as %s', async (code, problem) => {
  await startedListening('127.0.0.1', code)
  expect(listening.problem).toBe(problem)
})
