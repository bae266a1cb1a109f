// Raw TCP lines against real sockets, and the deadline of a write on a held clock.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
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

function opened(uri: string, signal = new AbortController().signal): Promise<Connection> {
  const named = transportOf(uri, systemClock)
  if (!named.ok) throw new Error(named.error)
  return named.value.open(signal)
}

describe('a TCP line', () => {
  test('carries bytes both ways, and ends as closed when the other side closes', async () => {
    const { server, port, accepted } = await listening()
    const line = await opened(`tcp://127.0.0.1:${port}`)
    const far = await accepted
    const [atNear, atFar]: [number[], number[]] = [[], []]
    line.onBytes((bytes) => atNear.push(...bytes))
    far.on('data', (bytes) => atFar.push(...bytes))
    await line.write(Uint8Array.of(1, 2))
    far.write(Uint8Array.of(3))
    await expect.poll(() => [atNear, atFar]).toEqual([[3], [1, 2]])
    far.end()
    await expect(line.ended).resolves.toMatchObject({ code: 'closed' })
    server.close()
  })

  test('ends as unplugged when the connection is reset', async () => {
    const { server, port, accepted } = await listening()
    const line = await opened(`tcp://127.0.0.1:${port}`)
    const far = await accepted
    far.resetAndDestroy()
    await expect(line.ended).resolves.toMatchObject({ code: 'unplugged' })
    await expect(line.write(Uint8Array.of(1))).rejects.toMatchObject({ code: 'unplugged' })
    server.close()
  })

  test('is reset when we close it, so that nothing comes later that is still on its way', async () => {
    const { server, port, accepted } = await listening()
    const line = await opened(`tcp://127.0.0.1:${port}`)
    const far = await accepted
    const failed = new Promise((resolve) => far.once('error', (error) => resolve([error])))
    await line.close()
    far.resume()
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }])
    server.close()
  })

  test('is refused where nobody listens', async () => {
    const { server, port } = await listening()
    server.close()
    await once(server, 'close')
    await expect(opened(`tcp://127.0.0.1:${port}`)).rejects.toMatchObject({ name: 'LineError', code: 'refused' })
  })

  test('is not found where the host has no address', async () => {
    // a name that is longer than names may be: nobody out there is asked
    await expect(opened(`tcp://${'x'.repeat(64)}.invalid:502`)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is called off while it connects, and before', async () => {
    const off = new AbortController()
    const asked = opened('tcp://192.0.2.1:502', off.signal)
    off.abort()
    await expect(asked).rejects.toMatchObject({ code: 'closed' })
    await expect(opened('tcp://192.0.2.1:502', off.signal)).rejects.toMatchObject({ code: 'closed' })
  })
})

describe('a write that never calls back', () => {
  test('ends the line at its deadline, and every later write with it', async () => {
    const clock = manualClock()
    let closed = 0
    const { line } = openConnection(
      {
        write: () => {},
        close: async () => {
          closed += 1
        },
      },
      clock,
      (bytes) => 2_000 + bytes,
    )
    const write = line.write(new Uint8Array(10))
    clock.advance(2_010)
    await expect(write).rejects.toMatchObject({ code: 'io_error' })
    await expect(line.ended).resolves.toMatchObject({ message: 'the system did not take 10 bytes in 2010 ms' })
    await expect(line.write(new Uint8Array(1))).rejects.toMatchObject({ code: 'io_error' })
    expect(closed).toBe(1)
  })
})
