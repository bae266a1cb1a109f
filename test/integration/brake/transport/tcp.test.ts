// Raw TCP connections with real sockets, and the deadline of a write with a manual clock.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { openConnection } from '../../../../src-main/brake/transport/open-connection.ts'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import type { Connection } from '../../../../src-main/brake/transport/transport.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { manualClock } from '../../../manual-clock.ts'

async function listening(): Promise<{ server: Server; port: number; accepted: Promise<Socket> }> {
  const server = createServer()
  const { promise: accepted, resolve } = Promise.withResolvers<Socket>()
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    resolve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { server, port: address.port, accepted }
}

function open(uri: string, signal = new AbortController().signal): Promise<Connection> {
  const transport = transportOf(uri, systemClock)
  if (!transport.ok) throw new Error(transport.error)
  return transport.value.open(signal)
}

describe('a TCP connection', () => {
  test('transmits bytes in both directions, and ends as closed when the other side closes', async () => {
    const { server, port, accepted } = await listening()
    const connection = await open(`tcp://127.0.0.1:${port}`)
    const far = await accepted
    const [atNear, atFar]: [number[], number[]] = [[], []]
    connection.onBytes((bytes) => atNear.push(...bytes))
    far.on('data', (bytes) => atFar.push(...bytes))
    await connection.write(Uint8Array.of(1, 2))
    far.write(Uint8Array.of(3))
    await expect.poll(() => [atNear, atFar]).toEqual([[3], [1, 2]])
    far.end()
    await expect(connection.ended).resolves.toMatchObject({ code: 'closed' })
    server.close()
  })

  test('ends as unplugged when it is reset', async () => {
    const { server, port, accepted } = await listening()
    const connection = await open(`tcp://127.0.0.1:${port}`)
    const far = await accepted
    far.resetAndDestroy()
    await expect(connection.ended).resolves.toMatchObject({ code: 'unplugged' })
    await expect(connection.write(Uint8Array.of(1))).rejects.toMatchObject({ code: 'unplugged' })
    server.close()
  })

  test('is reset when this program closes it, so that unsent bytes do not arrive later', async () => {
    const { server, port, accepted } = await listening()
    const connection = await open(`tcp://127.0.0.1:${port}`)
    const far = await accepted
    const farError = new Promise((resolve) => far.once('error', (error) => resolve([error])))
    await connection.close()
    far.resume()
    expect(await farError).toMatchObject([{ code: 'ECONNRESET' }])
    server.close()
  })

  test('is refused if no program listens', async () => {
    const { server, port } = await listening()
    server.close()
    await once(server, 'close')
    await expect(open(`tcp://127.0.0.1:${port}`)).rejects.toMatchObject({ name: 'ConnectionError', code: 'refused' })
  })

  test('is not found if the host has no address', async () => {
    // longer than a name can be, so that no name server is asked
    await expect(open(`tcp://${'x'.repeat(64)}.invalid:502`)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('can be cancelled while it connects, and before', async () => {
    const cancelled = new AbortController()
    const opening = open('tcp://192.0.2.1:502', cancelled.signal)
    cancelled.abort()
    await expect(opening).rejects.toMatchObject({ code: 'closed' })
    await expect(open('tcp://192.0.2.1:502', cancelled.signal)).rejects.toMatchObject({ code: 'closed' })
  })
})

describe('a write that never finishes', () => {
  test('ends the connection at its deadline, and every later write fails', async () => {
    const clock = manualClock()
    let closeCalls = 0
    const { connection } = openConnection(
      {
        write: () => {},
        close: async () => {
          closeCalls += 1
        },
      },
      clock,
      (bytes) => 2_000 + bytes,
    )
    const write = connection.write(new Uint8Array(10))
    clock.advance(2_010)
    await expect(write).rejects.toMatchObject({ code: 'io_error' })
    await expect(connection.ended).resolves.toMatchObject({
      message: 'the system did not accept 10 bytes within 2010 ms',
    })
    await expect(connection.write(new Uint8Array(1))).rejects.toMatchObject({ code: 'io_error' })
    expect(closeCalls).toBe(1)
  })
})

describe('received bytes', () => {
  test('reach every listener, also after one that throws, whose error is an unhandled rejection', async () => {
    const { connection, receive } = openConnection(
      { write: () => {}, close: async () => {} },
      manualClock(),
      () => 2_000,
    )
    const fault = new Error('broken listener')
    const received: number[] = []
    connection.onBytes(() => {
      throw fault
    })
    connection.onBytes((bytes) => received.push(...bytes))
    const rejected = nextUnhandledRejection()
    receive(Uint8Array.of(7))
    expect(received).toEqual([7])
    expect(await rejected).toBe(fault)
  })
})

/** The reason of the next unhandled rejection of this process, which then does not fail the test run. */
function nextUnhandledRejection(): Promise<unknown> {
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  return new Promise((resolve) =>
    process.once('unhandledRejection', (reason) => {
      for (const listener of others) process.on('unhandledRejection', listener)
      resolve(reason)
    }),
  )
}
