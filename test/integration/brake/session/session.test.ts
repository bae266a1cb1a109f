// A job at the brake from sending to the last piece, over a real line to a simulated machine, into a real ledger.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'
import { linkedBrake, programOf, type LinkedBrake } from './linked-brake.ts'

let at: LinkedBrake
beforeEach(async () => {
  at = await linkedBrake()
  await at.until('ready')
})
afterEach(() => at.end())

const soon = { timeout: 15_000, interval: 10 }
const counted = (pieces: number): Promise<void> =>
  vi.waitFor(() => expect(at.session().state().loaded?.counted).toBe(pieces), soon)
const bend = async (strokes = 1): Promise<void> => {
  for (let stroke = 0; stroke < strokes; stroke += 1) await at.simulator.machine.bend()
}
const loaded = () => at.session().state().loaded
const fault = () => at.session().state().workFault

describe('a job', () => {
  test('is sent, read back, and its pieces are in the ledger as the controller counts them', async () => {
    await at.sent(programOf(sampleSheet, 3))
    expect(loaded()).toMatchObject({ counted: 0, waits: false })
    await bend(6)
    await counted(2)
    expect(at.done()).toBe(2)
    expect(at.ledger().work.workOf(sampleSheet).pieces[0]).toMatchObject({ done: 2, test: 0 })
    await at.until('piece_done')
    const states = at.told.map(({ state }) => state).filter((state, no, all) => state !== all[no - 1])
    expect(states.slice(0, 4)).toEqual(['probing', 'ready', 'uploading', 'verified'])
    expect(states).toContain('running')
  })
  test('counts nothing that was made before it was loaded', async () => {
    at.simulator.machine.setPieces(500)
    await at.sent()
    await bend()
    await counted(1)
    expect(at.done()).toBe(1)
  })
  test('is over for the one before it, which counts no more', async () => {
    await at.sent()
    await bend()
    await counted(1)
    await at.sent(programOf(sampleSheet, 2, 80))
    expect(loaded()).toMatchObject({ counted: 0 })
    await bend(2)
    await counted(1)
    expect(at.done()).toBe(2)
    expect(at.ledger().programs.ofBending(sampleSheet.id, programOf(sampleSheet).drawingHash, 0)).toHaveLength(2)
  })
  test('that a person lets go counts no more', async () => {
    await at.sent()
    expect(at.session().release('another')).toEqual({ ok: false, error: 'program_unknown' })
    expect(at.session().release(loaded()?.programId ?? '')).toEqual({ ok: true })
    await at.until('ready')
    await bend(2)
    await vi.waitFor(() => expect(at.session().state().polled?.counter).toBe(2), soon)
    expect(at.done()).toBe(0)
  })
})

describe('nothing is sent', () => {
  test('while the machine runs', async () => {
    await at.sent()
    at.simulator.machine.setPace(2_000)
    await at.until('running')
    expect(at.session().send(programOf(sampleSheet), null)).toEqual({ ok: false, error: 'not_ready' })
    at.simulator.machine.setPace(0)
  })
  test('over a value that the controller’s file does not allow: said with the reason, and nothing is loaded', async () => {
    expect(at.session().send(programOf(sampleSheet, 1, 5_000), null)).toEqual({ ok: true })
    await vi.waitFor(() => expect(fault()).toMatchObject({ code: 'out_of_range' }), soon)
    expect([loaded(), at.simulator.machine.stepsLoaded()]).toEqual([null, 0])
    expect(at.ledger().programs.loaded()).toBeNull()
  })
})

describe('an alarm', () => {
  test('is shown while it is raised, and the job goes on after it', async () => {
    await at.sent()
    at.simulator.machine.raiseAlarm(2)
    await at.until('alarm')
    await vi.waitFor(
      () => expect(at.session().state().alarms).toMatchObject([{ code: 2, text: 'light curtain' }]),
      soon,
    )
    at.simulator.machine.clearAlarm()
    await at.until('verified')
    await bend()
    await counted(1)
  })
})

