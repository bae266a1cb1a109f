// Jobs at a simulated brake, over a real connection and with a real ledger: sent, read back, counted.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'
import { linkedBrake, programOf, type LinkedBrake } from './linked-brake.ts'
import { untilPasses } from '../../../until-passes.ts'

let brake: LinkedBrake
beforeEach(async () => {
  brake = await linkedBrake()
  await brake.until('ready')
})
afterEach(() => brake.close())

const counted = (pieces: number): Promise<void> =>
  untilPasses(() => expect(brake.session().state().loaded?.counted).toBe(pieces))
const bend = async (strokes = 1): Promise<void> => {
  for (let stroke = 0; stroke < strokes; stroke += 1) await brake.simulator.machine.bend()
}
const loaded = () => brake.session().state().loaded
const fault = () => brake.session().state().workFault

describe('a job', () => {
  test('is sent and read back, and its pieces are in the ledger as the controller counts them', async () => {
    await brake.sendAndVerify(programOf(sampleSheet, 3))
    expect(loaded()).toMatchObject({ counted: 0, waits: false })
    const { machine } = brake.simulator
    machine.setPace(500)
    await brake.until('running')
    machine.setPace(0)
    await untilPasses(() => expect(machine.state()).toBe('idle'))
    await bend(6 - machine.strokes())
    await counted(2)
    expect(brake.done()).toBe(2)
    expect(brake.ledger().work.workOf(sampleSheet).pieces[0]).toMatchObject({ done: 2, test: 0 })
    await brake.until('piece_done')
    const states = brake.states.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1])
    expect(states.slice(0, 4)).toEqual(['probing', 'ready', 'uploading', 'verified'])
    expect(states).toContain('running')
  })
  test('does not count pieces that were made before it was loaded', async () => {
    brake.simulator.machine.setPieces(500)
    await brake.sendAndVerify()
    await bend()
    await counted(1)
    expect(brake.done()).toBe(1)
  })
  test('ends the previous job, which is not counted any more', async () => {
    await brake.sendAndVerify()
    await bend()
    await counted(1)
    await brake.sendAndVerify(programOf(sampleSheet, 2, 80))
    expect(loaded()).toMatchObject({ counted: 0 })
    await bend(2)
    await counted(1)
    expect(brake.done()).toBe(2)
    expect(brake.ledger().programs.ofBending(sampleSheet.id, programOf(sampleSheet).drawingHash, 0)).toHaveLength(2)
  })
  test('that a person released is not counted any more', async () => {
    await brake.sendAndVerify()
    expect(brake.session().release('another')).toEqual({ ok: false, error: 'program_unknown' })
    expect(brake.session().release(loaded()?.programId ?? '')).toEqual({ ok: true })
    await brake.until('ready')
    await bend(2)
    await untilPasses(() => expect(brake.session().state().polled?.counter).toBe(2))
    expect(brake.done()).toBe(0)
  })
})

describe('nothing is sent', () => {
  test('while the machine runs', async () => {
    await brake.sendAndVerify()
    brake.simulator.machine.setPace(2_000)
    await brake.until('running')
    expect(brake.session().send(programOf(sampleSheet), null)).toEqual({ ok: false, error: 'not_ready' })
    brake.simulator.machine.setPace(0)
  })
  test('if a value is out of range: the fault has the reason, and nothing is loaded', async () => {
    expect(brake.session().send(programOf(sampleSheet, 1, 5_000), null)).toEqual({ ok: true })
    await untilPasses(() => expect(fault()).toMatchObject({ code: 'out_of_range' }))
    expect([loaded(), brake.simulator.machine.stepsLoaded()]).toEqual([null, 0])
    expect(brake.ledger().programs.loaded()).toBeNull()
  })
})

describe('an alarm', () => {
  test('is shown while it is active, and the job continues after it', { tags: 'long' }, async () => {
    await brake.sendAndVerify()
    brake.simulator.machine.raiseAlarm(2)
    await brake.until('alarm')
    await untilPasses(() => expect(brake.session().state().alarms).toMatchObject([{ code: 2, text: 'light curtain' }]))
    brake.simulator.machine.clearAlarm()
    await brake.until('verified')
    await bend()
    await counted(1)
  })
})

