// A cache whose files were damaged anywhere: it opens all the same, empty and with a word about it where it must, and answers.
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCache, type Cache } from '../../../src-main/cache/cache.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

const sheets = 60
const cursor = { after: `evt_${'0'.repeat(26)}` }
const clock = manualClock()
const ids = Array.from({ length: sheets }, (_, no) => `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}`)
let root: string
let whole: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kant-cache-'))
  whole = join(root, 'whole')
  const cache = openCache({ folder: whole, clock })
  for (const id of ids) cache.putSheet(id, { ...sampleSheet, id }, 1)
  cache.putEvents({ sheets: [], orders: [], listsStale: false, cursor })
  // with a log beside it, as a hard end leaves it
  cpSync(whole, join(root, 'killed'), { recursive: true })
  cache.close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** How many sheets it has; every question is asked. */
function askAll(cache: Cache): number {
  cache.fingerprint()
  cache.cursor()
  cache.listOf('2026-11-24')
  cache.sheetsToFetch({ dates: [], ownBrake: null })
  return ids.filter((id) => cache.sheetOf(id).sheet !== null).length
}

const damage = fc.record({
  of: fc.constantFrom('whole', 'killed'),
  file: fc.constantFrom('cache.db', 'cache.db-wal'),
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  cut: fc.boolean(),
  bit: fc.integer({ min: 0, max: 7 }),
})

test('a bit flipped or an end cut off anywhere leaves a cache that opens, answers, and can be filled anew', () => {
  let setAside = 0
  fc.assert(
    fc.property(damage, ({ of, file, place, cut, bit }) => {
      const folder = mkdtempSync(join(root, 'run-'))
      cpSync(join(root, of), folder, { recursive: true })
      const path = join(folder, file)
      if (existsSync(path)) {
        const bytes = readFileSync(path)
        const at = Math.floor(place * bytes.length)
        if (cut) truncateSync(path, at)
        else {
          bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
          writeFileSync(path, bytes)
        }
      }
      const cache = openCache({ folder, clock })
      askAll(cache)
      for (const id of ids) cache.putSheet(id, { ...sampleSheet, id }, 1)
      expect(askAll(cache)).toBe(sheets)
      if (cache.warnings().length > 0) setAside += 1
      cache.close()
      const again = openCache({ folder, clock })
      expect(again.warnings()).toEqual([])
      expect(askAll(again)).toBe(sheets)
      again.close()
      rmSync(folder, { recursive: true })
    }),
    { numRuns: 150 },
  )
  expect(setAside).toBeGreaterThan(0)
}, 60_000)
