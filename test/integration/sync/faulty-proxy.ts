// A proxy between station and service on loopback that changes responses, drops connections and sends responses of its own.
import { type IncomingHttpHeaders, createServer, request } from 'node:http'
import type { Socket } from 'node:net'

export interface PassedAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}
/** How a response is changed; `cut`: the connection is dropped instead. */
export type Rewriting = (path: string, answer: PassedAnswer) => PassedAnswer | 'cut'

const unchanged: Rewriting = (_, answer) => answer

export interface FaultyProxy {
  baseUrl: string
  rewriteAnswers: (rewriting: Rewriting) => void
  /** Responses are forwarded unchanged again. */
  stopRewriting: () => void
  close: () => Promise<void>
}

/** Forwards all requests to the service at `target`. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port, pathname } = new URL(target)
  let rewrite = unchanged
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const passed = {
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString(),
          }
          const changed = rewrite((incoming.url ?? '').slice(pathname.length), passed)
          if (changed === 'cut') incoming.socket.destroy()
          else
            outgoing
              .writeHead(changed.status, { ...changed.headers, 'content-length': Buffer.byteLength(changed.body) })
              .end(changed.body)
        })
      },
    )
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}${pathname}`,
    rewriteAnswers: (next) => {
      rewrite = next
    },
    stopRewriting: () => {
      rewrite = unchanged
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** A response with changed JSON. */
export function rewritten(answer: PassedAnswer, change: (body: Record<string, unknown>) => unknown): PassedAnswer {
  const body: Record<string, unknown> = JSON.parse(answer.body)
  return { ...answer, body: JSON.stringify(change(body)) }
}

/** The response of a captive portal to every request. */
export const html: Rewriting = (_, answer) => ({
  ...answer,
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html>Sign in</html>',
})
