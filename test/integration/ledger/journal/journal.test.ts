// The journal, the second copy of marks and counts: what it contains, when, what a person can read in it, and how its faults are repaired.
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, type Ledger } from '../../../../src-main/ledger/index.ts'
import { journalFolder, readJournal } from '../../../../src-main/ledger/journal/journal-files.ts'
import { readLine, writeLine, type JournalLine } from '../../../../src-main/ledger/journal/journal-line.ts'
import { createJournalWriter } from '../../../../src-main/ledger/journal/journal-writer.ts'
import { journaledTables } from '../../../../src-main/ledger/journal/journaled-tables.ts'
import { nameOfRow } from '../../../../src-main/ledger/store/rebuild.ts'
import { manualClock, type ManualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'
import { untilPasses } from '../../../until-passes.ts'

let folder: string
let clock: ManualClock
let pace: ManualClock
let faults: string[]
let ledger: Ledger

const open = (): Ledger => {
  ledger = openLedger({ folder, clock, journalClock: pace, onError: (fault) => faults.push(String(fault)) })
  return ledger
}
const mark = (no = 1): string => {
  const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
  const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
  const marked = ledger.marks.create({ sheet, ...base })
  if (!marked.ok) throw new Error(marked.error.code)
  return marked.value.id
}
const files = (): string[] => (existsSync(journalFolder(folder)) ? readdirSync(journalFolder(folder)) : [])
const pathOf = (name: string | undefined): string => join(journalFolder(folder), name ?? 'none')
const linesOf = (name: string): string[] => readFileSync(pathOf(name), 'utf8').trimEnd().split('\n')
const lines = (): JournalLine[] => files().flatMap((name) => linesOf(name).flatMap((text) => readLine(text) ?? []))
const linesAbout = (of: string): JournalLine[] => lines().filter((line) => line.of === of)
const inFile = (sql: string): void => {
  const db = new Database(join(folder, 'outbox.db'))
  db.exec(sql)
  db.close()
}

// JSON has no negative zero, and neither has a row
const plain = (line: unknown): unknown => JSON.parse(JSON.stringify(line))
const spoil = (name: string | undefined, line: number): void => {
  const texts = linesOf(name ?? '')
  texts[line] = `${texts[line]?.slice(0, 60)}~${texts[line]?.slice(61)}`
  writeFileSync(pathOf(name), `${texts.join('\n')}\n`)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-journal-'))
  clock = manualClock()
  pace = manualClock()
  faults = []
  open()
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a line', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
  )
  const entry = fc.record({
    store: fc.string(),
    n: fc.nat(),
    at: fc.string(),
    of: fc.string(),
    row: fc.dictionary(
      fc.stringMatching(/^[a-z]+$/),
      fc.oneof(
        value,
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
    ),
  })
  test('is read as it was written, whatever the row contains', () =>
    fc.assert(
      fc.property(entry, (line) => {
        const text = writeLine(line)
        expect(text.indexOf('\n')).toBe(text.length - 1)
        expect(plain(readLine(text.slice(0, -1)))).toEqual(plain(line))
      }),
    ))
  test('with a flipped bit or a missing end is not read', () =>
    fc.assert(
      fc.property(entry, fc.nat(), (line, length) => {
        const bytes = Buffer.from(writeLine(line).slice(0, -1))
        const cut = bytes.subarray(0, length % bytes.length)
        bytes[(length >> 3) % bytes.length] = (bytes[(length >> 3) % bytes.length] ?? 0) ^ (1 << (length & 7))
        expect([readLine(bytes.toString()), readLine(cut.toString())]).toEqual([null, null])
      }),
    ))
})

describe('what the journal contains', () => {
  test('every table of the store, except those listed here with a reason', () => {
    const db = new Database(join(folder, 'outbox.db'), { readonly: true })
    const tables = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all()
    const triggers = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all()
    db.close()
    const notKept = ['change', 'mark_history', 'meta', 'sqlite_sequence']
    expect(tables.toSorted()).toEqual([...journaledTables.map(({ name }) => name), ...notKept].toSorted())
    for (const { name } of journaledTables) expect(triggers).toContain(`${name}_insert_noted`)
  })

  test('a mark with its fixed columns, its job and its drawing, each once', async () => {
    const id = mark()
    await ledger.journal.synced()
    const [line] = linesAbout('mark')
    expect(line?.row).toMatchObject({
      operation_id: id,
      state: 'held',
      by_name: 'KN',
      idempotency_key: id,
      request: null,
    })
    expect(linesAbout('job')).toHaveLength(1)
    expect(JSON.parse(String(linesAbout('drawing')[0]?.row['sheet']))).toEqual({
      ...sampleSheet,
      id: line?.row['sheet_id'],
    })
  })

  test('a step that matters for a restored mark, and no other step', async () => {
    const id = mark()
    await ledger.journal.synced()
    inFile(`UPDATE mark SET state = 'queued'`)
    inFile(`UPDATE mark SET state = 'sending', request = CAST('{"quantity":12}' AS BLOB), first_sent_at = 5`)
    await ledger.journal.synced()
    inFile(`UPDATE mark SET state = 'unknown', attempts = 1`)
    inFile(`UPDATE mark SET state = 'sending'`)
    await ledger.journal.synced()
    inFile(`UPDATE mark SET state = 'delivered', delivered_at = 9`)
    await ledger.journal.synced()
    expect(linesAbout('mark').map(({ row }) => [row['operation_id'], row['state']])).toEqual([
      [id, 'held'],
      [id, 'sending'],
      [id, 'delivered'],
    ])
    expect(readFileSync(pathOf(files()[0]), 'utf8')).toContain(String.raw`"request":{"text":"{\"quantity\":12}"}`)
  })

  test('a change within a second, and not before the tick is answered', async () => {
    await ledger.journal.synced()
    mark()
    expect(linesAbout('mark')).toEqual([])
    pace.advance(1_000)
    await untilPasses(() => expect(linesAbout('mark')).toHaveLength(1))
  })

  test('the pending changes of a killed station, at its next start', async () => {
    mark(1)
    await ledger.journal.synced()
    mark(2)
    const left = mkdtempSync(join(tmpdir(), 'kant-journal-left-'))
    for (const name of ['outbox.db', 'outbox.db-wal']) copyFileSync(join(folder, name), join(left, name))
    await ledger.close()
    rmSync(folder, { recursive: true })
    folder = left
    open()
    await ledger.journal.synced()
    expect(linesAbout('mark')).toHaveLength(2)
    expect(ledger.setAside()).toBeNull()
  })

  test('nothing if nothing changed', async () => {
    mark()
    await ledger.close()
    const before = files()
    for (const _ of [1, 2, 3]) await open().close()
    expect(files()).toEqual(before)
  })
})

