// Names the sandbox station's folder to a person who gave a data folder without a station. Reads the disk.
import { existsSync } from 'node:fs'
import { sandboxStationFolder } from '../../station/sandbox/index.ts'

/** One sentence; empty if the folder has no sandbox. */
export function sandboxHint(folder: string): string[] {
  const station = sandboxStationFolder(folder)
  return existsSync(station) ? [`The sandbox of "npm start" has its own folder: --data ${station}`] : []
}
