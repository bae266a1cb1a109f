// Where exports go, and whether they can go where a technician wants them. May make a folder in it, and remove that.
import { mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Settings } from './settings.ts'

export const exportFolderOf = (settings: Pick<Settings, 'exportFolder'> | null, dataFolder: string): string =>
  settings?.exportFolder ?? join(dataFolder, 'exports')

/** Null: it is there and takes files. What rights say of it is not asked: a network's folder or a full disk tells by trying alone. */
export function lookAtFolder(folder: string): 'folder_missing' | 'folder_not_writable' | null {
  if (!isAbsolute(folder) || !isFolder(folder)) return 'folder_missing'
  try {
    rmdirSync(mkdtempSync(join(folder, '.kant-')))
    return null
  } catch {
    return 'folder_not_writable'
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
