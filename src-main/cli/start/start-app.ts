// The whole of `npm start`: builds what is stale, brings up the sandbox where no workshop is connected, opens the station and a
// screen on it, and ends all of it together. May start and end those programs.
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { serveFolder } from '../../browser/index.ts'
import { askForScreen, readAttachFile } from '../../station/attach/index.ts'
import { CloseStack } from '../../platform/close-stack.ts'
import { makeDataFolder } from '../../platform/data-folder.ts'
import { sandboxStationFolder, startSandbox } from '../../station/sandbox/index.ts'
import { readSettings } from '../../station/settings/index.ts'
import { buildIfStale } from './build.ts'
import { startSandboxBrake, type SandboxBrake, sandboxPrograms } from '../sandbox/index.ts'
import { openScreen } from './open-screen.ts'

const root = join(import.meta.dirname, '../../..')
const usage =
  'npm start [-- --data FOLDER]   the station and its screen; without a connected workshop in FOLDER, on its sandbox'
const say = (line: string): void => console.log(line)

/** Resolves when the window is closed or the program gets a signal. Returns the exit code: 0, or 1 with the reason on standard error. */
export async function startApp(args: string[]): Promise<number> {
  try {
    const { values } = parseArgs({ args, options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
    if (values.help === true) {
      say(usage)
      return 0
    }
    const givenFolder = values.data ?? null
    const dataFolder = makeDataFolder({
      given: givenFolder,
      platform: process.platform,
      env: process.env,
      home: homedir(),
    })
    const connected = readSettings(dataFolder) !== null
    const folder = connected ? dataFolder : sandboxStationFolder(dataFolder)
    await buildIfStale(root, () => say('Building the screen …'))
    const running = await runningStation(folder)
    return running === null ? await run({ dataFolder, folder, connected }) : await showRunning(folder, running)
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : String(fault))
    return 1
  }
}

/** Returns a function that makes addresses of the station that runs on the folder; null: none runs. */
async function runningStation(folder: string): Promise<(() => Promise<string>) | null> {
  const address = readAttachFile(folder)
  if (address === null || (await askForScreen(address)) === null) return null
  return async () => {
    const url = await askForScreen(address)
    if (url === null) throw new Error('The station that ran here has ended.')
    return url
  }
}

async function showRunning(folder: string, url: () => Promise<string>): Promise<number> {
  say('A station runs here already: a screen opens on it.')
  const screen = await openScreen({ root, stationFolder: folder, createUrl: url, printLine: say })
  if (screen.kind === 'window') await screen.closed
  return 0
}

interface Run {
  dataFolder: string
  folder: string
  /** False: on the sandbox. */
  connected: boolean
}

async function run({ dataFolder, folder, connected }: Run): Promise<number> {
  let ending = false
  const signalled = new Promise<void>((resolve) => {
    const end = (): void => {
      ending = true
      resolve()
    }
    process.on('SIGINT', end)
    process.on('SIGTERM', end)
  })
  const closers = new CloseStack()
  try {
    let brake: SandboxBrake | null = null
    // said after the address of the screen, which a new user must not confuse with theirs
    const facts: string[] = []
    if (connected) facts.push(`The station works on ${folder}.`)
    else {
      const onUnexpectedEnd = (reason: string): void => {
        // Ctrl-C reaches every program of the terminal, so the service may end before this program stops it
        if (!ending) say(`The sandbox workshop has ended (${reason}). The station continues without it.`)
      }
      const service = await startSandbox({ programs: sandboxPrograms(root), dataFolder, onUnexpectedEnd })
      closers.add(service.stop)
      facts.push(`No workshop is connected: the sandbox workshop ${service.workshop} answers at ${service.baseUrl}.`)
      brake = await startSandboxBrake(root, folder)
      if (brake !== null) {
        closers.add(brake.stop)
        facts.push(`A simulated press brake answers at ${brake.uri}; it bends what is sent to it.`)
      }
    }
    const served = await serveFolder(root, folder, dataFolder)
    closers.add(served.close)
    brake?.bendFor(folder)
    const url = async (): Promise<string> => served.url()
    const screen = await openScreen({ root, stationFolder: folder, createUrl: url, printLine: say })
    for (const fact of facts) say(fact)
    if (screen.kind === 'window') {
      closers.add(screen.close)
      await Promise.race([signalled, windowIsDone(screen, served.url)])
    } else {
      offerMoreAddresses(served.url)
      say(`The screen: ${screen.url}`)
      await signalled
    }
    return 0
  } finally {
    const hasOpened = !closers.isEmpty
    await closers.close()
    if (hasOpened) say('Everything has stopped.')
  }
}

/** Resolves when a person closed the window. A window that could not stay open leaves the station to a browser. */
async function windowIsDone(
  screen: { program: string; closed: Promise<{ code: number | null; signal: string | null }> },
  url: () => string,
): Promise<void> {
  const { code, signal } = await screen.closed
  if (code === 0) return
  say(`${screen.program} has ended (${signal ?? `exit code ${code}`}). Open within a minute: ${url()}`)
  offerMoreAddresses(url)
  await new Promise<never>(() => {})
}

/** Enter prints another address, because an address is valid for one minute. */
function offerMoreAddresses(url: () => string): void {
  if (!process.stdin.isTTY) return
  say('Enter prints another address, Ctrl-C ends.')
  createInterface({ input: process.stdin }).on('line', () => say(url()))
}
