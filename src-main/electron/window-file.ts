// What the shell remembers of its window from one start to the next, in one small file beside the window's own data. May read
// and write that file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileWhole } from '../platform/write-file-whole.ts'
import { keptWindow, type KeptWindow } from './window-place.ts'

const fileIn = (folder: string): string => join(folder, 'window.json')

/** Null: there is none, or nothing that can be read as one; the window then opens as for the first time. */
export function readKeptWindow(folder: string): KeptWindow | null {
  try {
    return keptWindow.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data ?? null
  } catch {
    return null
  }
}

/** A disk that will not have it costs the window its place, and nothing else. */
export function writeKeptWindow(folder: string, kept: KeptWindow): void {
  try {
    writeFileWhole(fileIn(folder), `${JSON.stringify(keptWindow.parse(kept))}\n`)
  } catch (fault) {
    console.error(`the window's place cannot be kept: ${String(fault)}`)
  }
}
