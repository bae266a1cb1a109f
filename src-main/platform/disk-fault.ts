// Errors by which a disk, and not the content of a file, refuses to read or write; and the disk on which a path is. Reads the file
// system's facts about the path.
import { statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf } from './message-of.ts'

const full = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/
const refusing = /^(SQLITE_(FULL|IOERR|CANTOPEN|READONLY)|ENOSPC|EDQUOT|EIO|EROFS)/
const refusedValue = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|MISUSE)/

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The disk has no space left, or the user may use no more of it. */
export const isDiskFull = (error: unknown): boolean => full.test(codeOf(error))

/** The disk refuses to read or to write. */
export const isDiskFault = (error: unknown): boolean => refusing.test(codeOf(error))

/** The disk or the file prevents reading or writing. False for a value that SQLite refuses. */
export const isStorageFault = (error: unknown): boolean =>
  isDiskFault(error) || (codeOf(error).startsWith('SQLITE_') && !refusedValue.test(codeOf(error)))

/** The error's code and message. */
export function faultMessage(error: unknown): string {
  const code = codeOf(error)
  return code.startsWith('SQLITE_') ? `${code}: ${messageOf(error)}` : messageOf(error)
}

/** The same; for a disk that refuses, also which disk it is, by a path on it, and what is free. */
export const diskMessage = (error: unknown, path: string): string =>
  isDiskFault(error) ? `${faultMessage(error)} (${diskOf(path)})` : faultMessage(error)

/** The mount point of the disk, or its drive, and the free space. */
function diskOf(path: string): string {
  try {
    const { bavail, bsize } = statfsSync(path)
    return `${mountPoint(resolve(path))}: ${Math.floor((bavail * bsize) / 1_000_000)} MB free`
  } catch {
    return path
  }
}

function mountPoint(path: string): string {
  const above = dirname(path)
  return above === path || statSync(above).dev !== statSync(path).dev ? path : mountPoint(above)
}
