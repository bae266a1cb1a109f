// A store that is damaged anywhere, even where SQLite's own check does not look: a mark is never lost or changed without a report.
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedger } from '../../../src-main/ledger/index.ts'
import { NewerFileError } from '../../../src-main/platform/sqlite.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'
import { runCount } from '../../only-long.ts'

const sheetIdOf = (no: number): string => `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}`
const fastDisk = '/dev/shm'
const marks = 20
const clock = manualClock()
let root: string
/** The share of the killed station's log at which its last commit begins. */
let lastCommit: number

/** What was marked, and its drawing. The state is left out, because it may have changed since. */
function storedContent(folder: string): unknown {
  const db = new Database(join(folder, 'outbox.db'), { readonly: true })
  const rows = [
    db.prepare(`SELECT operation_id, job_id, sheet_id, drawing_version, rework_count, drawing_hash, by_name, quantity, pieces,
      marked_at, fingerprint, idempotency_key, request, target_drawing_hash FROM mark ORDER BY seq`),
    db.prepare('SELECT * FROM drawing ORDER BY sheet_id'),
    db.prepare('SELECT id, sheet_id, drawing_hash, state FROM job ORDER BY id'),
  ].map((statement) => statement.all())
  db.close()
  return rows
}

function marksIn(folder: string): unknown {
  const db = new Database(join(folder, 'outbox.db'), { readonly: true })
  const count = db.prepare('SELECT count(*) FROM mark').pluck().get()
  db.close()
  return count
}

beforeAll(async () => {
  root = mkdtempSync(join(existsSync(fastDisk) ? fastDisk : tmpdir(), 'kant-damaged-'))
  const undamagedFolder = join(root, 'whole')
  mkdirSync(undamagedFolder)
  const ledger = openLedger({ folder: undamagedFolder, clock })
  for (let no = 0; no < marks; no += 1) {
    const sheet = { ...sampleSheet, id: sheetIdOf(no) }
    ledger.marks.create({ sheet, by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 })
  }
  await ledger.journal.synced()
  // with its log beside it, as after a hard end
  cpSync(undamagedFolder, join(root, 'killed'), { recursive: true })
  lastCommit = lastCommitOf(readFileSync(join(root, 'killed', 'outbox.db-wal')))
  await ledger.close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Format: sqlite.org/fileformat2.html, section 4. The log ends with a complete commit. */
function lastCommitOf(log: Buffer): number {
  const frameBytes = 24 + log.readUInt32BE(8)
  let begin = log.length - frameBytes
  while (begin > 32 && log.readUInt32BE(begin - frameBytes + 4) === 0) begin -= frameBytes
  return begin / log.length
}

const placeCount = 1_000_000
const damage = fc.record({
  source: fc.constantFrom('whole', 'killed'),
  file: fc.constantFrom('outbox.db', 'outbox.db', 'outbox.db-wal'),
  // most numbers of fc.double are near 0
  places: fc.array(
    fc.integer({ min: 0, max: placeCount - 1 }).map((place) => place / placeCount),
    { minLength: 1, maxLength: 3 },
  ),
  cut: fc.integer({ min: 0, max: 4 }).map((dice) => dice === 0),
})
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never

/** A damaged copy of the station's folder. */
function copyDamaged({ source, file, places, cut }: Damage, withJournal: boolean): string {
  const folder = mkdtempSync(join(root, 'run-'))
  cpSync(join(root, source), folder, { recursive: true })
  if (!withJournal) rmSync(join(folder, 'journal'), { recursive: true })
  const path = join(folder, file)
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  if (bytes.length === 0) return folder
  if (cut) truncateSync(path, Math.floor((places[0] ?? 0) * bytes.length))
  else {
    for (const place of places) {
      const bit = Math.floor(place * bytes.length * 8)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    }
    writeFileSync(path, bytes)
  }
  return folder
}

/** Null if the store was refused as one of a newer program and left unchanged. */
async function openAndClose(folder: string): Promise<{ isReported: boolean; incomplete: boolean } | null> {
  const path = join(folder, 'outbox.db')
  const before = readFileSync(path)
  try {
    const ledger = openLedger({ folder, clock })
    const aside = ledger.setAside()
    await ledger.close()
    return { isReported: aside !== null, incomplete: aside?.incomplete ?? false }
  } catch (error) {
    if (!(error instanceof NewerFileError)) throw error
    if (!readFileSync(path).equals(before)) throw new Error('a store was refused and changed', { cause: error })
    return null
  }
}

test('a bit of the key of a drawing, in its row or in the index, leaves no second drawing', async () => {
  const bytes = readFileSync(join(root, 'whole', 'outbox.db'))
  const places: number[] = []
  const sheetId = sheetIdOf(2)
  for (let begin = bytes.indexOf(sheetId); begin >= 0; begin = bytes.indexOf(sheetId, begin + 1))
    places.push(begin / bytes.length)
  expect(places.length).toBeGreaterThan(2)
  for (const place of places) {
    const folder = copyDamaged({ source: 'whole', file: 'outbox.db', places: [place], cut: false }, true)
    await openAndClose(folder)
    expect(storedContent(folder)).toEqual(storedContent(join(root, 'whole')))
    rmSync(folder, { recursive: true })
  }
})

test('a damaged name of a column loses no row that the journal has', async () => {
  const bytes = readFileSync(join(root, 'killed', 'outbox.db'))
  const column = bytes.indexOf('fingerprint', bytes.indexOf('CREATE TABLE mark'))
  // the header, too: without its damage the log hides the damage of the schema
  const places = [column / bytes.length, 0]
  const folder = copyDamaged({ source: 'killed', file: 'outbox.db', places, cut: false }, true)
  expect(await openAndClose(folder)).toMatchObject({ isReported: true })
  expect(storedContent(folder)).toEqual(storedContent(join(root, 'whole')))
})

test('a damaged store with a journal is restored exactly, wherever the damage is', async () => {
  const undamagedFolder = storedContent(join(root, 'whole'))
  let rebuilt = 0
  await fc.assert(
    fc.asyncProperty(damage, async (done) => {
      const folder = copyDamaged(done, true)
      const outcome = await openAndClose(folder)
      expect(outcome === null ? undamagedFolder : storedContent(folder)).toEqual(undamagedFolder)
      if (outcome?.isReported === true) rebuilt += 1
      rmSync(folder, { recursive: true })
    }),
    { numRuns: runCount(20, 150) },
  )
  expect(rebuilt).toBeGreaterThan(runCount(2, 20))
})

test(
  'without a journal, a mark is lost only if the station reports that marks may be missing',
  { tags: 'long' },
  async () => {
    const { size } = statSync(join(root, 'whole', 'outbox.db'))
    await fc.assert(
      fc.asyncProperty(damage, async (done) => {
        // a log that is cut short in both copies is a valid shorter log, so the loss cannot be noticed
        fc.pre(!done.cut || done.file === 'outbox.db')
        // damage of the last commit looks like a power cut before it was complete
        fc.pre(done.file === 'outbox.db' || done.places.every((place) => place < lastCommit))
        const folder = copyDamaged(done, false)
        const outcome = await openAndClose(folder)
        expect(outcome === null || outcome.incomplete ? marks : marksIn(folder)).toBe(marks)
        rmSync(folder, { recursive: true })
      }),
      {
        numRuns: 80,
        // SQLite takes a file of one byte for an empty one
        examples: [0, 1].map((bytes) => [
          { source: 'whole', file: 'outbox.db', places: [(bytes + 0.5) / size], cut: true },
        ]),
      },
    )
  },
)
