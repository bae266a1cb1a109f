// The bare loop beside which the service's webhooks are measured, in a process of its own: told how much to post, it posts one message
// with undici over connections that are kept, and says when it is through and what that took of the processor.
import process from 'node:process'
import { Pool } from 'undici'
import * as z from 'zod'

const asked = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  posts: z.int(),
  atOnce: z.int(),
})

let pool: Pool | null = null

process.once('SIGINT', () => process.exit(0))
process.on('message', (message) => {
  void post(asked.parse(message))
})

async function post({ url, headers, body, posts, atOnce }: z.infer<typeof asked>): Promise<void> {
  const { origin, pathname: path } = new URL(url)
  const kept = (pool ??= new Pool(origin, { connections: atOnce }))
  let begun = 0
  const loop = async (): Promise<void> => {
    while (begun < posts) {
      begun += 1
      const answer = await kept.request({ method: 'POST', path, headers, body })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: atOnce }, loop))
  const { user, system } = process.cpuUsage(before)
  process.send?.({ cpuMs: (user + system) / 1000 })
}
