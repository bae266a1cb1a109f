// The files of orders, in a folder next to the store. A file is complete and synced before its row is committed. So a crash leaves no row
// without a file; files without a row are deleted at the next start.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { attachmentsFolderOf, syncFolderNow } from '../store/index.ts'
import type { Store } from '../store/index.ts'

export interface AttachmentFiles {
  /** The folder of uploads that are not stored yet. */
  incoming: string
  /** Moves a complete file from `incoming` to its place, and syncs the folder. */
  store: (path: string, id: string) => void
  /** Opens a file for reading. Throws if it does not exist. */
  read: (id: string) => Promise<Readable>
  /** Creates the folders, and deletes incomplete uploads. Called at the start. */
  prepare: () => void
  /** Deletes files without a row: those of deleted orders. */
  deleteOrphans: () => void
}

export function attachmentFiles(store: Store): AttachmentFiles {
  const folder = attachmentsFolderOf(store.folder)
  const incoming = join(folder, 'incoming')
  const ids = store.db.prepare<[], string>('SELECT id FROM attachment').pluck()
  return {
    incoming,
    store: (path, id) => {
      renameSync(path, join(folder, id))
      syncFolderNow(folder)
    },
    read: async (id) => {
      const file = await open(join(folder, id))
      return file.createReadStream()
    },
    prepare: () => {
      rmSync(incoming, { recursive: true, force: true })
      mkdirSync(incoming, { recursive: true, mode: 0o700 })
      syncFolderNow(store.folder)
    },
    deleteOrphans: () => {
      if (!existsSync(folder)) return
      const knownIds = new Set(ids.all())
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isFile() && !knownIds.has(entry.name)) rmSync(join(folder, entry.name))
      }
    },
  }
}
