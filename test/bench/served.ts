// A server of the service's bench in a process of its own, so that its processor time and its memory are its alone: the workshop
// service on a fresh folder, or a bare Fastify route that sends the bytes of a file. Told what over its arguments, it answers over
// the channel to whoever started it.
import Fastify from 'fastify'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startService } from '../../src-service/service.ts'

/** No limit is reached, though every call counts against them. */
const unlimited = 1_000_000

const [what, path = ''] = process.argv.slice(2)
process.send?.(what === 'bare' ? await bare(readFileSync(path)) : await service(path))
process.once('SIGINT', () => process.exit(0))
process.on('message', (asked) => {
  if (asked === 'memory') {
    // what it holds, and not how long ago its garbage was cleared
    clearGarbage()
    process.send?.({ rssBytes: process.memoryUsage.rss() })
    return
  }
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000 })
})

function clearGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

async function service(dataFolder: string) {
  const { baseUrl, keys } = await startService({ dataFolder, port: 0, limitFactor: unlimited })
  return { origin: new URL(baseUrl).origin, key: keys?.sandbox ?? '' }
}

async function bare(body: Buffer) {
  const app = Fastify()
  app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  app.post('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  return { origin: await app.listen({ host: '127.0.0.1', port: 0 }), key: '' }
}
