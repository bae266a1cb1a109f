// The system's key store: Credential Manager on Windows, the Secret Service on Linux. Asks it through a program of its own,
// which is ended when it does not answer. A secret goes to that program through its standard input alone.
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
    write: async (account, secret) => void (await ask(clock, { do: 'write', account, secret })),
    read: (account) => ask(clock, { do: 'read', account }),
    remove: async (account) => void (await ask(clock, { do: 'remove', account })),
  }
}

const answer = z.strictObject({ secret: z.string().nullable() })
// the program lies beside this file, as a source and as built
const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './key-store-process.ts' : './key-store-process.cjs', import.meta.url),
)

function ask(clock: Clock, request: { do: string; account: string; secret?: string }): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const asked = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    })
    const over = new AbortController()
    let said = ''
    let complaint = ''
    asked.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    asked.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')))
    asked.on('error', reject)
    asked.on('close', (code) => {
      over.abort()
      if (code === 0) resolve(answer.parse(JSON.parse(said)).secret)
      else reject(new Error(`the system's key store: ${complaint || 'no answer'}`))
    })
    // a program that fails at once no longer takes its input; its exit code says so
    asked.stdin.on('error', () => {})
    asked.stdin.end(JSON.stringify(request))
    void clock.wait(storeWithinMs, over.signal).then(() => over.signal.aborted || asked.kill('SIGKILL'))
  })
}
