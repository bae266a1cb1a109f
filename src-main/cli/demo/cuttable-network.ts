// A network that can be cut: a TCP relay on loopback in front of the service. While it is cut, open connections are reset and new ones
// are refused. For the demo and for tests.
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface CuttableNetwork {
  /** The service's address through the relay; it does not change when the network is restored. */
  baseUrl: string
  cut: () => Promise<void>
  restore: () => Promise<void>
  close: () => Promise<void>
}

/** `target`: a base address on this computer, `http://127.0.0.1:PORT/api/v1`. */
export async function cuttableNetwork(target: string): Promise<CuttableNetwork> {
  const url = new URL(target)
  const behind = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let server: Server | null = await listen(0, behind, sockets)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  const { port } = address

  const cut = async (): Promise<void> => {
    const closing = server
    server = null
    if (closing === null) return
    const closed = new Promise((resolve) => closing.close(resolve))
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  return {
    baseUrl: `http://127.0.0.1:${port}${url.pathname}`,
    cut,
    restore: async () => {
      server ??= await listen(port, behind, sockets)
    },
    close: cut,
  }
}

function listen(port: number, behind: { host: string; port: number }, sockets: Set<Socket>): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(behind)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
