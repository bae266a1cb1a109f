// Serial connections over real pseudo terminals.
import { describe, expect, test, vi } from 'vitest'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import type { Connection, Transport } from '../../../../src-main/brake/transport/transport.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { serialPair } from '../../../serial-pair.ts'

const never = new AbortController().signal

function transportFor(uri: string): Transport {
  const transport = transportOf(uri, systemClock)
  if (!transport.ok) throw new Error(transport.error)
  return transport.value
}
const open = (path: string, parameters = ''): Promise<Connection> =>
  transportFor(`serial:${path}?baud=19200${parameters}`).open(never)

/** The bytes that arrive from now on. */
function receivedBytes(connection: Connection): number[] {
  const bytes: number[] = []
  connection.onBytes((part) => bytes.push(...part))
  return bytes
}

describe('a serial connection', () => {
  test.each(['', '&parity=none', '&bits=7&parity=even&stop=2', '&flow=xonxoff'])(
    'transmits bytes in both directions (%s)',
    async (parameters) => {
      await using pair = await serialPair()
      const [near, far] = await Promise.all([open(pair.near, parameters), open(pair.far, parameters)])
      const [atNear, atFar] = [receivedBytes(near), receivedBytes(far)]
      await Promise.all([near.write(Uint8Array.of(1, 2, 3)), far.write(Uint8Array.of(9))])
      await near.write(Uint8Array.of(4))
      await expect.poll(() => atFar).toEqual([1, 2, 3, 4])
      await expect.poll(() => atNear).toEqual([9])
      await Promise.all([near.close(), far.close()])
    },
  )

  test('transmits every byte unchanged', async () => {
    await using pair = await serialPair()
    const [near, far] = await Promise.all([open(pair.near), open(pair.far)])
    const atFar = receivedBytes(far)
    const all = Array.from({ length: 256 }, (_, byte) => byte)
    await near.write(Uint8Array.from(all))
    await expect.poll(() => atFar).toEqual(all)
    await Promise.all([near.close(), far.close()])
  })

  test('ends as unplugged when the cable is pulled, also without a listener', async () => {
    await using pair = await serialPair()
    const connection = await open(pair.near)
    await pair.cut()
    await expect(connection.ended).resolves.toMatchObject({ code: 'unplugged' })
    await expect(connection.write(Uint8Array.of(1))).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'unplugged',
    })
  })

  test('ends once, and closing it again has no effect', async () => {
    await using pair = await serialPair()
    const connection = await open(pair.near)
    await connection.close()
    await pair.cut()
    await connection.close()
    await expect(connection.ended).resolves.toMatchObject({ code: 'closed' })
  })

  test('is refused while another program uses the port, and opens after that program closed it', async () => {
    await using pair = await serialPair()
    const first = await open(pair.near)
    await expect(open(pair.near)).rejects.toMatchObject({ code: 'port_busy' })
    await first.close()
    const second = await open(pair.near)
    await second.close()
  })

  test.each([
    ['/dev/no-such-port', 'not_found'],
    ['/dev/null', 'not_found'],
    ['/tmp', 'not_found'],
  ])('%s is not a serial port', async (path, code) => {
    const message: unknown = expect.not.stringContaining('Error:')
    await expect(open(path)).rejects.toMatchObject({ name: 'ConnectionError', code, message })
  })

  test('is not found if no device has the numbers', async () => {
    const opening = transportFor('serial:?vendor=dead&product=beef').open(never)
    await expect(opening).rejects.toMatchObject({
      code: 'not_found',
      message: 'no device has vendor dead, product beef',
    })
  })

  test('can be cancelled while it opens, and leaves the port free', async () => {
    await using pair = await serialPair()
    const cancelled = new AbortController()
    const opening = transportFor(`serial:${pair.near}`).open(cancelled.signal)
    cancelled.abort()
    await expect(opening).rejects.toMatchObject({ code: 'closed' })
    const connection = await open(pair.near)
    await connection.close()
  })

  test('discards bytes that arrive before a listener subscribes', async () => {
    await using pair = await serialPair()
    const [near, far] = await Promise.all([open(pair.near), open(pair.far)])
    const received = receivedBytes(near)
    await far.write(Uint8Array.of(1))
    await expect.poll(() => received).toEqual([1])
    const laterListener = vi.fn<(bytes: Uint8Array) => void>()
    near.onBytes(laterListener)
    await far.write(Uint8Array.of(2))
    await expect.poll(() => received).toEqual([1, 2])
    expect(laterListener).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ length: 1 }))
    await Promise.all([near.close(), far.close()])
  })
})
