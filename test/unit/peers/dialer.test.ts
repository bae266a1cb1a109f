// The addresses that are dialled: the pauses after failures, and an address that is removed.
import { afterEach, expect, test } from 'vitest'
import { Dialer, type PeerAddress } from '../../../src-main/peers/exchange/dialer.ts'
import { manualClock } from '../../manual-clock.ts'

const [office, box]: [PeerAddress, PeerAddress] = [
  { address: '192.168.2.20', port: 21_570 },
  { address: '192.168.3.20', port: 21_570 },
]
let dialer: Dialer
afterEach(() => dialer.stop())

/** All that is due has happened, and the pauses have begun. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('an address that does not answer is dialled again after longer and longer pauses, up to half a minute', async () => {
  const clock = manualClock()
  const dialledMs: number[] = []
  dialer = new Dialer({
    clock,
    isWanted: () => true,
    dial: () => {
      dialledMs.push(clock.monotonic())
      return Promise.resolve(false)
    },
  })
  dialer.add(office)
  for (let second = 0; second < 200; second += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one second after the other
    await settle()
    clock.advance(1_000)
  }
  const pauses = dialledMs.slice(1).map((ms, index) => ms - (dialledMs[index] ?? 0))
  expect(pauses.slice(0, 3).every((ms) => ms <= 10_000)).toBe(true)
  expect(Math.max(...pauses)).toBeGreaterThan(10_000)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(45_000)
})

test('an address that is removed is no longer dialled, but the others are', async () => {
  const clock = manualClock()
  const dialled: string[] = []
  dialer = new Dialer({
    clock,
    isWanted: () => true,
    dial: ({ address }) => {
      dialled.push(address)
      return Promise.resolve(false)
    },
  })
  dialer.add(office)
  dialer.add(box)
  await settle()
  dialer.remove(office)
  dialled.length = 0
  for (let minute = 0; minute < 5; minute += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one minute after the other
    await settle()
    clock.advance(60_000)
  }
  await settle()
  expect(dialled.length).toBeGreaterThan(2)
  expect(new Set(dialled)).toEqual(new Set([box.address]))
})
