// Stores the window's place from one start to the next. Reads and writes one small file in the window's data folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { storedWindow, type StoredWindow } from './window-place.ts'

const fileIn = (folder: string): string => join(folder, 'window.json')

/** Null: there is no valid file; the window then opens as at the first start. */
export function readStoredWindow(folder: string): StoredWindow | null {
  try {
    return storedWindow.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data ?? null
  } catch {
    return null
  }
}

/** When the disk fails, only the window's place is lost. */
export function writeStoredWindow(folder: string, kept: StoredWindow): void {
  try {
    writeFileWhole(fileIn(folder), `${JSON.stringify(storedWindow.parse(kept))}\n`)
  } catch (fault) {
    console.error(`the window's place cannot be stored: ${String(fault)}`)
  }
}
