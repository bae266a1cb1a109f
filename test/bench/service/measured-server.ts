// Starts a server in a separate process, calls it as fast as it responds over persistent connections, and reads its processor time.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import * as z from 'zod'

/** The number of concurrent callers if a bench does not state another. */
const defaultCallers = 8
const startMessage = z.object({ origin: z.string(), key: z.string() })
const usage = z.object({ cpuMs: z.number() })
const memory = z.object({ rssBytes: z.number() })

export interface MeasuredServer {
  key: string
  /** Makes a number of calls. Each must return `status`; returns the bytes of the last response. */
  call: (times: number, requestNo: (no: number) => ServerRequest, status?: number) => Promise<Buffer>
  usage: () => Promise<z.infer<typeof usage>>
  /** Measured after a garbage collection. */
  memory: () => Promise<z.infer<typeof memory>>
  stop: () => Promise<void>
}

export interface ServerRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export async function startMeasuredServer(
  kind: 'service' | 'bare',
  path: string,
  callers = defaultCallers,
): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), [kind, path])
  const { origin, key } = startMessage.parse(await nextMessage(child))
  const pool = new Pool(origin, { connections: callers })
  return {
    key,
    call: async (times, requestNo, status = 200) => {
      let next = 0
      let last = Buffer.alloc(0)
      const callUntilDone = async (): Promise<void> => {
        while (next < times) {
          const response = await pool.request({ method: 'GET', ...requestNo(next++) })
          const bytes = Buffer.from(await response.body.arrayBuffer())
          if (response.statusCode !== status) throw new Error(`status ${response.statusCode}: ${bytes.toString()}`)
          last = bytes
        }
      }
      await Promise.all(Array.from({ length: callers }, callUntilDone))
      return last
    },
    usage: async () => {
      child.send('usage')
      return usage.parse(await nextMessage(child))
    },
    memory: async () => {
      child.send('memory')
      return memory.parse(await nextMessage(child))
    },
    stop: async () => {
      await pool.destroy()
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, 'message')
  return message
}