describe('the counter', () => {
  test('that somebody sets to 0 goes on counting for the job that is still loaded', async () => {
    await at.sent()
    await bend(2)
    await counted(2)
    at.simulator.machine.reset()
    await vi.waitFor(() => expect(at.session().loaded()?.base).toEqual({ counter: 0, counted: 2 }), soon)
    await bend()
    await counted(3)
    expect(at.done()).toBe(3)
  })
  test('that begins from 0 for a new job is not this job’s: what is loaded is looked up first', async () => {
    await at.sent(programOf(sampleSheet, 2))
    await bend(4)
    await counted(2)
    at.simulator.modbus?.force('steps', [5])
    at.simulator.machine.reset()
    // at once, and not at the next look that would come anyway
    await vi.waitFor(() => expect(fault()).toMatchObject({ code: 'mismatch' }), { timeout: 5_000, interval: 10 })
    await bend(4)
    expect([loaded(), at.done()]).toEqual([null, 2])
  })
  test('that jumps back is reported with its address and not counted; a person says how it goes on', async () => {
    at.simulator.machine.setPieces(100)
    await at.sent()
    await bend(4)
    await counted(4)
    at.simulator.machine.setPieces(60)
    await vi.waitFor(() => expect(loaded()).toMatchObject({ waits: true }), soon)
    expect(fault()).toMatchObject({ code: 'counter_jumped_back', address: 2 })
    await bend(2)
    expect(at.done()).toBe(4)
    await vi.waitFor(async () => {
      expect(await at.session().resume(loaded()?.programId ?? '', null)).toEqual({ ok: true })
    }, soon)
    await bend()
    await counted(5)
    expect(at.done()).toBe(5)
  })
  test('of a sheet that was stopped is booked when the sheet is let go, and said until then', async () => {
    await at.sent()
    const sheet = { sheet: sampleSheet, pressBrakeId: null, operatorId: null }
    at.ledger().counting.reportDeviation({ ...sheet, reason: 'measure', text: null })
    await bend(2)
    await vi.waitFor(() => expect(fault()).toMatchObject({ code: 'not_counted', message: 'drawing_wrong' }), soon)
    const [deviation] = at.ledger().deviations.open()
    at.ledger().counting.releaseDeviation({ id: deviation?.id ?? '', by: 'OL', why: 'measured again' })
    await counted(2)
    expect([fault(), at.done()]).toEqual([null, 2])
  })
  test('is of no other drawing than the one that was sent', async () => {
    await at.sent()
    at.sheet.now = { ...sampleSheet, version: 5, drawingVersion: 3, lengthMm: 2100 }
    await bend()
    await vi.waitFor(() => expect(fault()).toMatchObject({ code: 'not_counted', message: 'drawing_changed' }), soon)
    expect(at.done()).toBe(0)
  })
})

describe('another program at the controller', () => {
  test('is noticed when a cycle begins, and none of its pieces is counted for the sheet', async () => {
    await at.sent(programOf(sampleSheet, 2))
    await bend(2)
    await counted(1)
    await vi.waitFor(() => expect(at.session().state().state).toBe('piece_done'), soon)
    // somebody loads another program at the controller itself
    at.simulator.modbus?.force('steps', [5])
    at.simulator.machine.setPace(1_500)
    await vi.waitFor(() => expect(fault()).toMatchObject({ code: 'mismatch' }), soon)
    at.simulator.machine.setPace(0)
    expect([loaded(), at.ledger().programs.loaded()]).toEqual([null, null])
    expect(at.done()).toBe(1)
  })
  test('is noticed before a piece is counted whose cycle nobody saw', async () => {
    await at.sent(programOf(sampleSheet, 2))
    await bend(2)
    await counted(1)
    const looked = at.session().state().polled?.readAtMs ?? Number.NaN
    await vi.waitFor(() => expect((at.session().state().polled?.readAtMs ?? 0) - looked).toBeGreaterThan(2_500), soon)
    at.simulator.modbus?.force('steps', [5])
    at.simulator.machine.setPieces(2)
    await vi.waitFor(() => expect(fault()).toMatchObject({ code: 'mismatch' }), { timeout: 5_000, interval: 10 })
    expect([loaded(), at.done()]).toEqual([null, 1])
  })
})
