// The reference for the service's webhooks, in a separate process: posts one message as often as its parent asks, with undici over
// persistent connections, and then reports its processor time.
import process from 'node:process'
import { Pool } from 'undici'
import * as z from 'zod'

const postRequest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  posts: z.int(),
  concurrency: z.int(),
})

let pool: Pool | null = null

process.once('SIGINT', () => process.exit(0))
process.on('message', (message) => {
  void post(postRequest.parse(message))
})

async function post({ url, headers, body, posts, concurrency }: z.infer<typeof postRequest>): Promise<void> {
  const { origin, pathname: path } = new URL(url)
  const openPool = (pool ??= new Pool(origin, { connections: concurrency }))
  let startedPosts = 0
  const postUntilDone = async (): Promise<void> => {
    while (startedPosts < posts) {
      startedPosts += 1
      const response = await openPool.request({ method: 'POST', path, headers, body })
      await response.body.dump()
      if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: concurrency }, postUntilDone))
  const { user, system } = process.cpuUsage(before)
  process.send?.({ cpuMs: (user + system) / 1000 })
}
