// The station's log: JSON lines in one file of the data folder, which is replaced when it is large. Keys and tokens are redacted; bodies
// of calls are never logged.
import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

const largestBytes = 8 * 1024 * 1024

/** One earlier file stays as `station.log.1`. */
export function openLog(folder: string): { log: Log; close: () => void } {
  const path = join(folder, 'station.log')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestBytes) renameSync(path, `${path}.1`)
  const file = pino.destination({ dest: path, mode: 0o600, sync: true })
  const paths = ['key', '*.key', 'authorization', '*.authorization', 'token', '*.token']
  return { log: pino({ base: null, redact: paths }, file), close: () => file.end() }
}
