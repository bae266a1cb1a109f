// Why a file could not be written, classified by what a person does about it, and whether the export continues. Pure.
import { messageOf } from '../platform/message-of.ts'

export const exportFailureCodes = [
  /** Another program has the file open, or it is write-protected; the others are written. */
  'file_held',
  'disk_full',
  /** The folder or its disk is write-protected, or the path is a file. */
  'folder_refused',
  'write_failed',
  'worker_failed',
] as const
type ExportFailureCode = (typeof exportFailureCodes)[number]

export interface ExportFailure {
  readonly code: ExportFailureCode
  /** Names of the files that were not written. */
  readonly files: readonly string[]
  /** The system's message, for the technician. */
  readonly message: string
}

const held: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EACCES', 'EISDIR', 'EEXIST', 'ENOTEMPTY'])
const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const refused: ReadonlySet<string> = new Set(['EROFS', 'EPERM', 'EACCES', 'ENOTDIR', 'EEXIST'])

/** A file is written under a temporary name and then renamed: only the rename can fail because another program has the file open. */
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
