// Writes a file so that nobody ever reads half of it: beside, synced, renamed into place. May touch that file's folder.
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import process from 'node:process'

/** `mode` as for open(2): 0o600 for what only its user may read. Throws the file system's own error and leaves the old file. */
export function writeFileWhole(path: string, content: string | Uint8Array, mode = 0o644): void {
  const beside = `${path}.${process.pid}.tmp`
  const file = openSync(beside, 'w', mode)
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(beside, path)
}
