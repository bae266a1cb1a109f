// Marks are told of what was read anew a few at a time, so that the loop is never held up, and none is left out.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCache, type Cache } from '../../../src-main/cache/cache.ts'
import { openOutbox, type Outbox } from '../../../src-main/outbox/index.ts'
import { createMarkNotices, type MarkNotices } from '../../../src-main/station/notice-marks.ts'
import { entryOf, sandboxSheets } from '../../end-to-end/screen/sandbox-day.ts'
import { manualClock } from '../../manual-clock.ts'

const today = '2026-06-01'
const marked = 12
let folder: string
let cache: Cache
let outbox: Outbox
let notices: MarkNotices
let faults: unknown[]

const sheets = sandboxSheets('today', today)
  .filter(({ bent, approval }) => bent === null && approval.state === 'approved')
  .slice(0, marked)
const inConflict = (): number => outbox.marks.summary().needsPerson

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-notices-'))
  const clock = manualClock()
  cache = openCache({ folder, clock })
  outbox = openOutbox({ folder, clock })
  faults = []
  notices = createMarkNotices({ cache, outbox, onFault: (fault) => faults.push(fault) })
  for (const sheet of sheets) {
    const mark = { sheet, by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
    const taken = outbox.marks.create(mark)
    if (!taken.ok) throw new Error(taken.code)
  }
  const entries = sheets.map((sheet, index) => ({
    ...entryOf(sheet, index + 1),
    reworkCount: sheet.reworkCount + 1,
  }))
  cache.putLists([{ date: today, readAt: new Date(clock.now()).toISOString(), entries, malformed: [] }], () => true)
})
afterEach(async () => {
  notices.stop()
  await outbox.close()
  cache.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a list on which every sheet was reworked is told turn by turn', async () => {
  expect(sheets).toHaveLength(marked)
  notices.notice({ dates: [today], sheetIds: [] })
  expect(inConflict()).toBe(0)
  await notices.settled()
  expect([inConflict(), faults]).toEqual([marked, []])
})

test('of sheets that events told of, the first are told at once and the rest before it is settled', async () => {
  notices.notice({ dates: [], sheetIds: sheets.map(({ id }) => id) })
  expect(inConflict()).toBeGreaterThan(0)
  expect(inConflict()).toBeLessThan(marked)
  await notices.settled()
  expect(inConflict()).toBe(marked)
})

test('what the store would not take is told of, and taken with the next change', async () => {
  let fails = true
  const { concerns, notice } = outbox.marks
  const failing = createMarkNotices({
    cache,
    outbox: {
      marks: {
        concerns,
        notice: (sheet) => {
          if (fails) throw new Error('the disk is full')
          notice(sheet)
        },
      },
    },
    onFault: (fault) => faults.push(fault),
  })
  failing.notice({ dates: [today], sheetIds: [] })
  await failing.settled()
  expect([inConflict(), faults.length]).toEqual([0, 1])
  fails = false
  failing.notice({ dates: [], sheetIds: [] })
  await failing.settled()
  expect(inConflict()).toBe(marked)
})

test('after the stop nothing is written any more', async () => {
  notices.notice({ dates: [today], sheetIds: [] })
  notices.stop()
  notices.notice({ dates: [today], sheetIds: [] })
  await notices.settled()
  expect(inConflict()).toBe(0)
})
