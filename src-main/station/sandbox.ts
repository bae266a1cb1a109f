// The sandbox workshop that the app runs on while nothing is set up: its service beside the station, and the station told of
// its address and key. May touch the folder `sandbox` in the data folder.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { openFolderKeys } from './folder-keys.ts'
import { startService, type RunningService, type StartProgram } from './sandbox-service.ts'
import { readSettings, writeSettings } from './settings.ts'
import type { SystemKeyStore } from './system-key-store.ts'

/** How the workshop's two programs are started here: plain Node's are others than a packaged app's. */
export interface SandboxPrograms {
  service: StartProgram
  /** One command of the workshop's own desk; returns what it prints. Rejects where it fails. */
  desk: (words: string[]) => Promise<string>
}

export interface SandboxOptions {
  programs: SandboxPrograms
  dataFolder: string
  /** Told when the service ends without having been asked to. */
  onDeath: (how: string) => void
  /** Left out: the system's own. */
  systemKeyStore?: SystemKeyStore
}

export const sandboxStationFolder = (dataFolder: string): string => join(dataFolder, 'sandbox', 'station')

/** Returns once the service answers and the station's folder knows it. The same port is tried again at each start. */
export async function startSandbox({
  programs,
  dataFolder,
  onDeath,
  systemKeyStore,
}: SandboxOptions): Promise<RunningService> {
  const folder = sandboxStationFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const before = readSettings(folder)?.baseUrl ?? null
  const workshopFolder = join(dataFolder, 'sandbox', 'workshop')
  const start = (port: number): Promise<RunningService> =>
    startService(programs.service, { dataFolder: workshopFolder, port, onDeath })
  const port = before === null ? 0 : Number(new URL(before).port)
  const service = port === 0 ? await start(0) : await start(port).catch(() => start(0))
  try {
    const safe = await openFolderKeys(folder, systemClock, systemKeyStore)
    const kept = before === null ? null : await safe.get(before)
    const key = service.keys?.maskin ?? kept ?? (await makeKey(programs, workshopFolder))
    if (key !== kept || service.baseUrl !== before) await safe.set(service.baseUrl, key)
    if (before !== null && service.baseUrl !== before) await safe.remove(before)
    writeSettings(folder, { baseUrl: service.baseUrl })
    return service
  } catch (fault) {
    await service.stop()
    throw fault
  }
}

/** For a workshop whose keys were shown before and are not kept any more. */
async function makeKey({ desk }: SandboxPrograms, workshopFolder: string): Promise<string> {
  const said = await desk(['--data', workshopFolder, 'key', 'make', 'maskin', '--purpose', 'maskin'])
  return said.trim()
}
