// A server of the service's bench in a separate process, so that its processor time and memory can be measured: the workshop
// service on a new folder, or a Fastify route that only sends the bytes of a file. The arguments say which. It reports to its
// parent process over the channel.
import Fastify from 'fastify'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startService } from '../../../src-service/service.ts'

/** No limit is reached, but every call is counted. */
const unlimited = 1_000_000

const [kind, path = ''] = process.argv.slice(2)
process.send?.(kind === 'bare' ? await startBareRoute(readFileSync(path)) : await startWorkshopService(path))
process.once('SIGINT', () => process.exit(0))
process.on('message', (request) => {
  if (request === 'memory') {
    // so that the result does not depend on when the last collection was
    collectGarbage()
    process.send?.({ rssBytes: process.memoryUsage.rss() })
    return
  }
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000 })
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

async function startWorkshopService(dataFolder: string) {
  const { baseUrl, keys } = await startService({ dataFolder, port: 0, limitFactor: unlimited })
  return { origin: new URL(baseUrl).origin, key: keys?.sandbox ?? '' }
}

async function startBareRoute(body: Buffer) {
  const app = Fastify()
  app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  app.post('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  return { origin: await app.listen({ host: '127.0.0.1', port: 0 }), key: '' }
}
