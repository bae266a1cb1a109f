// The loaded job when the disk is full, and when counting stops during a read-back.
import { ok } from '../../../../shared/base/result.ts'
import { describe, expect, test } from 'vitest'
import { Job, type JobEvent } from '../../../../src-main/brake/session/job.ts'
import type { BrakeEvent } from '../../../../src-main/brake/session/brake-event.ts'
import { programOf } from '../../../fixtures/brake-programs.ts'

const reading = (value: number) =>
  ({ value, counts: 'pieces', strokesPerPiece: 1, address: 2, greatest: null, jumpedBackFrom: null }) as const
const isOurs = (): Promise<boolean> => Promise.resolve(true)

function loadedJob() {
  const disk = { full: false }
  const totals: number[] = []
  const notes: JobEvent['kind'][] = []
  const events: BrakeEvent['kind'][] = []
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
    notify: ({ kind }) => void events.push(kind),
  })
  job.begin(programOf(1), null)
  job.startCounting('p', programOf(1), reading(10))
  return { job, disk, totals, notes, events }
}

describe('a loaded job', () => {
  test('still counts if the next job cannot be stored', async () => {
    const { job, disk, totals } = loadedJob()
    disk.full = true
    expect(() => job.begin(programOf(2), null)).toThrow('the disk is full')
    expect(job.loaded()).toMatchObject({ programId: 'p' })
    await job.addReading(reading(11), isOurs)
    expect(totals).toEqual([1])
  })

  test('does not count again without a person if it was held during the read-back after a counter reset', async () => {
    const { job, totals, notes } = loadedJob()
    await job.addReading(reading(0), isOurs)
    await job.addReading(reading(0), () => {
      job.hold()
      return isOurs()
    })
    expect(job.isCounting()).toBe(false)
    await job.addReading(reading(1), isOurs)
    expect([totals, notes]).toEqual([[], ['verified']])
  })
})
