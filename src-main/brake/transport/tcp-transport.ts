// A raw TCP connection as a line: a serial server, a controller with a network port, or the simulator.
import { connect, type Socket } from 'node:net'
import type { Clock } from '../../platform/clock.ts'
import type { TcpAddress } from './connection-address.ts'
import { openConnection } from './open-connection.ts'
import {
  ConnectionError,
  type Connection,
  type ConnectionEnd,
  type ConnectionEndCode,
  type Transport,
} from './transport.ts'

const connectDeadlineMs = 5_000
const writeDeadlineMs = 2_000

const failures: ReadonlyMap<string, ConnectionEndCode> = new Map([
  ['ENOTFOUND', 'not_found'],
  ['EAI_AGAIN', 'not_found'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['ENETUNREACH', 'refused'],
  ['ETIMEDOUT', 'refused'],
  ['EACCES', 'permission_denied'],
  ['ECONNRESET', 'unplugged'],
  ['EPIPE', 'unplugged'],
])
const failure = (error: Error, connected: boolean): ConnectionEnd => {
  const code = ('code' in error ? failures.get(String(error.code)) : undefined) ?? 'io_error'
  // what was reached and is not any more: the cable, or the other side's power
  return { code: connected && code === 'refused' ? 'unplugged' : code, message: error.message }
}

/** By a reset: what the system has not got across yet is thrown away, and does not come when the network is back. */
const closeSocket = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) return resolve()
    socket.once('close', () => resolve())
    if (socket.connecting || socket.destroyed) socket.destroy()
    else socket.resetAndDestroy()
  })

export function tcpTransport(uri: string, { host, port }: TcpAddress, clock: Clock): Transport {
  const open = async (signal: AbortSignal): Promise<Connection> => {
    if (signal.aborted) throw new ConnectionError({ code: 'closed', message: 'called off' })
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 })
    const { line, received, over } = openConnection(
      {
        write: (bytes, done) => {
          socket.write(bytes, (error) => done(error === null || error === undefined ? null : failure(error, true)))
        },
        close: () => closeSocket(socket),
      },
      clock,
      () => writeDeadlineMs,
    )
    socket.on('data', received)
    let reached = false
    socket.on('connect', () => {
      reached = true
    })
    socket.on('error', (error) => over(failure(error, reached)))
    socket.on('end', () => over({ code: 'closed', message: 'closed by the other side' }))
    socket.on('close', () => over({ code: 'closed', message: 'closed' }))

    const decided = new AbortController()
    const callOff = (): void => over({ code: 'closed', message: 'called off' })
    signal.addEventListener('abort', callOff, { once: true })
    const connected = await Promise.race([
      new Promise<true>((resolve) => socket.once('connect', () => resolve(true))),
      line.ended,
      clock.wait(connectDeadlineMs, decided.signal).then((): ConnectionEnd => {
        return { code: 'refused', message: `no connection within ${connectDeadlineMs} ms` }
      }),
    ])
    decided.abort()
    signal.removeEventListener('abort', callOff)
    if (connected === true) return line
    over(connected)
    await line.close()
    throw new ConnectionError(await line.ended)
  }

  return { uri, characterMs: 0, open }
}
