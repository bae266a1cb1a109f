// The station of `npm run dev` as a separate program, which can be restarted: it keeps its port and its token, so that an open page
// connects again. Starts and ends that program.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { askForScreen, readAttachFile } from '../../station/attach/index.ts'

export interface DevStationOptions {
  /** The station's data folder. */
  readonly folder: string
  /** The folder for a workshop that is connected on the screen. */
  readonly connectFolder: string
  readonly port: number
}

export interface DevStation {
  readonly url: string
  /** Folders, from the project's root: a change in one of them restarts the station. */
  readonly sources: readonly string[]
  /** Resolves when the new program is ready or has failed; a failure is on standard error, and the next change tries again. */
  readonly restart: () => Promise<void>
  /** An address with a fresh launch code. Rejects when the station does not answer. */
  readonly screenUrl: () => Promise<string>
  readonly stop: () => Promise<void>
}

const program = join(import.meta.dirname, 'station-program.ts')
const sources = ['src-main', 'shared', 'resources'] as const

/** Rejects when the station does not start. */
export async function startDevStation({ folder, connectFolder, port }: DevStationOptions): Promise<DevStation> {
  let child: ChildProcess | null = null
  let isStopped = false
  let pending: Promise<boolean> = Promise.resolve(true)

  const start = async (): Promise<boolean> => {
    const started = spawn(process.execPath, [program, folder, connectFolder, String(port)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child = started
    return new Promise((resolve) => {
      createInterface({ input: started.stdout }).once('line', () => resolve(true))
      started.once('close', () => resolve(false))
    })
  }
  const end = async (): Promise<void> => {
    const ending = child
    child = null
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return
    const closed = new Promise<void>((resolve) => ending.once('close', () => resolve()))
    ending.kill('SIGTERM')
    await closed
  }
  /** One restart at a time: a change during a restart starts the next one. */
  const restart = (): Promise<boolean> => {
    pending = pending.then(async () => {
      await end()
      return isStopped || (await start())
    })
    return pending
  }

  if (!(await start())) throw new Error('The station did not start.')
  return {
    url: `http://127.0.0.1:${port}`,
    sources,
    restart: async () => void (await restart()),
    screenUrl: async () => {
      const address = readAttachFile(folder)
      const url = address === null ? null : await askForScreen(address)
      if (url === null) throw new Error('The station does not answer.')
      return url
    },
    stop: async () => {
      isStopped = true
      await pending
      await end()
    },
  }
}
