// The sandbox on which the app runs while no workshop is connected: starts its service and stores its address and key for the
// station. Accesses the folder `sandbox` in the data folder.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { openFolderKeys, type SystemKeyStore } from '../keys/index.ts'
import { startService, type RunningService, type StartProgram } from './sandbox-service.ts'
import { readSettings, writeSettings } from '../settings/index.ts'

/** Starts the service's two programs; a packaged app starts them differently from plain Node. */
export interface SandboxPrograms {
  service: StartProgram
  /** Runs a command of the workshop administration and returns its output. Rejects if the command fails. */
  runAdmin: (args: string[]) => Promise<string>
}

export interface SandboxOptions {
  programs: SandboxPrograms
  dataFolder: string
  /** Called when the service ends without a request. */
  onUnexpectedEnd: (reason: string) => void
  /** Default: the system's own. */
  systemKeyStore?: SystemKeyStore
}

export const sandboxStationFolder = (dataFolder: string): string => join(dataFolder, 'sandbox', 'station')

/** Resolves when the service answers and the station's settings have its address. Uses the last port again if it is free. */
export async function startSandbox({
  programs,
  dataFolder,
  onUnexpectedEnd,
  systemKeyStore,
}: SandboxOptions): Promise<RunningService> {
  const folder = sandboxStationFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const before = readSettings(folder)?.baseUrl ?? null
  const workshopFolder = join(dataFolder, 'sandbox', 'workshop')
  const start = (port: number): Promise<RunningService> =>
    startService(programs.service, { dataFolder: workshopFolder, port, onUnexpectedEnd })
  const port = before === null ? 0 : Number(new URL(before).port)
  const service = port === 0 ? await start(0) : await start(port).catch(() => start(0))
  try {
    const safe = await openFolderKeys(folder, systemClock, systemKeyStore)
    const storedKey = before === null ? null : await safe.get(before)
    const key = service.keys?.maskin ?? storedKey ?? (await makeKey(programs, workshopFolder))
    if (key !== storedKey || service.baseUrl !== before) await safe.set(service.baseUrl, key)
    if (before !== null && service.baseUrl !== before) await safe.remove(before)
    writeSettings(folder, { baseUrl: service.baseUrl })
    return service
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** Makes a key of a workshop whose keys were shown at an earlier start and are no longer stored. */
async function makeKey({ runAdmin }: SandboxPrograms, workshopFolder: string): Promise<string> {
  const output = await runAdmin(['--data', workshopFolder, 'key', 'make', 'maskin', '--purpose', 'maskin'])
  return output.trim()
}
