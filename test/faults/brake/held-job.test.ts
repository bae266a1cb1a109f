// The line is lost, the controller falls silent, the station is ended in the midst of a job: nothing old is shown, nothing is counted
// twice or for another job, and no job goes on before a person has said so.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { linkedBrake, programOf, type LinkedBrake } from '../../integration/brake/session/linked-brake.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

let at: LinkedBrake
beforeEach(async () => {
  at = await linkedBrake()
  await at.until('ready')
})
afterEach(() => at.end())

const soon = { timeout: 20_000, interval: 10 }
const loaded = () => at.session().state().loaded
const waiting = (): Promise<void> => vi.waitFor(() => expect(loaded()).toMatchObject({ waits: true }), soon)
const bend = async (pieces: number): Promise<void> => {
  for (let piece = 0; piece < pieces; piece += 1) await at.simulator.machine.bend()
}
const counted = (pieces: number): Promise<void> => vi.waitFor(() => expect(loaded()?.counted).toBe(pieces), soon)
const resume = (): Promise<void> =>
  vi.waitFor(async () => {
    expect(await at.session().resume(loaded()?.programId ?? '', null)).toEqual({ ok: true })
  }, soon)
const missed = (pieces: number | null): Promise<void> =>
  vi.waitFor(() => expect(loaded()?.uncounted).toBe(pieces), soon)

describe('the cable is pulled out', () => {
  test('under a job: nothing old is shown, and what was made meanwhile is counted when a person says that it is still this job', async () => {
    await at.sent()
    await bend(2)
    await counted(2)
    await at.simulator.unplug()
    await at.until('disconnected')
    expect(at.session().state()).toMatchObject({ now: null, identity: null })
    await waiting()
    await bend(1)
    await at.simulator.plugIn()
    at.session().retry()
    await at.until('ready')
    await missed(1)
    await bend(1)
    await missed(2)
    expect(at.done()).toBe(2)
    await resume()
    await counted(4)
    await bend(1)
    await counted(5)
    expect(at.done()).toBe(5)
  })

  test('and another program was loaded meanwhile: the job is not resumed, and nothing of the other one is counted', async () => {
    await at.sent()
    await bend(1)
    await counted(1)
    await at.simulator.unplug()
    await at.until('disconnected')
    at.simulator.modbus?.force('steps', [3])
    await bend(4)
    await at.simulator.plugIn()
    at.session().retry()
    await at.until('ready')
    const { programId = '' } = loaded() ?? {}
    await vi.waitFor(async () => {
      expect(await at.session().resume(programId, null)).toEqual({ ok: false, code: 'program_unknown' })
    }, soon)
    expect(at.session().state().workFault).toMatchObject({ code: 'mismatch' })
    expect([loaded(), at.done()]).toEqual([null, 1])
  })

  test('in the midst of a sending: nothing is loaded, and the same is sent again in full', async () => {
    at.simulator.faults.lateMs = 40
    expect(at.session().send(programOf(sampleSheet, 14), null)).toEqual({ ok: true })
    await at.until('uploading')
    await vi.waitFor(() => expect(at.simulator.modbus?.writes.length).toBeGreaterThan(0), soon)
    await at.simulator.unplug()
    await at.until('disconnected')
    expect([loaded(), at.outbox().programs.loaded()]).toEqual([null, null])
    at.simulator.faults.lateMs = 0
    await at.simulator.plugIn()
    at.session().retry()
    await at.until('ready')
    await at.sent(programOf(sampleSheet, 14))
    expect(at.simulator.machine.stepsLoaded()).toBe(14)
  })
})

describe('the station is ended', () => {
  test('in the midst of a job: the job is there at the next start and waits for a person; no piece is lost or counted twice', async () => {
    await at.sent()
    await bend(2)
    await counted(2)
    await at.restart()
    await waiting()
    await bend(1)
    await missed(1)
    expect(at.done()).toBe(2)
    await resume()
    await counted(3)
    expect(at.done()).toBe(3)
  })
  test('and the counter was set to 0 meanwhile: what was made then is left to the hand, what comes is counted', async () => {
    await at.sent()
    await bend(3)
    await counted(3)
    await at.restart()
    at.simulator.machine.reset()
    await bend(1)
    await waiting()
    await at.until('ready')
    await resume()
    await bend(1)
    await counted(4)
    expect(at.done()).toBe(4)
  })
})

describe('a controller that falls silent', () => {
  test('is blank, not old; when it is heard again the job waits for a person', async () => {
    await at.sent()
    await bend(1)
    await counted(1)
    at.simulator.faults.stalled = true
    await at.until('stale')
    expect(at.session().state()).toMatchObject({ now: null, alarms: [], loaded: { waits: true, counted: 1 } })
    at.simulator.faults.stalled = false
    await at.until('ready')
    await bend(1)
    expect(at.done()).toBe(1)
    await resume()
    await counted(2)
  })
  test('for long is given up, and found again over a fresh line', async () => {
    at.simulator.faults.stalled = true
    await at.until('disconnected')
    expect(at.session().state().lineFault).toMatchObject({ code: 'no_answer' })
    at.simulator.faults.stalled = false
    await at.until('ready')
  })
  test('answers as another unit: said with the unit, and nothing of it is believed', async () => {
    at.simulator.modbus?.answerAs(7)
    await vi.waitFor(
      () => expect(at.session().state().lineFault).toMatchObject({ code: 'wrong_unit', address: 7 }),
      soon,
    )
    at.simulator.modbus?.answerAs(null)
    await vi.waitFor(() => expect(at.session().state()).toMatchObject({ state: 'ready', lineFault: null }), soon)
  })
})

test('a register that reads as no such value is said with its address, and the rest goes on', async () => {
  await at.sent()
  at.simulator.modbus?.force('alarm', [5_000])
  await vi.waitFor(
    () => expect(at.session().state().lineFault).toMatchObject({ code: 'out_of_range', address: 1 }),
    soon,
  )
  await bend(1)
  await counted(1)
  at.simulator.modbus?.force('alarm', null)
  await vi.waitFor(() => expect(at.session().state().lineFault).toBeNull(), soon)
})
