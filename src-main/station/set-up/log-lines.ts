// The last lines of the station's log, newest first, for a technician. Reads the two files of the log and redacts secrets, although
// the log should have none.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { logLevels, type LogView } from '../../../shared/station-api/index.ts'

const maxLines = 1_000
/** 1000 lines need less. */
const maxBytes = 1024 * 1024
const levelOf = (level: number): LogView['lines'][number]['level'] =>
  level >= 50 ? 'error' : level >= 40 ? 'warn' : 'info'
const entry = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') })

export interface LogRequest {
  level: (typeof logLevels)[number]
  /** Only lines with this text; upper and lower case are equal. */
  text: string
}

/** Searches the last 1 000 lines. `redact` removes the secrets of a line before it is searched. */
export function readLogLines(folder: string, { level, text }: LogRequest, redact: (text: string) => string): LogView {
  const lines = [...tail(join(folder, 'station.log.1')), ...tail(join(folder, 'station.log'))].slice(-maxLines)
  const least = logLevels.indexOf(level)
  const wanted = text.trim().toLowerCase()
  const shown = lines
    .map((line) => logLine(redact(line)))
    .filter((line) => logLevels.indexOf(line.level) >= least && line.text.toLowerCase().includes(wanted))
  return { lines: shown.toReversed(), searchedEntries: lines.length }
}

function logLine(text: string): LogView['lines'][number] {
  const parsed = entry.safeParse(parse(text))
  // a truncated line is shown unchanged
  if (!parsed.success) return { loggedAt: null, level: 'warn', text }
  const { level, time, msg, ...rest } = parsed.data
  const fields = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return { loggedAt: new Date(time).toISOString(), level: levelOf(level), text: [msg, ...fields].join('  ') }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The last lines of the file, without a partial first line; none if there is no file. */
function tail(path: string): string[] {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return []
  }
  try {
    const { size } = fstatSync(file)
    const from = Math.max(0, size - maxBytes)
    const bytes = Buffer.alloc(size - from)
    readSync(file, bytes, 0, bytes.length, from)
    return bytes
      .toString('utf8')
      .split('\n')
      .slice(from > 0 ? 1 : 0)
      .filter((line) => line !== '')
  } finally {
    closeSync(file)
  }
}
