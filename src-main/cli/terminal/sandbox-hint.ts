// For whoever asks a data folder that no station has: where the sandbox's station keeps its own. Reads the disk.
import { existsSync } from 'node:fs'
import { sandboxStationFolder } from '../../station/sandbox/index.ts'

/** One sentence; none where no sandbox lies in the folder. */
export function sandboxHint(folder: string): string[] {
  const station = sandboxStationFolder(folder)
  return existsSync(station) ? [`The sandbox that "npm start" runs has its own: --data ${station}`] : []
}
