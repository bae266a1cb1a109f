// Marks get the sheets that were read, a few at a time, so that the event loop is not blocked and no sheet is missed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCache, type Cache } from '../../../../src-main/cache/cache.ts'
import { openLedger, type Ledger } from '../../../../src-main/ledger/index.ts'
import { PulledSheets } from '../../../../src-main/station/marks/pulled-sheets.ts'
import { entryOf, sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { manualClock } from '../../../manual-clock.ts'

const today = '2026-06-01'
const markCount = 12
let folder: string
let cache: Cache
let ledger: Ledger
let pulledSheets: PulledSheets
let errors: unknown[]

const sheets = sandboxSheets('today', today)
  .filter(({ bent, approval }) => bent === null && approval.state === 'approved')
  .slice(0, markCount)
const conflictCount = (): number => ledger.marks.summary().needsPerson

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-pulled-sheets-'))
  const clock = manualClock()
  cache = openCache({ folder, clock })
  ledger = openLedger({ folder, clock })
  errors = []
  pulledSheets = new PulledSheets({ cache, ledger, onError: (error) => errors.push(error) })
  for (const sheet of sheets) {
    const mark = { sheet, by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
    const created = ledger.marks.create(mark)
    if (!created.ok) throw new Error(created.error.code)
  }
  const entries = sheets.map((sheet, index) => ({
    ...entryOf(sheet, index + 1),
    reworkCount: sheet.reworkCount + 1,
  }))
  cache.putLists([{ date: today, readAt: new Date(clock.now()).toISOString(), entries, malformed: [] }], () => true)
})
afterEach(async () => {
  pulledSheets.stop()
  await ledger.close()
  cache.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a list with only reworked sheets is handled over several ticks', async () => {
  expect(sheets).toHaveLength(markCount)
  pulledSheets.add({ dates: [today], sheetIds: [] })
  expect(conflictCount()).toBe(0)
  await pulledSheets.settled()
  expect([conflictCount(), errors]).toEqual([markCount, []])
})

test('the first sheets of events are handled at once, and the others before it settles', async () => {
  pulledSheets.add({ dates: [], sheetIds: sheets.map(({ id }) => id) })
  expect(conflictCount()).toBeGreaterThan(0)
  expect(conflictCount()).toBeLessThan(markCount)
  await pulledSheets.settled()
  expect(conflictCount()).toBe(markCount)
})

test('a refusal of the store is reported, and the sheet is handled with the next change', async () => {
  let fails = true
  const { canPullAffect, applyPull } = ledger.marks
  const failing = new PulledSheets({
    cache,
    ledger: {
      marks: {
        canPullAffect,
        applyPull: (sheet) => {
          if (fails) throw new Error('the disk is full')
          applyPull(sheet)
        },
      },
    },
    onError: (error) => errors.push(error),
  })
  failing.add({ dates: [today], sheetIds: [] })
  await failing.settled()
  expect([conflictCount(), errors.length]).toEqual([0, 1])
  fails = false
  failing.add({ dates: [], sheetIds: [] })
  await failing.settled()
  expect(conflictCount()).toBe(markCount)
})

test('nothing is written after the stop', async () => {
  pulledSheets.add({ dates: [today], sheetIds: [] })
  pulledSheets.stop()
  pulledSheets.add({ dates: [today], sheetIds: [] })
  await pulledSheets.settled()
  expect(conflictCount()).toBe(0)
})
