// The station host as a utility process: started, started again with backoff when it dies, and joined by a port each to the pages
// and to the shell itself.
import { MessageChannelMain, utilityProcess, type UtilityProcess, type WebContents } from 'electron'
import { messagePortChannel, type Channel } from '../../shared/station-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { answerKeyStoreCalls } from './ask-key-store.ts'
import { portOf } from './electron-port.ts'
import type { HostPlan } from './host-plan.ts'
import { createRestartPause } from './restart-pause.ts'

export interface HostProcessOptions {
  /** The built host. */
  program: string
  /** The built program for one call to the system's key store. */
  keyStoreProgram: string
  /** Asked at each start; never rejects. */
  plan: () => Promise<HostPlan>
  clock: Clock
}

export interface HostProcess {
  /** Hands the page a port to the station, at once or when the host is there. */
  connect: (page: WebContents) => void
  /** The shell's own channel to the station, when the host is there. */
  openChannel: () => Promise<Channel>
  /** Resolves when the host is gone; it gets `graceMs` to close its stores. */
  stop: () => Promise<void>
}

const graceMs = 5_000

export function startHost({ program, keyStoreProgram, plan, clock }: HostProcessOptions): HostProcess {
  const pause = createRestartPause()
  const waiting = new Map<object, (host: UtilityProcess) => void>()
  const stopping = new AbortController()
  let host: UtilityProcess | null = null

  const live = async (): Promise<void> => {
    const { mode, folder, connectFolder } = await plan()
    if (stopping.signal.aborted) return
    const words = [`--mode=${mode}`, `--folder=${folder}`, `--connect-folder=${connectFolder}`]
    const started = utilityProcess.fork(program, words, {
      serviceName: 'station-host',
      stdio: 'inherit',
    })
    answerKeyStoreCalls(started, keyStoreProgram, clock)
    const gone = new Promise<void>((resolve) => started.once('exit', () => resolve()))
    host = started
    for (const join of waiting.values()) join(started)
    waiting.clear()
    await gone
    host = null
  }
  const keepAlive = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const born = clock.monotonic()
      await live()
      if (!stopping.signal.aborted) await clock.wait(pause.after(clock.monotonic() - born), stopping.signal)
    }
  }
  const ended = keepAlive()

  /** Now, or when there is a host; a page that asks twice meanwhile is joined once. */
  const joinTo = (whom: object, join: (host: UtilityProcess) => void): void => {
    if (host === null) waiting.set(whom, join)
    else join(host)
  }

  return {
    connect: (page) => joinTo(page, (to) => joinPage(page, to)),
    openChannel: () => new Promise((resolve) => joinTo({}, (to) => resolve(joinShell(to)))),
    stop: async () => {
      stopping.abort()
      host?.postMessage('stop', [])
      await Promise.race([ended, clock.wait(graceMs)])
      host?.kill()
    },
  }
}

function joinPage(page: WebContents, host: UtilityProcess): void {
  if (page.isDestroyed()) return
  const { port1, port2 } = new MessageChannelMain()
  host.postMessage('screen', [port1])
  page.postMessage('station-port', null, [port2])
}

function joinShell(host: UtilityProcess): Channel {
  const { port1, port2 } = new MessageChannelMain()
  host.postMessage('screen', [port1])
  return messagePortChannel(portOf(port2))
}
