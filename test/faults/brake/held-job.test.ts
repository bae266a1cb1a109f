// The connection is lost, the controller stops answering, or the station ends during a job: no stale value is shown, no piece is counted
// twice or for another job, and no job resumes before a person confirms it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkedBrake, programOf, type LinkedBrake } from '../../integration/brake/session/linked-brake.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'
import { untilPasses } from '../../until-passes.ts'

let brake: LinkedBrake
beforeEach(async () => {
  brake = await linkedBrake()
  await brake.until('ready')
})
afterEach(() => brake.close())

const loaded = () => brake.session().state().loaded
const untilWaiting = (): Promise<void> => untilPasses(() => expect(loaded()).toMatchObject({ waits: true }))
const bend = async (pieces: number): Promise<void> => {
  for (let piece = 0; piece < pieces; piece += 1) await brake.simulator.machine.bend()
}
const untilCounted = (pieces: number): Promise<void> => untilPasses(() => expect(loaded()?.counted).toBe(pieces))
const resume = (): Promise<void> =>
  untilPasses(async () => {
    expect(await brake.session().resume(loaded()?.programId ?? '', null)).toEqual({ ok: true })
  })
const missed = (pieces: number | null): Promise<void> => untilPasses(() => expect(loaded()?.uncounted).toBe(pieces))

describe('the cable is pulled out', () => {
  test('during a job: no stale value is shown, and pieces made meanwhile are counted once a person confirms the job', async () => {
    await brake.sendAndVerify()
    await bend(2)
    await untilCounted(2)
    await brake.simulator.unplug()
    await brake.until('disconnected')
    expect(brake.session().state()).toMatchObject({ polled: null, identity: null })
    await untilWaiting()
    await bend(1)
    await brake.simulator.plugIn()
    brake.session().retry()
    await brake.until('ready')
    await missed(1)
    await bend(1)
    await missed(2)
    expect(brake.done()).toBe(2)
    await resume()
    await untilCounted(4)
    await bend(1)
    await untilCounted(5)
    expect(brake.done()).toBe(5)
  })

  test(
    'and another program was loaded meanwhile: the job is not resumed, and no piece of the other program is counted',
    { tags: 'long' },
    async () => {
      await brake.sendAndVerify()
      await bend(1)
      await untilCounted(1)
      await brake.simulator.unplug()
      await brake.until('disconnected')
      brake.simulator.modbus?.force('steps', [3])
      await bend(4)
      await brake.simulator.plugIn()
      brake.session().retry()
      await brake.until('ready')
      const { programId = '' } = loaded() ?? {}
      await untilPasses(async () => {
        expect(await brake.session().resume(programId, null)).toEqual({ ok: false, error: 'program_unknown' })
      })
      expect(brake.session().state().workFault).toMatchObject({ code: 'mismatch' })
      expect([loaded(), brake.done()]).toEqual([null, 1])
    },
  )

  test(
    'during an upload: nothing is loaded, and the same program is sent again in full',
    { tags: 'long' },
    async () => {
      brake.simulator.faults.lateMs = 40
      expect(brake.session().send(programOf(sampleSheet, 14), null)).toEqual({ ok: true })
      await brake.until('uploading')
      await untilPasses(() => expect(brake.simulator.modbus?.writes.length).toBeGreaterThan(0))
      await brake.simulator.unplug()
      await brake.until('disconnected')
      expect([loaded(), brake.ledger().programs.loaded()]).toEqual([null, null])
      brake.simulator.faults.lateMs = 0
      await brake.simulator.plugIn()
      brake.session().retry()
      await brake.until('ready')
      await brake.sendAndVerify(programOf(sampleSheet, 14))
      expect(brake.simulator.machine.stepsLoaded()).toBe(14)
    },
  )
})

describe('the station is ended', () => {
  test('during a job: after the next start the job waits for a person, and no piece is lost or counted twice', async () => {
    await brake.sendAndVerify()
    await bend(2)
    await untilCounted(2)
    await brake.restart()
    await untilWaiting()
    await bend(1)
    await missed(1)
    expect(brake.done()).toBe(2)
    await resume()
    await untilCounted(3)
    expect(brake.done()).toBe(3)
  })
  test(
    'and the counter was reset meanwhile: pieces made before are counted by hand, and later pieces by the controller',
    { tags: 'long' },
    async () => {
      await brake.sendAndVerify()
      await bend(3)
      await untilCounted(3)
      await brake.restart()
      brake.simulator.machine.reset()
      await bend(1)
      await untilWaiting()
      await brake.until('ready')
      await resume()
      await bend(1)
      await untilCounted(4)
      expect(brake.done()).toBe(4)
    },
  )
})

describe('a controller that stops answering', () => {
  test('shows no stale value; when it answers again, the job waits for a person', { tags: 'long' }, async () => {
    await brake.sendAndVerify()
    await bend(1)
    await untilCounted(1)
    brake.simulator.faults.stalled = true
    await brake.until('stale')
    expect(brake.session().state()).toMatchObject({ polled: null, alarms: [], loaded: { waits: true, counted: 1 } })
    brake.simulator.faults.stalled = false
    await brake.until('ready')
    await bend(1)
    expect(brake.done()).toBe(1)
    await resume()
    await untilCounted(2)
  })
  test('for a long time is disconnected, and connects again later', { tags: 'long' }, async () => {
    brake.simulator.faults.stalled = true
    await brake.until('disconnected')
    expect(brake.session().state().connectionFault).toMatchObject({ code: 'no_answer' })
    brake.simulator.faults.stalled = false
    await brake.until('ready')
  })
  test(
    'and answers as another unit is reported with that unit, and its values are not used',
    { tags: 'long' },
    async () => {
      brake.simulator.modbus?.answerAs(7)
      await untilPasses(() =>
        expect(brake.session().state().connectionFault).toMatchObject({ code: 'wrong_unit', address: 7 }),
      )
      brake.simulator.modbus?.answerAs(null)
      await untilPasses(() => expect(brake.session().state()).toMatchObject({ state: 'ready', connectionFault: null }))
    },
  )
})

test('a register with an invalid value is reported with its address, and the session continues', async () => {
  await brake.sendAndVerify()
  brake.simulator.modbus?.force('alarm', [5_000])
  await untilPasses(() =>
    expect(brake.session().state().connectionFault).toMatchObject({ code: 'out_of_range', address: 1 }),
  )
  await bend(1)
  await untilCounted(1)
  brake.simulator.modbus?.force('alarm', null)
  await untilPasses(() => expect(brake.session().state().connectionFault).toBeNull())
})
