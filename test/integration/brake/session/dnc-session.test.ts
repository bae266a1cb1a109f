// The same job over a controller that takes its program as text: the session knows no difference.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'
import { linkedBrake, programOf, type LinkedBrake } from './linked-brake.ts'

let at: LinkedBrake
beforeEach(async () => {
  at = await linkedBrake('dnc-text-simulator')
  await at.until('ready')
})
afterEach(() => at.end())

const soon = { timeout: 15_000, interval: 10 }

test('a job over text is sent, read back, counted, and waits for a person when the line was away', async () => {
  await at.sent(programOf(sampleSheet, 2))
  for (let stroke = 0; stroke < 4; stroke += 1) await at.simulator.machine.bend()
  await vi.waitFor(() => expect(at.session().state().loaded?.counted).toBe(2), soon)
  expect(at.done()).toBe(2)
  await at.simulator.unplug()
  await at.until('disconnected')
  await at.simulator.plugIn()
  at.session().retry()
  await at.until('ready')
  expect(at.session().state().loaded).toMatchObject({ waits: true, counted: 2 })
  await vi.waitFor(async () => {
    expect(await at.session().resume(at.session().state().loaded?.programId ?? '', null)).toEqual({ ok: true })
  }, soon)
  for (let stroke = 0; stroke < 2; stroke += 1) await at.simulator.machine.bend()
  await vi.waitFor(() => expect(at.done()).toBe(3), soon)
})
