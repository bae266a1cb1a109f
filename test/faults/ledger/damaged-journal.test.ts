// A journal with a damaged line: next to an intact store it is written again, and the store stays as it is. Next to a damaged store, the
// number of a row's change decides which version is the newer one, also where the computer's clock was set back in between.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedger, type Ledger } from '../../../src-main/ledger/index.ts'
import { journalFiles } from '../../../src-main/ledger/journal/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'

let root: string
let whole: string
let states: unknown

const marksIn = (folder: string): unknown => {
  const db = new Database(join(folder, 'outbox.db'), { readonly: true })
  const rows = db.prepare('SELECT operation_id, state FROM mark ORDER BY seq').all()
  db.close()
  return rows
}
const mark = (ledger: Ledger, no: number): string => {
  const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
  const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
  const marked = ledger.marks.create({ sheet, ...base })
  if (!marked.ok) throw new Error(marked.error.code)
  return marked.value.id
}

beforeAll(async () => {
  root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kant-damaged-journal-'))
  whole = join(root, 'whole')
  mkdirSync(whole)
  const clock = manualClock()
  // two runs, so that there are two files
  for (const run of [1, 2]) {
    const ledger = openLedger({ folder: whole, clock })
    mark(ledger, run * 10)
    const undone = mark(ledger, run * 10 + 1)
    await ledger.journal.synced()
    clock.step(-3_600_000)
    if (!ledger.marks.undo(undone).ok) throw new Error('not undone')
    await ledger.journal.synced()
    mark(ledger, run * 10 + 2)
    await ledger.close()
  }
  states = marksIn(whole)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A copy of the folder in which one line of the journal is damaged, counted over all files. */
function copyWithDamagedLine(lineNo: number): string {
  const folder = mkdtempSync(join(root, 'run-'))
  cpSync(whole, folder, { recursive: true })
  let before = 0
  for (const { path } of journalFiles(folder)) {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const index = lineNo - before
    before += lines.length
    const line = lines[index]
    if (line === undefined) continue
    lines[index] = `${line.slice(0, 40)}~${line.slice(41)}`
    writeFileSync(path, `${lines.join('\n')}\n`)
  }
  return folder
}
const lineCount = (): number =>
  journalFiles(whole).reduce((sum, { path }) => sum + readFileSync(path, 'utf8').trimEnd().split('\n').length, 0)

test('a damaged line anywhere sets no intact store aside, and the journal is written again', async () => {
  expect(lineCount()).toBeGreaterThan(15)
  for (let lineNo = 0; lineNo < lineCount(); lineNo += 1) {
    const folder = copyWithDamagedLine(lineNo)
    const ledger = openLedger({ folder, clock: manualClock() })
    const aside = ledger.setAside()
    await ledger.journal.synced()
    const journal = readdirSync(join(folder, 'journal'))
    await ledger.close()
    expect([lineNo, aside, marksIn(folder)]).toEqual([lineNo, null, states])
    expect(journal.filter((name) => name.endsWith('.damaged'))).toHaveLength(1)
    expect(journalFiles(folder)).toHaveLength(1)
    rmSync(folder, { recursive: true })
  }
})

test('a damaged line next to a damaged store revives no undone mark, although the clock was set back', async () => {
  for (let lineNo = 0; lineNo < lineCount(); lineNo += 1) {
    const folder = copyWithDamagedLine(lineNo)
    const db = new Database(join(folder, 'outbox.db'))
    const page = db
      .prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'deviation_open'`)
      .pluck()
      .get()
    const size = Number(db.pragma('page_size', { simple: true }))
    db.close()
    const bytes = readFileSync(join(folder, 'outbox.db'))
    bytes.fill(0xa5, ((page ?? 1) - 1) * size, (page ?? 1) * size)
    writeFileSync(join(folder, 'outbox.db'), bytes)
    const ledger = openLedger({ folder, clock: manualClock() })
    const report = ledger.setAside()
    await ledger.close()
    expect(report).not.toBeNull()
    const verified = JSON.parse(
      JSON.stringify(states).replaceAll('"held"', '"unknown"').replaceAll('"queued"', '"unknown"'),
    )
    expect([lineNo, marksIn(folder)]).toEqual([lineNo, verified])
    rmSync(folder, { recursive: true })
  }
})
