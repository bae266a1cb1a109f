// Calls a server as fast as it answers, over connections that are kept, and asks it what that took of the processor.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import * as z from 'zod'

/** How many callers there are at once, unless a bench says another number. */
const usualCallers = 8
const started = z.object({ origin: z.string(), key: z.string() })
const usage = z.object({ cpuMs: z.number() })
const memory = z.object({ rssBytes: z.number() })

export interface Served {
  key: string
  /** Makes a number of calls, every one of which must be answered with `status`; returns the last answer's bytes. */
  call: (times: number, ask: (no: number) => Ask, status?: number) => Promise<Buffer>
  usage: () => Promise<z.infer<typeof usage>>
  /** Once its garbage is cleared. */
  memory: () => Promise<z.infer<typeof memory>>
  stop: () => Promise<void>
}

export interface Ask {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export async function served(what: 'service' | 'bare', path: string, callers = usualCallers): Promise<Served> {
  const child = fork(join(import.meta.dirname, 'served.ts'), [what, path])
  const { origin, key } = started.parse(await told(child))
  const pool = new Pool(origin, { connections: callers })
  return {
    key,
    call: async (times, ask, status = 200) => {
      let next = 0
      let last = Buffer.alloc(0)
      const one = async (): Promise<void> => {
        while (next < times) {
          const answer = await pool.request({ method: 'GET', ...ask(next++) })
          const bytes = Buffer.from(await answer.body.arrayBuffer())
          if (answer.statusCode !== status) throw new Error(`answered ${answer.statusCode}: ${bytes.toString()}`)
          last = bytes
        }
      }
      await Promise.all(Array.from({ length: callers }, one))
      return last
    },
    usage: async () => {
      child.send('usage')
      return usage.parse(await told(child))
    },
    memory: async () => {
      child.send('memory')
      return memory.parse(await told(child))
    },
    stop: async () => {
      await pool.destroy()
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

async function told(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, 'message')
  return message
}
