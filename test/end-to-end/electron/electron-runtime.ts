// A real Electron for the tests of the desktop shell, and a display for its window.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findElectron } from '../../../src-main/cli/start/electron-binary.ts'

export const root = join(import.meta.dirname, '..', '..', '..')

/** The program's path; null, with a line on standard error, where there is none. With CI=true it throws instead. */
export function electronForTests(): string | null {
  const program = findElectron(root, process.platform, process.env)
  if (program !== null) return program
  const why =
    'The desktop shell was not tested: there is no Electron program here. ELECTRON_OVERRIDE_DIST_PATH names the folder of one.'
  if (process.env['CI'] === 'true') throw new Error(why)
  console.error(why)
  return null
}

export interface Display {
  /** The value of DISPLAY. */
  name: string
  close: () => void
}

/** Starts an X server, which chooses a free display and reports its number. */
export async function openDisplay(): Promise<Display> {
  const server: ChildProcess = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1366x768x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const numberOutput = server.stdio[3]
  if (numberOutput === null || numberOutput === undefined || !('read' in numberOutput))
    throw new Error('Xvfb reports no display')
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb ended at once')))
    createInterface({ input: numberOutput }).once('line', resolve)
  })
  return { name: `:${number}`, close: () => void server.kill('SIGTERM') }
}
