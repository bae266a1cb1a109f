// The files of orders on the disk, beside the store. A file is whole and written through before its row is committed: a crash
// leaves no row without its file, and what it leaves without a row is cleared at the next start.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Readable } from 'node:stream'
import type { Store } from '../store/store.ts'

export interface AttachmentFiles {
  /** Where uploads are written until they are kept. */
  incoming: string
  /** Takes a whole file from `incoming` to its place, and writes its name through to the disk. */
  keep: (path: string, id: string) => void
  /** Opens a file to be sent. Throws where it is not there. */
  read: (id: string) => Promise<Readable>
  /** At the start: makes the folders, and removes uploads that were broken off. */
  prepare: () => void
  /** Removes files that no row names: those of orders that are gone. */
  sweep: () => void
}

export function attachmentFiles(store: Store): AttachmentFiles {
  const folder = join(store.folder, 'attachments')
  const incoming = join(folder, 'incoming')
  const ids = store.db.prepare<[], string>('SELECT id FROM attachment').pluck()
  return {
    incoming,
    keep: (path, id) => {
      renameSync(path, join(folder, id))
      writeThrough(folder)
    },
    read: async (id) => {
      const file = await open(join(folder, id))
      return file.createReadStream()
    },
    prepare: () => {
      rmSync(incoming, { recursive: true, force: true })
      mkdirSync(incoming, { recursive: true, mode: 0o700 })
      writeThrough(store.folder)
    },
    sweep: () => {
      if (!existsSync(folder)) return
      const known = new Set(ids.all())
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isFile() && !known.has(entry.name)) rmSync(join(folder, entry.name))
      }
    },
  }
}

function writeThrough(folder: string): void {
  // Windows has no way to write a folder through, and needs none: its journal keeps names.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
