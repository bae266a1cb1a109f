// A job at a controller that takes programs as text. The session works as with Modbus.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'
import { controllerFileOf, linkedBrake, programOf, type LinkedBrake } from './linked-brake.ts'
import { untilPasses } from '../../../until-passes.ts'

let brake: LinkedBrake
beforeEach(async () => {
  brake = await linkedBrake(controllerFileOf('dnc-text-simulator'))
  await brake.until('ready')
})
afterEach(() => brake.close())

test('a job is sent, read back and counted, and waits for a person after a lost connection', async () => {
  await brake.sendAndVerify(programOf(sampleSheet, 2))
  for (let stroke = 0; stroke < 4; stroke += 1) await brake.simulator.machine.bend()
  await untilPasses(() => expect(brake.session().state().loaded?.counted).toBe(2))
  expect(brake.done()).toBe(2)
  await brake.simulator.unplug()
  await brake.until('disconnected')
  await brake.simulator.plugIn()
  brake.session().retry()
  await brake.until('ready')
  expect(brake.session().state().loaded).toMatchObject({ waits: true, counted: 2 })
  await untilPasses(async () => {
    expect(await brake.session().resume(brake.session().state().loaded?.programId ?? '', null)).toEqual({ ok: true })
  })
  for (let stroke = 0; stroke < 2; stroke += 1) await brake.simulator.machine.bend()
  await untilPasses(() => expect(brake.done()).toBe(3))
})
