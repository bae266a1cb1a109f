// Stoplight Prism in front of a service as validating proxy: what it answers is the service's, and what in it the description does
// not allow is noted. Requests are let through as they are: the service's own refusals are what is looked at.
import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import * as z from 'zod'

export interface PrismProxy {
  /** In place of the service's base address. */
  baseUrl: string
  /** Every violation of an answer so far. */
  violations: () => string[]
  close: () => Promise<void>
}

const logged = z.object({ msg: z.string() })
const described = z.looseObject({})

/** Starts the proxy on a free port, with the description that the service serves. */
export async function prismInFrontOf(serviceUrl: string): Promise<PrismProxy> {
  const document = described.parse(await (await fetch(`${serviceUrl}/openapi.json`)).json())
  const operations = await getHttpOperationsFromSpec({ ...document, servers: [{ url: serviceUrl }] })
  const found: string[] = []
  const note = (line: string) => {
    const { msg } = logged.parse(JSON.parse(line))
    if (msg.startsWith('Violation: response')) found.push(msg)
  }
  const server = createServer(operations, {
    components: { logger: createLogger('proxy', { level: 'info' }, { write: note }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(serviceUrl),
      upstreamProxy: undefined,
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: false,
      mock: { dynamic: false },
    },
  })
  const origin = await server.listen(0, '127.0.0.1')
  return { baseUrl: origin, violations: () => [...found], close: server.close }
}
