// The utility process beside Electron's main one: opens the station here, or bridges to the one that already runs on this
// computer, and serves each page over the MessagePort it is handed.
import { messagePortChannel } from '../../shared/station-api/index.ts'
import { systemClock } from '../platform/clock.ts'
import { portOf } from './electron-port.ts'
import { keyStoreThroughMain } from './key-store-link.ts'
import { attachDoor, runDoor, type StationDoor } from './station-door.ts'

export type HostMode = 'run' | 'attach'

interface Asked {
  mode: string
  folder: string
  connectFolder: string
}

async function openDoor({ mode, folder, connectFolder }: Asked): Promise<StationDoor> {
  if (mode === 'attach') return attachDoor(folder)
  // better-sqlite3 crashes an older Node outright, so nothing of the station is loaded before this is known
  const major = Number(process.versions.node.split('.')[0])
  if (major < 22) throw new Error(`the station needs Node 22 or later, not ${process.versions.node}`)
  const { openPreparedStation } = await import('../station/prepared-station.ts')
  return runDoor(
    await openPreparedStation({ dataFolder: folder, connectFolder, systemKeyStore: keyStore.store }),
    (name, fault) => console.error(`${name} failed:`, fault),
  )
}

const keyStore = keyStoreThroughMain((message) => process.parentPort.postMessage(message), systemClock)

const argument = (name: string): string =>
  process.argv.find((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''

const folder = argument('folder')
const door = openDoor({ mode: argument('mode'), folder, connectFolder: argument('connect-folder') || folder })
door.catch((fault: unknown) => {
  console.error(`the station cannot be opened: ${fault instanceof Error ? fault.message : String(fault)}`)
  process.exit(1)
})

process.parentPort.on('message', ({ data, ports }) => {
  const [port] = ports
  if (port !== undefined) void door.then(({ admit }) => admit(messagePortChannel(portOf(port))))
  else keyStore.take(data)
  if (data === 'stop') void door.then(({ close }) => close()).finally(() => process.exit(0))
})
