// A cache whose files are damaged anywhere still opens and answers. If it lost its content, it is empty and has a warning.
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCache, type Cache } from '../../../src-main/cache/cache.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'

const sheets = 60
const cursor = { after: `evt_${'0'.repeat(26)}` }
const clock = manualClock()
const ids = Array.from({ length: sheets }, (_, no) => `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}`)
let root: string
let undamagedFolder: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kant-cache-'))
  undamagedFolder = join(root, 'whole')
  const cache = openCache({ folder: undamagedFolder, clock })
  for (const id of ids) cache.putSheet(id, { ...sampleSheet, id }, 1)
  cache.putEvents({ sheets: [], orders: [], listsStale: false, cursor })
  // with a write-ahead log beside it, as after a hard end
  cpSync(undamagedFolder, join(root, 'killed'), { recursive: true })
  cache.close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The number of sheets in it; calls every read. */
function askAll(cache: Cache): number {
  cache.fingerprint()
  cache.cursor()
  cache.listOf('2026-11-24')
  cache.sheetsToFetch({ dates: [], ownBrake: null })
  return ids.filter((id) => cache.sheetOf(id).sheet !== null).length
}

const damage = fc.record({
  source: fc.constantFrom('whole', 'killed'),
  file: fc.constantFrom('cache.db', 'cache.db-wal'),
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  cut: fc.boolean(),
  bit: fc.integer({ min: 0, max: 7 }),
})

test('after a bit is flipped or the end is cut off anywhere, the cache opens, answers and can be filled again', () => {
  let setAside = 0
  fc.assert(
    fc.property(damage, ({ source, file, place, cut, bit }) => {
      const folder = mkdtempSync(join(root, 'run-'))
      cpSync(join(root, source), folder, { recursive: true })
      const path = join(folder, file)
      if (existsSync(path)) {
        const bytes = readFileSync(path)
        const position = Math.floor(place * bytes.length)
        if (cut) truncateSync(path, position)
        else {
          bytes[position] = (bytes[position] ?? 0) ^ (1 << bit)
          writeFileSync(path, bytes)
        }
      }
      const cache = openCache({ folder, clock })
      askAll(cache)
      for (const id of ids) cache.putSheet(id, { ...sampleSheet, id }, 1)
      expect(askAll(cache)).toBe(sheets)
      if (cache.warnings().length > 0) setAside += 1
      cache.close()
      const reopened = openCache({ folder, clock })
      expect(reopened.warnings()).toEqual([])
      expect(askAll(reopened)).toBe(sheets)
      reopened.close()
      rmSync(folder, { recursive: true })
    }),
    { numRuns: 150 },
  )
  expect(setAside).toBeGreaterThan(0)
})
