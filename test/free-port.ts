// A port for a program that is told its port before it listens.
import { once } from 'node:events'
import { createServer } from 'node:net'

// the system gives a port from 32 768 on to a connection at any time, also between this check and the caller's listen
const lowest = 10_000
const count = 20_000
const portsPerProcess = 32
let next = (process.pid * portsPerProcess) % count

/** A port of 127.0.0.1 on which nothing listens and which the system gives to no connection. */
export async function freePort(): Promise<number> {
  const port = lowest + next
  next = (next + 1) % count
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
