// The system's key store: Credential Manager on Windows, the Secret Service on Linux. Calls it through a separate
// program, which is ended when it does not answer. A secret goes to that program only through its standard input.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'

/** Every call rejects where there is no such store, or none that answers in time. */
export interface SystemKeyStore {
  write: (account: string, secret: string) => Promise<void>
  /** Null: there is none under that account. */
  read: (account: string) => Promise<string | null>
  remove: (account: string) => Promise<void>
}

/** Milliseconds. A store that has not answered by then is locked, or waits for a person. */
export const storeWithinMs = 5_000

export function createSystemKeyStore(clock: Clock): SystemKeyStore {
  return {
    write: async (account, secret) => void (await callStore(clock, { do: 'write', account, secret })),
    read: (account) => callStore(clock, { do: 'read', account }),
    remove: async (account) => void (await callStore(clock, { do: 'remove', account })),
  }
}

const answer = z.strictObject({ secret: z.string().nullable() })
// the program is beside this file, as a source and as built
const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './key-store-process.ts' : './key-store-process.cjs', import.meta.url),
)

function callStore(clock: Clock, request: { do: string; account: string; secret?: string }): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    })
    const ended = new AbortController()
    let output = ''
    let errorOutput = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString('utf8')))
    child.on('error', reject)
    child.on('close', (code) => {
      ended.abort()
      if (code === 0) resolve(answer.parse(JSON.parse(output)).secret)
      else reject(new Error(`the system's key store: ${errorOutput || 'no answer'}`))
    })
    // a program that fails at once no longer takes its input; its exit code shows this
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(request))
    void clock.wait(storeWithinMs, ended.signal).then(() => ended.signal.aborted || child.kill('SIGKILL'))
  })
}
