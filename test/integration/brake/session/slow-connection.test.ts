// A line so slow that a program takes longer to read back than what was heard before it counts: that is no silence.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'
import { linkedBrake, programOf, type LinkedBrake } from './linked-brake.ts'

let at: LinkedBrake
beforeEach(async () => {
  at = await linkedBrake('dnc-text-simulator', 2_400)
  await at.until('ready')
})
afterEach(() => at.end())

test('a job goes on where a person has said so, though its program takes seconds to be read back', async () => {
  await at.sent(programOf(sampleSheet, 10))
  await at.simulator.unplug()
  await at.until('disconnected')
  await at.simulator.plugIn()
  at.session().retry()
  await at.until('ready')
  const from = performance.now()
  expect(await at.session().resume(at.session().state().loaded?.programId ?? '', null)).toEqual({ ok: true })
  expect(performance.now() - from).toBeGreaterThan(2_000)
  expect(at.session().state().loaded).toMatchObject({ waits: false })
  for (let stroke = 0; stroke < 10; stroke += 1) await at.simulator.machine.bend()
  await vi.waitFor(() => expect(at.done()).toBe(1), { timeout: 20_000, interval: 10 })
  expect(at.session().state().loaded).toMatchObject({ waits: false, counted: 1 })
  expect(at.told.some(({ state }) => state === 'stale')).toBe(false)
}, 60_000)
