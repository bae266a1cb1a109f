// One call to the system's key store. Only a separate process may make it, because a locked store can block its caller forever.
import { AsyncEntry } from '@napi-rs/keyring'
import * as z from 'zod'

const account = z.string().min(1)
const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('write'), account, secret: z.string() }),
  z.strictObject({ do: z.literal('read'), account }),
  z.strictObject({ do: z.literal('remove'), account }),
])

/** Resolves with the secret that was read; null: there is none, or the call reads none. Rejects with the store's error. */
export async function answerKeyStore(input: unknown): Promise<string | null> {
  const call = request.parse(input)
  // the kernel's key ring, the fallback on Linux, is empty after a restart: a file is better
  const entry = new AsyncEntry('Kant', call.account, { linux: { store: 'secret-service' } })
  switch (call.do) {
    case 'write':
      await entry.setPassword(call.secret)
      return null
    case 'read':
      return (await entry.getPassword()) ?? null
    case 'remove':
      await entry.deletePassword()
      return null
  }
}