describe('the counter', () => {
  test('that is set to 0 still counts for the loaded job', { tags: 'long' }, async () => {
    await brake.sendAndVerify()
    await bend(2)
    await counted(2)
    brake.simulator.machine.reset()
    await untilPasses(() => expect(brake.session().loaded()?.base).toEqual({ counter: 0, counted: 2 }))
    await bend()
    await counted(3)
    expect(brake.done()).toBe(3)
  })
  test(
    'that starts from 0 for another program does not count for this job: the program is read back first',
    { tags: 'long' },
    async () => {
      await brake.sendAndVerify(programOf(sampleSheet, 2))
      await bend(4)
      await counted(2)
      brake.simulator.modbus?.force('steps', [5])
      brake.simulator.machine.reset()
      // before the next regular read-back
      await untilPasses(() => expect(fault()).toMatchObject({ code: 'mismatch' }))
      await bend(4)
      expect([loaded(), brake.done()]).toEqual([null, 2])
    },
  )
  test(
    'that jumps back is reported with its address and not counted until a person confirms the job',
    { tags: 'long' },
    async () => {
      brake.simulator.machine.setPieces(100)
      await brake.sendAndVerify()
      await bend(4)
      await counted(4)
      brake.simulator.machine.setPieces(60)
      await untilPasses(() => expect(loaded()).toMatchObject({ waits: true }))
      expect(fault()).toMatchObject({ code: 'counter_jumped_back', address: 2 })
      await bend(2)
      expect(brake.done()).toBe(4)
      await untilPasses(async () => {
        expect(await brake.session().resume(loaded()?.programId ?? '', null)).toEqual({ ok: true })
      })
      await bend()
      await counted(5)
      expect(brake.done()).toBe(5)
    },
  )
  test('of a stopped sheet is reported, and booked when the sheet is released', async () => {
    await brake.sendAndVerify()
    const sheet = { sheet: sampleSheet, pressBrakeId: null, operatorId: null }
    brake.ledger().counting.reportDeviation({ ...sheet, reason: 'measure', text: null })
    await bend(2)
    await untilPasses(() => expect(fault()).toMatchObject({ code: 'not_counted', message: 'drawing_wrong' }))
    const [deviation] = brake.ledger().deviations.open()
    brake.ledger().counting.releaseDeviation({ id: deviation?.id ?? '', by: 'OL', why: 'measured again' })
    await counted(2)
    expect([fault(), brake.done()]).toEqual([null, 2])
  })
  test('does not count for a drawing other than the one that was sent', async () => {
    await brake.sendAndVerify()
    brake.sheet.now = { ...sampleSheet, version: 5, drawingVersion: 3, lengthMm: 2100 }
    await bend()
    await untilPasses(() => expect(fault()).toMatchObject({ code: 'not_counted', message: 'drawing_changed' }))
    expect(brake.done()).toBe(0)
  })
})

describe('another program at the controller', () => {
  test('is detected when a cycle starts, and none of its pieces is counted for the sheet', async () => {
    await brake.sendAndVerify(programOf(sampleSheet, 2))
    await bend(2)
    await counted(1)
    await untilPasses(() => expect(brake.session().state().state).toBe('piece_done'))
    // as if a person loads another program at the controller
    brake.simulator.modbus?.force('steps', [5])
    brake.simulator.machine.setPace(1_500)
    await untilPasses(() => expect(fault()).toMatchObject({ code: 'mismatch' }))
    brake.simulator.machine.setPace(0)
    expect([loaded(), brake.ledger().programs.loaded()]).toEqual([null, null])
    expect(brake.done()).toBe(1)
  })
  test('is detected before a piece is counted whose cycle was not polled', async () => {
    await brake.sendAndVerify(programOf(sampleSheet, 2))
    await bend(2)
    await counted(1)
    const polledAtMs = brake.session().state().polled?.readAtMs ?? Number.NaN
    await untilPasses(() => expect((brake.session().state().polled?.readAtMs ?? 0) - polledAtMs).toBeGreaterThan(2_500))
    brake.simulator.modbus?.force('steps', [5])
    brake.simulator.machine.setPieces(2)
    await untilPasses(() => expect(fault()).toMatchObject({ code: 'mismatch' }))
    expect([loaded(), brake.done()]).toEqual([null, 1])
  })
})
