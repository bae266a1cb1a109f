// The sandbox workshop that the app runs on while nothing is set up: its service beside the station, and the station told of
// its address and key. May touch the folder `sandbox` in the data folder.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { systemClock } from '../platform/clock.ts'
import { openFolderKeys } from '../station/folder-keys.ts'
import { readSettings, writeSettings } from '../station/settings.ts'
import { startServiceProcess, type ServiceProcess } from './service-process.ts'

export interface SandboxOptions {
  /** The project's root. */
  root: string
  dataFolder: string
  /** Told when the service ends without having been asked to. */
  onDeath: (how: string) => void
}

export const sandboxStationFolder = (dataFolder: string): string => join(dataFolder, 'sandbox', 'station')

/** Returns once the service answers and the station's folder knows it. The same port is tried again at each start. */
export async function startSandbox({ root, dataFolder, onDeath }: SandboxOptions): Promise<ServiceProcess> {
  const folder = sandboxStationFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const before = readSettings(folder)?.baseUrl ?? null
  const workshopFolder = join(dataFolder, 'sandbox', 'workshop')
  const start = (port: number): Promise<ServiceProcess> =>
    startServiceProcess({ root, dataFolder: workshopFolder, port, onDeath })
  const port = before === null ? 0 : Number(new URL(before).port)
  const service = port === 0 ? await start(0) : await start(port).catch(() => start(0))
  try {
    const safe = await openFolderKeys(folder, systemClock)
    const kept = before === null ? null : await safe.get(before)
    const key = service.keys?.maskin ?? kept ?? (await makeKey(root, workshopFolder))
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
async function makeKey(root: string, workshopFolder: string): Promise<string> {
  const desk = join(root, 'src-service', 'workshop.ts')
  const words = ['key', 'make', 'maskin', '--purpose', 'maskin']
  const { stdout } = await promisify(execFile)(process.execPath, [desk, '--data', workshopFolder, ...words])
  return stdout.trim()
}
