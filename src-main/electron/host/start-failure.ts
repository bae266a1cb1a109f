// Why the station host cannot open the station: the host tells the main process, and writes it to the station's log, because a packaged
// app on Windows has no standard error. Writes to that log.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** The message of the host. The main process then ends the host. */
export const startFailure = z.strictObject({ kind: z.literal('start_failed'), reason: z.string() })
export type StartFailure = z.infer<typeof startFailure>

/** pino's level of an error. */
const errorLevel = 50

/** Adds a line to the log of the folder. A disk that refuses it stops nothing. */
export function logStartFailure(folder: string, reason: string, now: number): void {
  const line = { level: errorLevel, time: now, msg: 'the station cannot be opened', reason }
  try {
    appendFileSync(join(folder, 'station.log'), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  } catch {
    // the main process has the reason, too
  }
}
