// Stoplight Prism as a validating proxy in front of a service. It returns the answers of the service and records each violation of the
// OpenAPI document. Prism parses and rebuilds a call. A call that it would change – bytes in a form, a body that is not JSON, a path with
// two slashes – bypasses it, so that the service itself rejects it.
import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer as createPrism } from '@stoplight/prism-http-server'
import { createServer, request as callTo } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import { minuteMs } from '../../../shared/base/durations.ts'

export interface PrismProxy {
  /** Replaces the base address of the service. */
  baseUrl: string
  /** Every violation of an answer so far. */
  violations: () => string[]
  close: () => Promise<void>
}

const logged = z.object({ msg: z.string() })
const described = z.looseObject({ paths: z.record(z.string(), z.unknown()) })

/** Starts the proxy on a free port, with the OpenAPI document that the service serves. */
export async function prismInFrontOf(serviceUrl: string): Promise<PrismProxy> {
  const { origin, pathname } = new URL(serviceUrl)
  const violations: string[] = []
  const prism = await startPrism(serviceUrl, (message) => {
    if (message.startsWith('Violation: response')) violations.push(message)
  })
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { body, isUnchanged } = await readBody(request)
      const { url = '' } = request
      const passesPrism = isUnchanged && url.startsWith(`${pathname}/`) && !url.includes('//')
      passOn(passesPrism ? prism.origin : origin, request, body, response)
    } catch {
      response.destroy()
    }
  }
  const front = createServer((request, response) => void forward(request, response))
  // longer than the time in the service's Keep-Alive header, which is passed on: a client must not use a connection that ends at this moment
  front.keepAliveTimeout = 10 * minuteMs
  front.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => void forward(request, response))
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const address = front.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    violations: () => [...violations],
    close: async () => {
      front.closeAllConnections()
      front.close()
      await prism.close()
    },
  }
}

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>
const operationsByDocument = new Map<string, Promise<Operations>>()

/** Reads each document once, because that takes longer than all calls of a test. */
function operationsOf(document: object): Promise<Operations> {
  const key = JSON.stringify(document)
  const cached = operationsByDocument.get(key)
  if (cached !== undefined) return cached
  const operations = getHttpOperationsFromSpec(document)
  operationsByDocument.set(key, operations)
  return operations
}

async function startPrism(serviceUrl: string, onMessage: (message: string) => void) {
  const { origin, pathname } = new URL(serviceUrl)
  const document = described.parse(await (await fetch(`${serviceUrl}/openapi.json`)).json())
  // under the same base path, so that the addresses in answers also work at the proxy
  const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [pathname + path, item]))
  const operations = await operationsOf({ ...document, servers: [], paths })
  const write = (line: string) => {
    onMessage(logged.parse(JSON.parse(line)).msg)
  }
  const server = createPrism(operations, {
    components: { logger: createLogger('proxy', { level: 'info' }, { write }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(origin),
      upstreamProxy: undefined,
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: false,
      mock: { dynamic: false },
    },
  })
  return { origin: await server.listen(0, '127.0.0.1'), close: server.close }
}

/** The whole body, and whether Prism would forward it unchanged. A chunked or late body is not read. */
async function readBody(request: IncomingMessage): Promise<{ body: Buffer | IncomingMessage; isUnchanged: boolean }> {
  const { 'transfer-encoding': pieces, expect } = request.headers
  if (pieces !== undefined || expect !== undefined) return { body: request, isUnchanged: false }
  const body = await buffer(request)
  return {
    body,
    isUnchanged: body.length === 0 || (/^[{[]/.test(body.toString('latin1', 0, 1)) && isCompactJson(body.toString())),
  }
}

function isCompactJson(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text
  } catch {
    return false
  }
}

function passOn(to: string, from: IncomingMessage, body: Buffer | IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', url = '', headers } = from
  // a connection of its own for each call: Prism ends an idle one after 5 s, maybe while the next call is written
  const call = callTo(to + url, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  call.on('continue', () => {
    response.writeContinue()
  })
  call.on('error', () => {
    response.destroy()
  })
  from.on('close', () => {
    if (!from.complete) call.destroy()
  })
  if (Buffer.isBuffer(body)) call.end(body)
  else body.pipe(call)
}
