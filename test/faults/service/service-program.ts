// Runs the service program on a folder with webhooks to loopback, so that a test can kill it or fill its disk.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import type { WorkshopAdmin } from '../../../src-service/admin/index.ts'

const ready = z.looseObject({ baseUrl: z.url(), keys: z.object({ sandbox: z.string() }).optional() })

export interface ServiceProgram {
  pid: number
  baseUrl: string
  /** The sandbox key, which only the first start on a folder prints. */
  key: string | null
  /** The log output so far. */
  log: () => string
  kill: () => Promise<void>
}

/** Starts the program and waits until it answers. `inside` is a command that starts the program in another environment. */
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
  return {
    pid: program.pid ?? 0,
    baseUrl,
    key: keys?.sandbox ?? null,
    log: () => log,
    kill: () => killProgram(program),
  }
}

async function killProgram(program: ChildProcess): Promise<void> {
  const exited = once(program, 'exit')
  program.kill('SIGKILL')
  await exited
}

/** Adds an address that receives every event of an order. Returns its id and secret. */
export function addAddress(admin: WorkshopAdmin, url: string): { id: string; secret: string } {
  return admin.webhooks.add({ url, environment: 'test', types: 'order.*', audience: 'workshop', customerId: null })
}

/** Raises `order.updated` the given number of times. */
export function raise(admin: WorkshopAdmin, times: number, note: string): void {
  for (let no = 0; no < times; no += 1) admin.sheets.change('T-000003/1', { note: `${note} ${no}` })
}
