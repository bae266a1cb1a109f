// The rights of a file with secrets. Accesses the disk.
import { chmodSync, statSync } from 'node:fs'
import { isDiskFault } from './disk-fault.ts'

/**
 * Only the file's user can read it afterwards: a file that was restored from a backup may have wider rights. A disk that can only be read
 * keeps the rights as they are.
 */
export function restrictToUser(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!isDiskFault(error)) throw error
  }
}
