// Damages the files of a cache anywhere: it still opens, answers and can be filled again.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { openCache, type Cache } from '../../../src-main/cache/cache.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'

const sheets = 60
const cursor = { after: `evt_${'0'.repeat(26)}` }
const clock = manualClock()
const ids = Array.from({ length: sheets }, (_, no) => `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}`)

const damage = fc.record({
  source: fc.constantFrom('whole', 'killed'),
  file: fc.constantFrom('cache.db', 'cache.db-wal'),
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  cut: fc.boolean(),
  bit: fc.integer({ min: 0, max: 7 }),
})

/** Damages a cache so many times. Returns how often it was set aside. */
export function checkDamagedCaches(runs: number): number {
  const root = mkdtempSync(join(tmpdir(), 'kant-cache-'))
  try {
    makeCaches(root)
    let setAside = 0
    fc.assert(
      fc.property(damage, (one) => {
        if (isSetAside(root, one)) setAside += 1
      }),
      { numRuns: runs },
    )
    return setAside
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function makeCaches(root: string): void {
  const undamagedFolder = join(root, 'whole')
  const cache = openCache({ folder: undamagedFolder, clock })
  for (const id of ids) cache.putSheet(id, { ...sampleSheet, id }, 1)
  cache.putEvents({ sheets: [], orders: [], areListsStale: false, cursor })
  // with a write-ahead log beside it, as after a hard end
  cpSync(undamagedFolder, join(root, 'killed'), { recursive: true })
  cache.close()
}

type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never

function isSetAside(root: string, { source, file, place, cut, bit }: Damage): boolean {
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
  const wasSetAside = cache.warnings().length > 0
  cache.close()
  const reopened = openCache({ folder, clock })
  expect(reopened.warnings()).toEqual([])
  expect(askAll(reopened)).toBe(sheets)
  reopened.close()
  rmSync(folder, { recursive: true })
  return wasSetAside
}

/** The number of sheets in it; calls every read. */
function askAll(cache: Cache): number {
  cache.fingerprint()
  cache.cursor()
  cache.listOf('2026-11-24')
  cache.sheetsToFetch({ dates: [], ownBrake: null })
  return ids.filter((id) => cache.sheetOf(id).sheet !== null).length
}
