// One call to the system's key store. Whoever makes it does so in a process of its own: a locked store may hold its caller for good.
import { AsyncEntry } from '@napi-rs/keyring'
import * as z from 'zod'

const account = z.string().min(1)
const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('write'), account, secret: z.string() }),
  z.strictObject({ do: z.literal('read'), account }),
  z.strictObject({ do: z.literal('remove'), account }),
])

/** The secret that was asked for; null: there is none, or none was asked for. Rejects with what the store says. */
export async function answerKeyStore(given: unknown): Promise<string | null> {
  const asked = request.parse(given)
  // the kernel's own key ring, the fallback on Linux, forgets at the next start: a file is better
  const entry = new AsyncEntry('Kant', asked.account, { linux: { store: 'secret-service' } })
  switch (asked.do) {
    case 'write':
      await entry.setPassword(asked.secret)
      return null
    case 'read':
      return (await entry.getPassword()) ?? null
    case 'remove':
      await entry.deletePassword()
      return null
  }
}
