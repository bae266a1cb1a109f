// Raw TCP connections: to a serial server, to a controller with a network port, or to the simulator.
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
const failureOf = (error: Error, isConnected: boolean): ConnectionEnd => {
  const code = ('code' in error ? failures.get(String(error.code)) : undefined) ?? 'io_error'
  // the address was reached before: the cable was removed, or the other side has no power
  return { code: isConnected && code === 'refused' ? 'unplugged' : code, message: error.message }
}

/** Resets the connection: unsent bytes are discarded, so that they are not sent when the network is back. */
const closeSocket = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) return resolve()
    socket.once('close', () => resolve())
    if (socket.connecting || socket.destroyed) socket.destroy()
    else socket.resetAndDestroy()
  })

/** Opening ends with 'refused' where nothing answers within the deadline. */
export function tcpTransport(uri: string, { host, port }: TcpAddress, clock: Clock): Transport {
  const open = async (signal: AbortSignal): Promise<Connection> => {
    if (signal.aborted) throw new ConnectionError({ code: 'closed', message: 'cancelled' })
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 })
    const { connection, receive, end } = openConnection(
      {
        write: (bytes, done) => {
          socket.write(bytes, (error) => done(error === null || error === undefined ? null : failureOf(error, true)))
        },
        close: () => closeSocket(socket),
      },
      clock,
      () => writeDeadlineMs,
    )
    socket.on('data', receive)
    let isConnected = false
    socket.on('connect', () => {
      isConnected = true
    })
    socket.on('error', (error) => end(failureOf(error, isConnected)))
    socket.on('end', () => end({ code: 'closed', message: 'closed by the other side' }))
    socket.on('close', () => end({ code: 'closed', message: 'closed' }))

    const settled = new AbortController()
    const cancel = (): void => end({ code: 'closed', message: 'cancelled' })
    signal.addEventListener('abort', cancel, { once: true })
    const outcome = await Promise.race([
      new Promise<true>((resolve) => socket.once('connect', () => resolve(true))),
      connection.ended,
      clock.wait(connectDeadlineMs, settled.signal).then((): ConnectionEnd => {
        return { code: 'refused', message: `no connection within ${connectDeadlineMs} ms` }
      }),
    ])
    settled.abort()
    signal.removeEventListener('abort', cancel)
    if (outcome === true) return connection
    end(outcome)
    await connection.close()
    throw new ConnectionError(await connection.ended)
  }

  return { uri, characterMs: 0, open }
}
