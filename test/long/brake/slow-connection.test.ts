// A connection so slow that reading a program back takes longer than a poll is valid. This is not treated as a silent controller.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'
import {
  controllerFileOf,
  linkedBrake,
  programOf,
  type LinkedBrake,
} from '../../integration/brake/session/linked-brake.ts'
import { untilPasses } from '../../until-passes.ts'

let brake: LinkedBrake
beforeEach(async () => {
  // a busy machine may delay an answer that takes two seconds on the line; the probe after the unplugged port waits this long once
  const patient = controllerFileOf('dnc-text-simulator').replace('"answerMs": 2000', '"answerMs": 9000')
  brake = await linkedBrake(patient, 2_400)
  await brake.until('ready')
})
afterEach(() => brake.close())

test('a confirmed job continues, although reading its program back takes seconds', async () => {
  await brake.sendAndVerify(programOf(sampleSheet, 5))
  await brake.simulator.unplug()
  await brake.until('disconnected')
  await brake.simulator.plugIn()
  brake.session().retry()
  await brake.until('ready')
  const startMs = performance.now()
  expect(await brake.session().resume(brake.session().state().loaded?.programId ?? '', null)).toEqual({ ok: true })
  expect(performance.now() - startMs).toBeGreaterThan(2_000)
  expect(brake.session().state().loaded).toMatchObject({ waits: false })
  for (let stroke = 0; stroke < 5; stroke += 1) await brake.simulator.machine.bend()
  await untilPasses(() => expect(brake.done()).toBe(1))
  expect(brake.session().state().loaded).toMatchObject({ waits: false, counted: 1 })
  expect(brake.states.some(({ state }) => state === 'stale')).toBe(false)
})
