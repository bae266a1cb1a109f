// Chooses the station for the window: one that already runs on this computer, else the one of the connected workshop, else the
// sandbox's. Sends requests on loopback; starts and ends the sandbox's service.
import { askForScreen, readAttachFile } from '../../station/attach/index.ts'
import { sandboxStationFolder } from '../../station/sandbox/index.ts'
import { readSettings } from '../../station/settings/index.ts'
import type { HostMode } from './station-host.ts'

export interface HostPlan {
  mode: HostMode
  /** The station's folder. */
  folder: string
  /** The folder for a workshop that is connected on the screen. */
  connectFolder: string
}

export interface HostPlanParts {
  dataFolder: string
  /** False in an older Electron: its Node cannot open the stores. */
  canOpenStores: boolean
  sandbox: {
    /** Resolves also when it could not be started: the station then reports what it cannot reach. */
    up: () => Promise<void>
    down: () => Promise<void>
  }
}

/** Called at each start of the host: meanwhile a station may have started or ended, or a workshop may have been connected. */
export async function planHost({ dataFolder, canOpenStores, sandbox }: HostPlanParts): Promise<HostPlan> {
  const planned = (mode: HostMode, folder: string): HostPlan => ({ mode, folder, connectFolder: dataFolder })
  if (await isRunning(dataFolder)) return planned('attach', dataFolder)
  const folder = stationFolder(dataFolder)
  if (await isRunning(folder)) return planned('attach', folder)
  if (!canOpenStores) return planned('attach', dataFolder)
  await (folder === dataFolder ? sandbox.down() : sandbox.up())
  return planned('run', folder)
}

/** The data folder itself where a workshop is connected, or where the settings cannot be read: the station reports those. */
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
