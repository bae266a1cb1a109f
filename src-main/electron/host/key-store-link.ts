// The system's key store for a station in the host. Calls go through the main process, because only it may start another process. A
// secret goes from port to port and is never written.
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { storeWithinMs, type SystemKeyStore } from '../../station/keys/index.ts'

/** A call from the host to the main process. */
export const keyStoreCall = z.strictObject({ kind: z.literal('key-store'), id: z.int(), request: z.unknown() })
/** The reply of a utility process. */
export const keyStoreReply = z.union([
  z.strictObject({ secret: z.string().nullable() }),
  z.strictObject({ fault: z.string() }),
])
const keyStoreAnswer = z.strictObject({ kind: z.literal('key-store'), id: z.int(), reply: keyStoreReply })

export interface KeyStoreLink {
  store: SystemKeyStore
  /** Call it with every message of the main process; it ignores those that are not replies. */
  receive: (message: unknown) => void
}

export function keyStoreThroughMain(post: (message: unknown) => void, clock: Clock): KeyStoreLink {
  const waiting = new Map<number, (reply: z.infer<typeof keyStoreReply>) => void>()
  let nextId = 1
  const call = async (request: object): Promise<string | null> => {
    const id = nextId++
    const reply = await new Promise<z.infer<typeof keyStoreReply>>((resolve) => {
      waiting.set(id, resolve)
      post({ kind: 'key-store', id, request })
      // the main process gives up first
      void clock.wait(2 * storeWithinMs).then(() => resolve({ fault: 'no answer' }))
    })
    waiting.delete(id)
    if ('fault' in reply) throw new Error(`the system's key store: ${reply.fault}`)
    return reply.secret
  }
  return {
    store: {
      write: async (account, secret) => void (await call({ do: 'write', account, secret })),
      read: (account) => call({ do: 'read', account }),
      remove: async (account) => void (await call({ do: 'remove', account })),
    },
    receive: (message) => {
      const answer = keyStoreAnswer.safeParse(message)
      if (answer.success) waiting.get(answer.data.id)?.(answer.data.reply)
    },
  }
}
