// A station that screens and commands can reach: opened, served on loopback, and found by other programs of its user through the attach
// file. Used by whatever runs the station.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { grants, type Station } from '../../shared/station-api/index.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import { CloseStack } from '../platform/close-stack.ts'
import { isDiskFull } from '../platform/disk-fault.ts'
import { writeAttachFile } from '../station/attach/index.ts'
import { openPreparedStation, type OpeningBoundary } from '../station/open/index.ts'
import { serveBrowserShell } from './browser-shell.ts'

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
  /** Lets a test make a step fail. */
  onBoundary?: (boundary: OpeningBoundary) => void
}

export interface ServedStation {
  station: Station
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
      openPreparedStation({
        dataFolder: folder,
        connectFolder,
        plansBendsAhead: true,
        readsOrdersAhead: true,
        onOpened,
      }),
    clock: systemClock,
    random: randomBytes,
    onError: (name, fault) => console.error(`${name} failed: ${String(fault)}`),
  })

/** If a step fails, everything that was opened is closed, and the promise rejects with the step's error. */
export async function serveStation(options: ServeStationOptions): Promise<ServedStation> {
  const { folder, pageFolder, clock, random, onError, onBoundary = () => undefined } = options
  const closers = new CloseStack()
  const detach = new Map<string, () => void>()
  let attach: ((folder: string) => void) | null = null
  try {
    const opened = await options.openStation((openedFolder) => attach?.(openedFolder))
    closers.add(opened.close)
    // the station's own locks check the PINs
    const shell = await serveBrowserShell({
      station: opened.station,
      grants: new Set(grants),
      pageFolder,
      port: options.port ?? 0,
      clock,
      random,
      onError,
    })
    closers.add(shell.close)
    onBoundary('page_open')
    attach = (openedFolder) => {
      try {
        detach.set(openedFolder, writeAttachFile(openedFolder, { url: shell.address, token: shell.token }))
      } catch (fault) {
        // a full disk hides the station from other programs, but its own screen can still show the list
        if (!isDiskFull(fault)) throw fault
        onError('attach.json', fault)
      }
    }
    closers.add(() => detach.forEach((remove) => remove()))
    attach(folder)
    onBoundary('attach_open')
    return { station: opened.station, url: shell.url, close: () => closers.close() }
  } catch (fault) {
    // the error of the opening is the one that counts
    await closers.close().catch(() => undefined)
    throw fault
  }
}
