// Runs the station host as a utility process, restarts it with backoff when it ends, and connects each page and the main process to it
// with a port.
import { MessageChannelMain, utilityProcess, type UtilityProcess, type WebContents } from 'electron'
import { messagePortChannel, type Channel } from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { answerKeyStoreCalls } from './answer-key-store.ts'
import { portOf } from './electron-port.ts'
import type { HostPlan } from './host-plan.ts'
import { startFailure } from './start-failure.ts'
import { heapLimit } from '../heap-limit.ts'
import { createRestartBackoff } from '../restart-backoff.ts'

export interface HostProcessOptions {
  /** The built host. */
  program: string
  /** The built program for one call to the system's key store. */
  keyStoreProgram: string
  /** Called at each start; never rejects. */
  plan: () => Promise<HostPlan>
  clock: Clock
  /** The station cannot be opened. `failures`: how many times in a row; it is tried again all the same. */
  onStartFailed: (reason: string, failures: number) => void
}

export interface HostProcess {
  /** Sends the page a port to the station, at once or when the host runs. */
  connect: (page: WebContents) => void
  /** The main process's own channel to the station, when the host runs. */
  openChannel: () => Promise<Channel>
  /** Resolves when the host has ended; it has `graceMs` to close its stores. */
  stop: () => Promise<void>
}

const graceMs = 5_000

export function startHost({ program, keyStoreProgram, plan, clock, onStartFailed }: HostProcessOptions): HostProcess {
  const backoff = createRestartBackoff()
  const waiting = new Map<object, (host: UtilityProcess) => void>()
  const stopping = new AbortController()
  let host: UtilityProcess | null = null
  let failures = 0

  const runOnce = async (): Promise<void> => {
    const { mode, folder, connectFolder } = await plan()
    if (stopping.signal.aborted) return
    const args = [`--mode=${mode}`, `--folder=${folder}`, `--connect-folder=${connectFolder}`]
    const started = utilityProcess.fork(program, args, {
      serviceName: 'station-host',
      stdio: 'inherit',
      execArgv: [...heapLimit],
    })
    answerKeyStoreCalls(started, keyStoreProgram, clock)
    let hasFailed = false
    started.on('message', (message: unknown) => {
      const failure = startFailure.safeParse(message)
      if (!failure.success) return
      hasFailed = true
      failures += 1
      onStartFailed(failure.data.reason, failures)
      started.postMessage('stop')
    })
    const exited = new Promise<void>((resolve) => started.once('exit', () => resolve()))
    host = started
    for (const connect of waiting.values()) connect(started)
    waiting.clear()
    await exited
    host = null
    if (!hasFailed) failures = 0
  }
  const keepAlive = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = clock.monotonic()
      await runOnce()
      if (!stopping.signal.aborted)
        await clock.wait(backoff.pauseAfterMs(clock.monotonic() - startedAt), stopping.signal)
    }
  }
  const ended = keepAlive()

  /** Connects now, or when the host runs. A page that calls twice before is connected once. */
  const connectWhenRunning = (client: object, connect: (host: UtilityProcess) => void): void => {
    if (host === null) waiting.set(client, connect)
    else connect(host)
  }

  return {
    connect: (page) => connectWhenRunning(page, (running) => connectPage(page, running)),
    openChannel: () => new Promise((resolve) => connectWhenRunning({}, (running) => resolve(connectShell(running)))),
    stop: async () => {
      stopping.abort()
      host?.postMessage('stop', [])
      await Promise.race([ended, clock.wait(graceMs)])
      host?.kill()
    },
  }
}

function connectPage(page: WebContents, host: UtilityProcess): void {
  if (page.isDestroyed()) return
  const { port1, port2 } = new MessageChannelMain()
  host.postMessage('screen', [port1])
  page.postMessage('station-port', null, [port2])
}

function connectShell(host: UtilityProcess): Channel {
  const { port1, port2 } = new MessageChannelMain()
  host.postMessage('screen', [port1])
  return messagePortChannel(portOf(port2))
}
