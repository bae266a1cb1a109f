// `npm run dev`: starts the sandbox's service and brake, a station that restarts when its sources change, Vite's server for the page,
// and a window. All of it ends with the window or with Ctrl-C. Starts and ends programs; writes only its own data folder.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { CloseStack } from '../../platform/close-stack.ts'
import { messageOf } from '../../platform/message-of.ts'
import { sandboxStationFolder, startSandbox } from '../../station/sandbox/index.ts'
import { sandboxPrograms, startSandboxBrake } from '../sandbox/index.ts'
import { buildIfStale, findElectron, openScreen } from '../start/index.ts'
import { startDevPage } from './dev-page.ts'
import { startDevStation } from './dev-station.ts'

const root = join(import.meta.dirname, '../../..')
const log = (line: string): void => console.log(line)
/** Vite's usual port, where it is free. */
const usualPagePort = 5173

/** Returns the exit code when the window is closed or the program is asked to end: 0, or 1 with the reason on standard error. */
export async function runDev(args: string[]): Promise<number> {
  const stop = new Promise<void>((resolve) => {
    process.on('SIGINT', () => resolve())
    process.on('SIGTERM', () => resolve())
  })
  const closers = new CloseStack()
  try {
    const { values } = parseArgs({ args, options: { data: { type: 'string' } } })
    await openAll(values.data ?? join(root, '.kant', 'dev'), stop, closers)
    return 0
  } catch (error) {
    console.error(messageOf(error))
    return 1
  } finally {
    await closers.close()
    log('Everything has stopped.')
  }
}

async function openAll(dataFolder: string, stop: Promise<void>, closers: CloseStack): Promise<void> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const folder = sandboxStationFolder(dataFolder)
  let isStopping = false
  void stop.then(() => (isStopping = true))
  const onUnexpectedEnd = (reason: string): void => {
    if (!isStopping) log(`The sandbox workshop has ended (${reason}).`)
  }
  const service = await startSandbox({ programs: sandboxPrograms(root), dataFolder, onUnexpectedEnd })
  closers.add(service.stop)
  log(`The sandbox workshop ${service.workshop} answers at ${service.baseUrl}. Its data is in ${dataFolder}.`)
  const brake = await startSandboxBrake(root, folder)
  if (brake !== null) closers.add(brake.stop)

  const station = await startDevStation({ folder, connectFolder: dataFolder, port: await freePort(0) })
  closers.add(station.stop)
  brake?.bendFor(folder)
  const page = await startDevPage({ root, stationUrl: station.url, port: await freePort(usualPagePort) })
  closers.add(page.close)
  page.watch(station.sources, () => {
    log('The sources of the station have changed: it restarts.')
    void station.restart()
  })
  log(
    `The page is served at ${page.url} and reloads automatically. Changes in src-main/electron need a new "npm run dev".`,
  )

  const hasElectron = findElectron(root, process.platform, process.env) !== null
  if (hasElectron) await buildIfStale(root, () => log('Building the desktop shell …'))
  const screen = await openScreen({
    root,
    stationFolder: folder,
    createUrl: async () => page.addressFor(await station.screenUrl()),
    printLine: log,
    mayFetchElectron: false,
    devPage: page.url,
  })
  if (screen.kind === 'window') closers.add(screen.close)
  await (screen.kind === 'window' ? Promise.race([stop, screen.closed]) : stop)
}

/** `wanted` where it is free, else a port that is. */
const freePort = async (wanted: number): Promise<number> => (await tryPort(wanted)) ?? (await freePort(0))

/** The port that the system gives for `wanted` (0: any); null: it is taken. */
function tryPort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      const port = address === null || typeof address === 'string' ? null : address.port
      server.close(() => resolve(port))
    })
  })
}
