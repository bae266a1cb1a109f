// Opens the screen of a running station in Electron; without Electron, in Chromium; without both, prints the address. May start those
// programs.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { openScreenSettings } from '../../station/settings/index.ts'
import { findChromium, openChromium } from './chromium.ts'
import { downloadElectron, findElectron } from './electron-binary.ts'

export interface ScreenOptions {
  /** The project's root. */
  root: string
  /** The station's data folder: Electron finds the station through the attach file in it. */
  stationFolder: string
  /** Returns an address with a new launch code. */
  createUrl: () => Promise<string>
  printLine: (line: string) => void
  /** False: does not download Electron. Default: true. */
  mayFetchElectron?: boolean
  /** `npm run dev`: where Vite serves the page to Electron. Left out: Electron shows the page that was built. */
  devPage?: string
}

/** A window, or the address that was printed instead of one. */
export type OpenedScreen =
  | {
      kind: 'window'
      program: string
      closed: Promise<{ code: number | null; signal: string | null }>
      close: () => Promise<void>
    }
  | { kind: 'address'; url: string }

/** Throws if no window can be prepared. The window closes when its person or `close` closes it; both end the program. */
export async function openScreen(options: ScreenOptions): Promise<OpenedScreen> {
  const { root, stationFolder, createUrl, printLine } = options
  if (!hasDisplay()) {
    const address = await createUrl()
    printLine(`No display found. Open within a minute: ${address}`)
    return { kind: 'address', url: address }
  }
  const isRoot = process.getuid?.() === 0
  const electron = await electronProgram(root, options.mayFetchElectron ?? true)
  if ('program' in electron) {
    const switches = [
      `--data=${stationFolder}`,
      ...(options.devPage === undefined ? [] : [`--dev-page=${options.devPage}`]),
    ]
    const started = spawn(electron.program, [...(isRoot ? ['--no-sandbox'] : []), root, ...switches], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return windowOf('Electron', started, () => {})
  }
  const chromium = findChromium(process.platform, process.env)
  if (chromium === null) {
    const address = await createUrl()
    printLine(
      `Electron is not available (${electron.reason}), and there is no Chromium. Open within a minute: ${address}`,
    )
    return { kind: 'address', url: address }
  }
  printLine(`Electron is not available (${electron.reason}): the screen opens in a window of ${chromium}.`)
  const profileFolder = mkdtempSync(join(tmpdir(), 'kant-window-'))
  // a Chromium window reads the kiosk setting only when it opens
  const { kiosk } = openScreenSettings(stationFolder, () => undefined).now()
  const started = openChromium({ program: chromium, url: await createUrl(), profileFolder, isRoot, kiosk })
  return windowOf('Chromium', started, () => rmSync(profileFolder, { recursive: true, force: true, maxRetries: 5 }))
}

function windowOf(program: string, child: ChildProcess, onExit: () => void): OpenedScreen {
  const closed = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('error', () => resolve({ code: 1, signal: null }))
    child.on('exit', (code, signal) => resolve({ code, signal }))
  }).finally(onExit)
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await closed
  }
  return { kind: 'window', program, closed, close }
}

async function electronProgram(root: string, mayFetch: boolean): Promise<{ program: string } | { reason: string }> {
  const program = findElectron(root, process.platform, process.env)
  if (program !== null) return { program }
  return mayFetch ? downloadElectron(root, process.env) : { reason: 'it is not installed' }
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY'])
