// Writes a file so that it is either whole or not there: beside its place, synced, then renamed into it. May touch that folder.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'

/**
 * `mode` as for open(2): 0o600 for what only its user may read. What stood there before stays until the new file is whole.
 * Throws the file system's own error; then nothing of the new file is left.
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
  syncFolder(dirname(path))
}

function writeSynced(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, 'w', mode)
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The rename itself survives a power loss only once the folder is synced; Windows has no such call and needs none. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
