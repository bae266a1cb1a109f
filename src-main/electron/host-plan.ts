// Which station the window shows: one that runs here already, else the connected workshop's, else the sandbox's. May ask on loopback
// and have the sandbox's workshop started and ended.
import { askForScreen, readAttachFile } from '../station/attach-file.ts'
import { sandboxStationFolder } from '../station/sandbox.ts'
import { readSettings } from '../station/settings.ts'
import type { HostMode } from './station-host.ts'

export interface HostPlan {
  mode: HostMode
  /** The station's. */
  folder: string
  /** Where a workshop goes that is connected on the screen. */
  connectFolder: string
}

export interface HostPlanParts {
  dataFolder: string
  /** An older Electron's Node cannot open the stores. */
  canOpenStores: boolean
  sandbox: {
    /** Resolves also where it could not be brought up: the station then says what it cannot reach. */
    up: () => Promise<void>
    down: () => Promise<void>
  }
}

/** Asked at each start of the host: a station may have come or gone, and a workshop have been connected, in between. */
export async function planHost({ dataFolder, canOpenStores, sandbox }: HostPlanParts): Promise<HostPlan> {
  const planned = (mode: HostMode, folder: string): HostPlan => ({ mode, folder, connectFolder: dataFolder })
  if (await isRunning(dataFolder)) return planned('attach', dataFolder)
  const folder = stationFolder(dataFolder)
  if (await isRunning(folder)) return planned('attach', folder)
  if (!canOpenStores) return planned('attach', dataFolder)
  await (folder === dataFolder ? sandbox.down() : sandbox.up())
  return planned('run', folder)
}

/** The data folder's own where a workshop is connected, or settings lie that cannot be read: the station complains of those. */
export function stationFolder(dataFolder: string): string {
  try {
    return readSettings(dataFolder) === null ? sandboxStationFolder(dataFolder) : dataFolder
  } catch {
    return dataFolder
  }
}

async function isRunning(folder: string): Promise<boolean> {
  const running = readAttachFile(folder)
  return running !== null && (await askForScreen(running)) !== null
}
