// Everything that a store and its journal hold, as one JSON file for whoever is asked for help. No key is in either. Touches the file
// that it writes, and reads the store's.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { journalFiles, rowAsJson, type StoreReader } from '../../ledger/index.ts'

export interface ExportFrom {
  folder: string
  reader: StoreReader
  /** Milliseconds since 1970. */
  now: number
}

/** Row by row, so that its length does not matter. Throws the file system's error, then nothing of it is left; refuses a file that is there. */
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
