// Syncs a folder to the disk. Accesses that folder.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import process from 'node:process'

/**
 * A new or renamed file in the folder survives a power loss only after this. Windows has no such call and needs none: NTFS journals names.
 * Throws the file system's error.
 */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** As `syncFolderNow`, but does not block: a slow disk takes seconds. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
