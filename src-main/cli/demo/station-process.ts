// A station in a process of its own that can be killed, and a link to it. For the demo and the benches.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { ReconnectingLink, type StationLink, type StatusView } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { askForScreen, readAttachFile } from '../../station/attach/index.ts'
import { openStationChannel, type StationAddress } from '../../station/attach/index.ts'

export interface SpawnedStation {
  address: StationAddress
  /** An address for a browser, valid once. */
  screenUrl: () => Promise<string | null>
  pid: number
  /** Ends the process; resolves when it has ended. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** `root`: the project's root folder. Rejects with the program's error output if it does not start. */
export async function spawnStation(root: string, folder: string): Promise<SpawnedStation> {
  const program = join(root, 'src-main', 'cli', 'kant.ts')
  const child = spawn(process.execPath, [program, '--station', '--data', folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const errors = text(child.stderr)
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', () => resolve())
    void ended.then(async () => reject(new Error(`the station did not start: ${await errors}`)))
  })
  const address = readAttachFile(folder)
  if (address === null) throw new Error('the station wrote no attach file')
  return {
    address,
    screenUrl: () => askForScreen(address),
    pid: child.pid ?? 0,
    end: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}

export interface StationProcess {
  link: StationLink
  /** Resolves with the first matching status, beginning with the present one. */
  status: (matches: (status: StatusView) => boolean) => Promise<StatusView>
  kill: () => Promise<void>
  stop: () => Promise<void>
}

/** Like `spawnStation`, with an open link. */
export async function startStationProcess(root: string, folder: string): Promise<StationProcess> {
  const { address, end } = await spawnStation(root, folder)
  const link = new ReconnectingLink({ open: () => openStationChannel(address), wait: systemClock.wait })
  const status: StationProcess['status'] = (matches) =>
    new Promise((resolve) => {
      const stop = link.subscribe((message) => {
        const current = statusIn(message)
        if (current === null || !matches(current)) return
        queueMicrotask(() => stop())
        resolve(current)
      })
    })
  await status(() => true)
  const endWith = (signal: 'SIGTERM' | 'SIGKILL') => (): Promise<void> => {
    link.close()
    return end(signal)
  }
  return { link, status, kill: endWith('SIGKILL'), stop: endWith('SIGTERM') }
}

function statusIn(message: Parameters<Parameters<StationLink['subscribe']>[0]>[0]): StatusView | null {
  if (message.kind === 'snapshot') return message.snapshot.status
  return message.kind === 'push' && message.name === 'status' ? message.data : null
}
