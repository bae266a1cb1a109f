// A program of its own for one call to the system's key store: a locked store may hold its caller for good, and a thread so held
// would keep the station from ending. One request as JSON on standard input, one answer as JSON on standard output.
import { AsyncEntry } from '@napi-rs/keyring'
import { text } from 'node:stream/consumers'
import process from 'node:process'
import * as z from 'zod'

const account = z.string().min(1)
const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('write'), account, secret: z.string() }),
  z.strictObject({ do: z.literal('read'), account }),
  z.strictObject({ do: z.literal('remove'), account }),
])

async function answer(asked: z.infer<typeof request>): Promise<string | null> {
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

async function run(): Promise<void> {
  process.stdout.write(JSON.stringify({ secret: await answer(request.parse(JSON.parse(await text(process.stdin)))) }))
}

run().catch((fault: unknown) => {
  process.stderr.write(fault instanceof Error ? fault.message : 'the key store failed')
  process.exitCode = 1
})