describe('a journal that cannot be written', () => {
  test('is reported, refuses no mark, and is completed when it works again', async () => {
    await ledger.close()
    writeFileSync(journalFolder(folder), 'in the way')
    open()
    const problems: (string | null)[] = []
    ledger.subscribe(({ kind }) => kind === 'marks' && problems.push(ledger.journal.problem()))
    expect(ledger.journal.problem()).toMatch(/EEXIST|ENOTDIR/)
    mark()
    expect(ledger.marks.summary().held).toBe(1)
    await untilPasses(() => {
      pace.advance(1_000)
      expect(faults.length).toBeGreaterThan(1)
    })
    rmSync(journalFolder(folder))
    await untilPasses(() => {
      pace.advance(10_000)
      expect(ledger.journal.problem()).toBeNull()
    })
    expect(linesAbout('mark')).toHaveLength(1)
    expect(problems).toEqual([expect.stringMatching(/EEXIST|ENOTDIR/), null])
  })
})

test('a file that could not be created leaves no gap in the numbers', async () => {
  let fails = true
  const head = (): string => {
    if (fails) throw new Error('no room')
    return ''
  }
  const inside = join(folder, 'apart')
  const writer = createJournalWriter({ folder: inside, nextNo: 7, head })
  await expect(writer.append('a')).rejects.toThrow('no room')
  fails = false
  await writer.append('b')
  await writer.close()
  await writer.append('c')
  await writer.close()
  expect(readdirSync(inside)).toEqual(['outbox-000007.ndjson', 'outbox-000008.ndjson'])
})

describe('a journal that was damaged', () => {
  test('loses only that line, is reported, and is written again from the store; the damaged file remains', async () => {
    for (const no of [1, 2, 3]) mark(no)
    await ledger.close()
    const [name] = files()
    spoil(name, 3)
    expect(readJournal(folder, nameOfRow)).toMatchObject({ damagedLines: 1, missingFiles: 0 })
    open()
    await ledger.journal.synced()
    expect(faults).toEqual([expect.stringMatching(/written again from the store: .*outbox-000001\.ndjson is damaged/)])
    expect(files().toSorted()).toEqual([`${name}.damaged`, 'outbox-000002.ndjson'].toSorted())
    const now = readJournal(folder, nameOfRow)
    expect(now).toMatchObject({ damagedLines: 0, missingFiles: 0 })
    expect(now?.rows.filter(({ of }) => of === 'mark')).toHaveLength(3)
    expect(ledger.setAside()).toBeNull()
  })

  test('is valid if only its last line is incomplete', async () => {
    mark()
    await ledger.close()
    appendFileSync(pathOf(files()[0]), '1234abcd {"store":"half of a li')
    open()
    mark(2)
    await ledger.journal.synced()
    expect([faults, readJournal(folder, nameOfRow)]).toMatchObject([[], { damagedLines: 0 }])
    expect(linesAbout('mark')).toHaveLength(2)
  })

  test('and deleted is created again from the store, including its history', async () => {
    mark(1)
    inFile(`UPDATE mark SET state = 'delivered', delivered_at = 9, changed_at = 9`)
    mark(2)
    await ledger.close()
    rmSync(journalFolder(folder), { recursive: true })
    open()
    await ledger.journal.synced()
    expect(linesAbout('mark').map(({ row }) => row['state'])).toEqual(expect.arrayContaining(['held', 'delivered']))
    expect(linesAbout('drawing')).toHaveLength(2)
  })

  test('by the loss of its newest file, which the store no longer has as pending, is written again', async () => {
    mark(1)
    await ledger.close()
    open()
    mark(2)
    await ledger.close()
    rmSync(pathOf('outbox-000002.ndjson'))
    open()
    await ledger.journal.synced()
    expect(linesAbout('mark')).toHaveLength(2)
    expect(files()).toEqual(['outbox-000002.ndjson'])
  })

  test('by a missing file is reported', async () => {
    mark(1)
    await ledger.close()
    open()
    mark(2)
    await ledger.close()
    open()
    mark(3)
    await ledger.close()
    rmSync(pathOf('outbox-000002.ndjson'))
    expect(readJournal(folder, nameOfRow)).toMatchObject({ missingFiles: 1 })
  })
})

test('a journal of very many files is written again as one', async () => {
  mark(1)
  await ledger.close()
  const [name] = files()
  for (let no = 2; no <= 301; no += 1)
    copyFileSync(pathOf(name), pathOf(`outbox-${String(no).padStart(6, '0')}.ndjson`))
  open()
  await ledger.journal.synced()
  expect(files()).toEqual(['outbox-000302.ndjson'])
  expect(linesAbout('mark')).toHaveLength(1)
})
