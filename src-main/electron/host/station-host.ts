// The program of the utility process: opens the station, or bridges to the one that already runs on this computer, and serves each page
// over the MessagePort that it receives.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { messagePortChannel } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { messageOf } from '../../platform/message-of.ts'
import { portOf } from './electron-port.ts'
import { keyStoreThroughMain } from './key-store-link.ts'
import { attachToStation, runStation, type PageServer } from './serve-page.ts'
import { logStartFailure, type StartFailure } from './start-failure.ts'

export type HostMode = 'run' | 'attach'

interface HostArguments {
  mode: string
  folder: string
  connectFolder: string
}

async function openPageServer({ mode, folder, connectFolder }: HostArguments): Promise<PageServer> {
  if (mode === 'attach') return attachToStation(folder)
  // better-sqlite3 crashes an older Node, so nothing of the station is loaded before this check
  const major = Number(process.versions.node.split('.')[0])
  if (major < 22) throw new Error(`the station needs Node 22 or later, not ${process.versions.node}`)
  return openHere(folder, connectFolder)
}

const onError = (name: string, fault: unknown): void => console.error(`${name} failed:`, fault)

/** Opens the station in this process. The commands of a technician reach it on loopback, as they reach one without a window. */
async function openHere(folder: string, connectFolder: string): Promise<PageServer> {
  const [{ openPreparedStation }, { serveStation }] = await Promise.all([
    import('../../station/open/index.ts'),
    import('../../browser/index.ts'),
  ])
  const served = await serveStation({
    folder,
    pageFolder: join(__dirname, '..', 'renderer'),
    openStation: (onOpened) =>
      openPreparedStation({
        dataFolder: folder,
        connectFolder,
        systemKeyStore: keyStore.store,
        plansBendsAhead: true,
        readsOrdersAhead: true,
        onOpened,
      }),
    clock: systemClock,
    random: randomBytes,
    onError,
  })
  return runStation(served, onError)
}

const keyStore = keyStoreThroughMain((message) => process.parentPort.postMessage(message), systemClock)

const argument = (name: string): string =>
  process.argv.find((value) => value.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''

const folder = argument('folder')
const pageServer = openPageServer({
  mode: argument('mode'),
  folder,
  connectFolder: argument('connect-folder') || folder,
})
pageServer.catch((fault: unknown) => {
  process.exitCode = 1
  const reason = messageOf(fault)
  console.error(`the station cannot be opened: ${reason}`)
  logStartFailure(folder, reason, systemClock.now())
  // the main process ends this one when it has the reason: a message may be lost in a process that ends at once
  const failure: StartFailure = { kind: 'start_failed', reason }
  process.parentPort.postMessage(failure)
})

/** The reason is reported above. */
const ignoreFailure = (): void => undefined

process.parentPort.on('message', ({ data, ports }) => {
  const [port] = ports
  if (port !== undefined)
    void pageServer.then(({ servePage }) => servePage(messagePortChannel(portOf(port))), ignoreFailure)
  else keyStore.receive(data)
  if (data === 'stop') void pageServer.then(({ close }) => close(), ignoreFailure).finally(() => process.exit())
})
