// The job that is loaded: what the disk will not keep changes nothing, and what was held stays held.
import { ok } from '../../../../shared/base/result.ts'
import { describe, expect, test } from 'vitest'
import { Job, type JobEvent } from '../../../../src-main/brake/session/job.ts'
import type { BrakeEvent } from '../../../../src-main/brake/session/brake-event.ts'
import { programOf } from '../../../fixtures/brake-programs.ts'

const reading = (value: number) =>
  ({ value, counts: 'pieces', strokesPerPiece: 1, address: 2, greatest: null, jumpedBackFrom: null }) as const
const ours = (): Promise<boolean> => Promise.resolve(true)

function loadedJob() {
  const disk = { full: false }
  const totals: number[] = []
  const notes: JobEvent['kind'][] = []
  const told: BrakeEvent['kind'][] = []
  const job = new Job({
    ledger: {
      loaded: () => null,
      sent: () => {
        if (disk.full) throw new Error('the disk is full')
        return 'p'
      },
      note: ({ kind }) => void notes.push(kind),
      count: (_, total) => {
        totals.push(total)
        return ok(undefined)
      },
    },
    now: () => 0,
    notify: ({ kind }) => void told.push(kind),
  })
  job.begin(programOf(1), null)
  job.startCounting('p', programOf(1), reading(10))
  return { job, disk, totals, notes, told }
}

describe('a loaded job', () => {
  test('counts on where the disk will not have the next one', async () => {
    const { job, disk, totals } = loadedJob()
    disk.full = true
    expect(() => job.begin(programOf(2), null)).toThrow('the disk is full')
    expect(job.loaded()).toMatchObject({ programId: 'p' })
    await job.addReading(reading(11), ours)
    expect(totals).toEqual([1])
  })

  test('that is held while a counter that was set back is looked up does not count on by itself', async () => {
    const { job, totals, notes } = loadedJob()
    await job.addReading(reading(0), ours)
    await job.addReading(reading(0), () => {
      job.hold()
      return ours()
    })
    expect(job.isCounting()).toBe(false)
    await job.addReading(reading(1), ours)
    expect([totals, notes]).toEqual([[], ['verified']])
  })
})
