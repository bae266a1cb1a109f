// The service's own program on a folder, with its webhooks let loose on loopback, to be killed or to have its disk filled.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import type { Desk } from '../../../src-service/desk/desk.ts'

const ready = z.looseObject({ baseUrl: z.url(), keys: z.object({ sandbox: z.string() }).optional() })

export interface ServiceProgram {
  pid: number
  baseUrl: string
  /** Of the first start on a folder. */
  key: string | null
  /** What it has logged. */
  log: () => string
  kill: () => Promise<void>
}

/** Starts it, and waits until it answers. `inside` is a command that starts what follows it somewhere else. */
export async function startServiceProgram(folder: string, inside: readonly string[] = []): Promise<ServiceProgram> {
  const start = [process.execPath, 'src-service/main.ts', '--port', '0', '--data', folder, '--limit-factor', '1000']
  const [command = process.execPath, ...words] = [...inside, ...start]
  const program = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void program.kill('SIGKILL'))
  let log = ''
  program.stderr.on('data', (piece: Buffer) => (log += piece.toString()))
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: program.stdout }).once('line', resolve)
    program.once('exit', (code) => {
      reject(new Error(`the service ended with ${code}: ${log}`))
    })
  })
  const { baseUrl, keys } = ready.parse(JSON.parse(line))
  return { pid: program.pid ?? 0, baseUrl, key: keys?.sandbox ?? null, log: () => log, kill: () => killed(program) }
}

async function killed(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}

/** Adds an address that gets every event of an order; returns its id and secret. */
export function addAddress(desk: Desk, url: string): { id: string; secret: string } {
  return desk.webhooks.add({ url, environment: 'test', types: 'order.*', audience: 'workshop', customerId: null })
}

/** Raises `order.updated` so many times. */
export function raise(desk: Desk, times: number, what: string): void {
  for (let no = 0; no < times; no += 1) desk.sheets.change('T-000003/1', { note: `${what} ${no}` })
}
