// Writes a file so that it is either whole or absent: into a temporary file, which is synced and renamed. Accesses the file's folder.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { syncFolderNow } from './sync-folder.ts'

/**
 * `mode` as for open(2): 0o600 for a file that only its user may read. The old file stays until the new one is whole.
 * Throws the file system's error, and then removes what was written.
 */
export function writeFileWhole(path: string, content: string | Uint8Array, mode = 0o644): void {
  const beside = `${path}.${process.pid}.part`
  try {
    writeSynced(beside, typeof content === 'string' ? Buffer.from(content) : content, mode)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  syncFolderNow(dirname(path))
}

function writeSynced(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, 'w', mode)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
