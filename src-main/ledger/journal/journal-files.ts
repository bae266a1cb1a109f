// Reads the journal's files in order, line by line, and skips damaged lines. Accesses the folder that it gets.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readLine, type JournalLine } from './journal-line.ts'

export interface JournalFile {
  no: number
  path: string
  bytes: number
}

/** The folder of a store's journal. */
export const journalFolder = (folder: string): string => join(folder, 'journal')

export const journalFileName = (no: number): string => `outbox-${String(no).padStart(6, '0')}.ndjson`

/** The files of the journal in the order in which they were written; none where there is no journal. */
export function journalFiles(folder: string): JournalFile[] {
  const journalPath = journalFolder(folder)
  if (!existsSync(journalPath)) return []
  return readdirSync(journalPath, { withFileTypes: true })
    .flatMap((entry) => {
      const no = /^outbox-(\d{6,})\.ndjson$/.exec(entry.name)?.[1]
      const path = join(journalPath, entry.name)
      return no === undefined || !entry.isFile() ? [] : [{ no: Number(no), path, bytes: statSync(path).size }]
    })
    .toSorted((a, b) => a.no - b.no)
}

interface JournalRead {
  lines: JournalLine[]
  /** Numbers of damaged lines, from 1. A last line that was cut off while it was written does not count. */
  damaged: number[]
}

function readJournalFile({ path }: JournalFile): JournalRead {
  const texts = readFileSync(path, 'utf8').split('\n')
  const read: JournalRead = { lines: [], damaged: [] }
  for (const [index, text] of texts.entries()) {
    const line = readLine(text)
    if (line !== null) read.lines.push(line)
    // the text after the last line feed was never completed
    else if (index < texts.length - 1) read.damaged.push(index + 1)
  }
  return read
}

/** The end of the journal. A start reads nothing else of it. */
export interface JournalEnd {
  store: string
  /** The newest change in it. */
  n: number
  /** The schema of the store that wrote it. */
  schema: number
  /** The first file of the newest copy of the whole store. */
  first: number
  /** Files with damaged lines. */
  damaged: JournalFile[]
}

/** Null: there is no journal, or none of its lines can be read. */
export function journalEnd(folder: string): JournalEnd | null {
  const damaged: JournalFile[] = []
  for (const file of journalFiles(folder).toReversed()) {
    const read = readJournalFile(file)
    if (read.damaged.length > 0) damaged.push(file)
    const last = read.lines.at(-1)
    if (last === undefined) continue
    const heads = read.lines.filter(({ of }) => of === 'journal')
    const schema = Math.max(0, ...heads.map((line) => figure(line, 'schema')))
    const first = Math.max(0, ...heads.map((line) => figure(line, 'first')))
    return { store: last.store, n: last.n, schema, first, damaged }
  }
  return null
}

/** The content of a file's first line. */
export const headRow = ({ schema, first }: Pick<JournalEnd, 'schema' | 'first'>): JournalLine['row'] => ({
  format: 1,
  schema,
  first,
})

const figure = ({ row }: JournalLine, name: string): number => {
  const value = row[name]
  return typeof value === 'number' ? value : 0
}

export interface WholeJournal extends JournalEnd {
  /** The last line of each row, in the order in which these lines were written. */
  rows: JournalLine[]
  /** The number of damaged lines in all files. */
  damagedLines: number
  missingFiles: number
}

/** The whole journal, in memory. Null as for `journalEnd`. `nameOf` returns the same name for two lines of one row. */
export function readJournal(folder: string, nameOf: (line: JournalLine) => string): WholeJournal | null {
  const end = journalEnd(folder)
  if (end === null) return null
  const rows = new Map<string, JournalLine>()
  let damagedLines = 0
  for (const file of journalFiles(folder)) {
    const read = readJournalFile(file)
    damagedLines += read.damaged.length
    for (const line of read.lines) {
      if (line.of === 'journal' || line.store !== end.store) continue
      const name = nameOf(line)
      rows.delete(name)
      rows.set(name, line)
    }
  }
  const present = journalFiles(folder).filter(({ no }) => no >= end.first)
  const missingFiles = (present.at(-1)?.no ?? 0) - end.first + 1 - present.length
  return { ...end, rows: [...rows.values()], damagedLines, missingFiles }
}

/** Readable only by its user. */
export const makeJournalFolder = (path: string): void => void mkdirSync(path, { recursive: true, mode: 0o700 })
