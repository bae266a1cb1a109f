// A proxy between station and service on loopback: for the next calls of a kind it answers instead of the service, or loses the call
// or its answer.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Fate =
  | 'pass'
  /** The connection is cut before the service receives the call. */
  | 'lose the call'
  /** The service handles the call, and the connection is cut before its answer. */
  | 'lose the answer'
  | { status: number; headers?: Record<string, string>; body: string }
export type Kind = 'report' | 'reading' | 'me' | 'other'

/** An error of the service, as in part 2 of the specification. */
export const serviceError = (status: number, code: string, extra: object = {}, headers: object = {}): Fate => ({
  status,
  headers: { 'content-type': 'application/json', 'x-request-id': 'req_interposed', ...headers },
  body: JSON.stringify({ error: { code, message: 'Nei', requestId: 'req_interposed', ...extra } }),
})
export const portal: Fate = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }

const kindOf = ({ method, url = '' }: IncomingMessage): Kind => {
  if (method === 'POST' && url.endsWith('/bent')) return 'report'
  if (/\/bending-sheets\/[^/]+$/.test(url)) return 'reading'
  return url.endsWith('/me') ? 'me' : 'other'
}

export async function interposed(target: string) {
  const { hostname, port, pathname } = new URL(target)
  const fates: Record<Kind, Fate[]> = { report: [], reading: [], me: [], other: [] }
  const receivedCalls: { kind: Kind; key: string; body: string; ifMatch: string | undefined }[] = []
  const sockets = new Set<Socket>()

  const onward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, fate: Fate): void => {
    const { method, url: path, headers } = incoming
    const call = request({ hostname, port, path, method, headers }, (answer) => {
      if (fate === 'lose the answer') {
        answer.resume()
        answer.on('end', () => incoming.socket.destroy())
        return
      }
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
    })
    call.on('error', () => incoming.socket.destroy())
    call.end(body)
  }
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const kind = kindOf(incoming)
      const body = Buffer.concat(chunks)
      const fate = fates[kind].shift() ?? 'pass'
      const { 'idempotency-key': key, 'if-match': ifMatch } = incoming.headers
      receivedCalls.push({ kind, key: String(key), body: body.toString(), ifMatch })
      if (fate === 'lose the call') incoming.socket.destroy()
      else if (typeof fate === 'object') outgoing.writeHead(fate.status, fate.headers).end(fate.body)
      else onward(incoming, outgoing, body, fate)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}${pathname}`,
    /** What happens to the next calls of a kind, in order; later calls pass. */
    next: (kind: Kind, ...more: Fate[]): void => void fates[kind].push(...more),
    /** The reports as they arrived, including lost ones. */
    reports: () => receivedCalls.filter(({ kind }) => kind === 'report'),
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
