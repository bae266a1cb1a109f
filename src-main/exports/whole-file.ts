// A file that is either whole or not there: written beside its place, synced, then renamed into it. Touches the disk.
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes `bytes` to `folder`/`name`, making the folder where it is missing. What stood there before stays until the new file is
 * whole. Throws the system's error; then nothing of the new file is left.
 */
export async function writeWholeFile(folder: string, name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  const beside = join(folder, `.${name}.part`)
  await mkdir(folder, { recursive: true })
  try {
    const file = await open(beside, 'w')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
  return path
}

/** The rename itself survives a power loss only once the folder is synced; Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
