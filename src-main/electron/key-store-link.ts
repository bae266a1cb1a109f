// The system's key store for a station in the host: asked through the main process, which alone may start another. A secret goes
// from port to port and is written nowhere.
import * as z from 'zod'
import type { Clock } from '../platform/clock.ts'
import { storeWithinMs, type SystemKeyStore } from '../station/system-key-store.ts'

/** What the host asks of the main process. */
export const keyStoreCall = z.strictObject({ kind: z.literal('key-store'), id: z.int(), request: z.unknown() })
/** What a utility process answers. */
export const keyStoreSaid = z.union([
  z.strictObject({ secret: z.string().nullable() }),
  z.strictObject({ fault: z.string() }),
])
export const keyStoreAnswer = z.strictObject({ kind: z.literal('key-store'), id: z.int(), said: keyStoreSaid })

export interface KeyStoreLink {
  store: SystemKeyStore
  /** To be told of every message of the main process; takes what is an answer. */
  take: (message: unknown) => void
}

export function keyStoreThroughMain(post: (message: unknown) => void, clock: Clock): KeyStoreLink {
  const waiting = new Map<number, (said: z.infer<typeof keyStoreSaid>) => void>()
  let nextId = 1
  const ask = async (request: object): Promise<string | null> => {
    const id = nextId++
    const said = await new Promise<z.infer<typeof keyStoreSaid>>((resolve) => {
      waiting.set(id, resolve)
      post({ kind: 'key-store', id, request })
      // the main process gives up first
      void clock.wait(2 * storeWithinMs).then(() => resolve({ fault: 'no answer' }))
    })
    waiting.delete(id)
    if ('fault' in said) throw new Error(`the system's key store: ${said.fault}`)
    return said.secret
  }
  return {
    store: {
      write: async (account, secret) => void (await ask({ do: 'write', account, secret })),
      read: (account) => ask({ do: 'read', account }),
      remove: async (account) => void (await ask({ do: 'remove', account })),
    },
    take: (message) => {
      const answer = keyStoreAnswer.safeParse(message)
      if (answer.success) waiting.get(answer.data.id)?.(answer.data.said)
    },
  }
}
