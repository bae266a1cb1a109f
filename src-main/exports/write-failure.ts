// Why a file could not be written, told apart by what a person does about it, and whether the others are worth a try. Pure.
import { messageOf } from '../platform/message-of.ts'

export const exportFailureCodes = [
  /** Another program has the file open, or it is write-protected; the others are written. */
  'file_held',
  'disk_full',
  /** The folder is write-protected, on a disk that is, or is a file. */
  'folder_refused',
  'write_failed',
  'worker_failed',
] as const
export type ExportFailureCode = (typeof exportFailureCodes)[number]

export interface ExportFailure {
  readonly code: ExportFailureCode
  /** Names of the files that were not written. */
  readonly files: readonly string[]
  /** What the system said, for the technician. */
  readonly message: string
}

const held: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EACCES', 'EISDIR', 'EEXIST', 'ENOTEMPTY'])
const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const refused: ReadonlySet<string> = new Set(['EROFS', 'EPERM', 'EACCES', 'ENOTDIR', 'EEXIST'])

/** A file is written beside its place and then renamed into it: only the second can meet a file that somebody holds. */
export function writeFailure(name: string, error: unknown): ExportFailure {
  const { code, syscall } = systemErrorOf(error)
  return {
    code: full.has(code)
      ? 'disk_full'
      : syscall === 'rename' && held.has(code)
        ? 'file_held'
        : refused.has(code)
          ? 'folder_refused'
          : 'write_failed',
    files: [name],
    message: messageOf(error),
  }
}

function systemErrorOf(error: unknown): { code: string; syscall: string } {
  if (!(error instanceof Error)) return { code: '', syscall: '' }
  const { code, syscall }: NodeJS.ErrnoException = error
  return { code: code ?? '', syscall: syscall ?? '' }
}
