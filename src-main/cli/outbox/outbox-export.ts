// Exports a store and its journal as one JSON file for support. Neither contains a key. Writes that file; reads the store's files.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { journalFiles, rowAsJson, type StoreReader } from '../../ledger/index.ts'

export interface ExportFrom {
  folder: string
  reader: StoreReader
  /** Milliseconds since 1970. */
  now: number
}

/** Writes row by row, so that memory use does not grow with the store. Throws the file system's error, also if the file exists, and then leaves no partial file. */
export function exportOutbox(path: string, from: ExportFrom): { rows: number; journalLines: number } {
  closeSync(openSync(path, 'wx', 0o600))
  const part = `${path}.part`
  const file = openSync(part, 'w', 0o600)
  try {
    const counted = { rows: 0, journalLines: 0 }
    for (const text of piecesOf(from, counted)) writeSync(file, text)
    fsyncSync(file)
    renameSync(part, path)
    return counted
  } catch (error) {
    rmSync(part, { force: true })
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function* piecesOf(
  { folder, reader, now }: ExportFrom,
  counted: { rows: number; journalLines: number },
): Generator<string> {
  const head = { madeAt: new Date(now).toISOString(), schema: reader.schema, damage: reader.damage() }
  yield `{"outbox":${JSON.stringify({ ...head, setAside: reader.setAside() })},\n"tables":{`
  let between = ''
  for (const [name, { rows, incomplete }] of Object.entries(reader.tables())) {
    yield `${between}\n${JSON.stringify(name)}:{"incomplete":${incomplete},"rows":[`
    for (const [index, row] of rows.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(rowAsJson(row))}`
    counted.rows += rows.length
    yield ']}'
    between = ','
  }
  yield '},\n"journal":{'
  between = ''
  for (const { path } of journalFiles(folder)) {
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
    counted.journalLines += lines.length
    yield `${between}\n${JSON.stringify(basename(path))}:${JSON.stringify(lines, null, 1)}`
    between = ','
  }
  yield '}}\n'
}
