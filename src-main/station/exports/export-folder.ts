// The folder of exports, and whether files can be written there. Makes and removes a folder in it.
import { mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Settings } from '../settings/index.ts'

export const exportFolderOf = (settings: Pick<Settings, 'exportFolder'> | null, dataFolder: string): string =>
  settings?.exportFolder ?? join(dataFolder, 'exports')

/** Null: the folder exists and takes files. Tries it instead of reading its rights: a network folder or a full disk shows only that way. */
export function checkExportFolder(folder: string): 'folder_missing' | 'folder_not_writable' | null {
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
