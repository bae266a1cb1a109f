// A station that screens can reach: opened, served on loopback, and found by other programs of its user through the attach
// file. Used by whatever runs the station without Electron around it.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { grants, type Station } from '../../../shared/station-api/index.ts'
import { serveBrowserShell } from '../../browser/browser-shell.ts'
import { systemClock, type Clock } from '../../platform/clock.ts'
import { writeAttachFile } from '../../station/attach/index.ts'
import { openPreparedStation } from '../../station/open/index.ts'

export interface ServeStationOptions {
  /** The station's data folder, where the attach file goes; one that it goes over to gets one, too. */
  folder: string
  /** The folder of the built screen. */
  pageFolder: string
  openStation: (onOpened: (folder: string) => void) => Promise<{ station: Station; close: () => Promise<void> }>
  /** Default: any free port. */
  port?: number
  clock: Clock
  random: (bytes: number) => Uint8Array
  onError: (name: string, fault: unknown) => void
}

export interface ServedStation {
  /** Returns an address for a browser with a new launch code, valid once and for one minute. */
  url: () => string
  close: () => Promise<void>
}

/** The station of a folder as every program of Kant runs it; `root`: the project's; `connectFolder`: where a workshop goes that is connected on the screen. */
export const serveFolder = (root: string, folder: string, connectFolder = folder): Promise<ServedStation> =>
  serveStation({
    folder,
    pageFolder: join(root, 'out', 'renderer'),
    openStation: (onOpened) =>
      openPreparedStation({ dataFolder: folder, connectFolder, plansBendsAhead: true, onOpened }),
    clock: systemClock,
    random: randomBytes,
    onError: (name, fault) => console.error(`${name} failed: ${String(fault)}`),
  })

/** If a step fails, everything that was opened is closed. */
export async function serveStation(options: ServeStationOptions): Promise<ServedStation> {
  const { folder, pageFolder, clock, random, onError } = options
  const detach = new Map<string, () => void>()
  let attach: ((folder: string) => void) | null = null
  const opened = await options.openStation((openedFolder) => attach?.(openedFolder))
  try {
    const { station } = opened
    // the station's own locks check the PINs
    const shell = await serveBrowserShell({
      station,
      grants: new Set(grants),
      pageFolder,
      port: options.port ?? 0,
      clock,
      random,
      onError,
    })
    attach = (openedFolder) =>
      void detach.set(openedFolder, writeAttachFile(openedFolder, { url: shell.address, token: shell.token }))
    attach(folder)
    return {
      url: shell.url,
      close: async () => {
        for (const remove of detach.values()) remove()
        await shell.close()
        await opened.close()
      },
    }
  } catch (fault) {
    await opened.close()
    throw fault
  }
}
