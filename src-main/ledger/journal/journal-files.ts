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

/** The lines of a file in their order; null: a damaged line. A last line that was cut off while it was written is left out. */
function readJournalFile({ path }: JournalFile): (JournalLine | null)[] {
  const texts = readFileSync(path, 'utf8').split('\n')
  // the text after the last line feed was never completed
  const whole = texts.length - 1
  return texts.flatMap((text, index) => {
    const line = readLine(text)
    return line === null && index === whole ? [] : [line]
  })
}

/** The end of the journal. */
export interface JournalEnd {
  store: string
  /** The newest change in it. */
  n: number
  /** The schema of the store that wrote it. */
  schema: number
  /** The first file of the newest copy of the whole store. */
  first: number
}

/** Null: there is no journal, or none of its lines can be read. */
export function journalEnd(folder: string): JournalEnd | null {
  for (const file of journalFiles(folder).toReversed()) {
    const lines = readJournalFile(file).filter((line) => line !== null)
    const last = lines.at(-1)
    if (last === undefined) continue
    const heads = lines.filter(({ of }) => of === 'journal')
    const schema = Math.max(0, ...heads.map((line) => figure(line, 'schema')))
    const first = Math.max(0, ...heads.map((line) => figure(line, 'first')))
    return { store: last.store, n: last.n, schema, first }
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

export interface WholeJournal extends JournalEnd, JournalDamage {
  /** The last line of each row, in the order in which these lines were written. */
  rows: JournalLine[]
}

interface JournalDamage {
  damagedFiles: JournalFile[]
  /** The number of damaged lines in them. */
  damagedLines: number
  missingFiles: number
  /** A lost line may be a newer version of a row whose last line has a lower number of its change. 0: no line is lost. */
  hidesBefore: number
}

/** The whole journal, in memory. Null as for `journalEnd`. `nameOf` returns the same name for two lines of one row. */
export function readJournal(folder: string, nameOf: (line: JournalLine) => string): WholeJournal | null {
  const end = journalEnd(folder)
  if (end === null) return null
  const rows = new Map<string, JournalLine>()
  const damage: JournalDamage = { damagedFiles: [], damagedLines: 0, missingFiles: 0, hidesBefore: 0 }
  let last = { no: end.first - 1, n: 0 }
  let isLost = false
  for (const file of journalFiles(folder)) {
    const lines = readJournalFile(file)
    const damagedLines = lines.filter((line) => line === null).length
    if (damagedLines > 0) damage.damagedFiles.push(file)
    damage.damagedLines += damagedLines
    const missing = Math.max(0, file.no - Math.max(last.no, end.first - 1) - 1)
    damage.missingFiles += missing
    isLost ||= missing > 0
    for (const line of lines) {
      // the head of a file states how far the files before it reach
      isLost ||= line === null || (line.of === 'journal' && last.n > 0 && line.n > last.n)
      if (line === null) continue
      if (isLost) damage.hidesBefore = line.n
      isLost = false
      last = { no: file.no, n: line.n }
      if (line.of === 'journal' || line.store !== end.store) continue
      const name = nameOf(line)
      rows.delete(name)
      rows.set(name, line)
    }
    last.no = file.no
  }
  if (isLost) damage.hidesBefore = Infinity
  return { ...end, ...damage, rows: [...rows.values()] }
}

/** Readable only by its user. */
export const makeJournalFolder = (path: string): void => void mkdirSync(path, { recursive: true, mode: 0o700 })
