// Serial lines over real pseudo terminals.
import { describe, expect, test, vi } from 'vitest'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import type { Connection, Transport } from '../../../../src-main/brake/transport/transport.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { serialPair } from '../../../serial-pair.ts'

const never = new AbortController().signal

function transport(uri: string): Transport {
  const named = transportOf(uri, systemClock)
  if (!named.ok) throw new Error(named.error)
  return named.value
}
const opened = (path: string, more = ''): Promise<Connection> =>
  transport(`serial:${path}?baud=19200${more}`).open(never)

function heard(line: Connection): number[] {
  const bytes: number[] = []
  line.onBytes((some) => bytes.push(...some))
  return bytes
}

describe('a serial line', () => {
  test.each(['', '&parity=none', '&bits=7&parity=even&stop=2', '&flow=xonxoff'])(
    'carries bytes both ways (%s)',
    async (more) => {
      await using pair = await serialPair()
      const [near, far] = await Promise.all([opened(pair.near, more), opened(pair.far, more)])
      const [atNear, atFar] = [heard(near), heard(far)]
      await Promise.all([near.write(Uint8Array.of(1, 2, 3)), far.write(Uint8Array.of(9))])
      await near.write(Uint8Array.of(4))
      await expect.poll(() => atFar).toEqual([1, 2, 3, 4])
      await expect.poll(() => atNear).toEqual([9])
      await Promise.all([near.close(), far.close()])
    },
  )

  test('carries every byte as it is', async () => {
    await using pair = await serialPair()
    const [near, far] = await Promise.all([opened(pair.near), opened(pair.far)])
    const atFar = heard(far)
    const all = Array.from({ length: 256 }, (_, byte) => byte)
    await near.write(Uint8Array.from(all))
    await expect.poll(() => atFar).toEqual(all)
    await Promise.all([near.close(), far.close()])
  })

  test('ends as unplugged when the cable is pulled, though nobody listened', async () => {
    await using pair = await serialPair()
    const line = await opened(pair.near)
    await pair.cut()
    await expect(line.ended).resolves.toMatchObject({ code: 'unplugged' })
    await expect(line.write(Uint8Array.of(1))).rejects.toMatchObject({ name: 'LineError', code: 'unplugged' })
  })

  test('is told of its end once, and closing it then changes nothing', async () => {
    await using pair = await serialPair()
    const line = await opened(pair.near)
    await line.close()
    await pair.cut()
    await line.close()
    await expect(line.ended).resolves.toMatchObject({ code: 'closed' })
  })

  test('is refused while another program has the port, and free when it was closed', async () => {
    await using pair = await serialPair()
    const first = await opened(pair.near)
    await expect(opened(pair.near)).rejects.toMatchObject({ code: 'port_busy' })
    await first.close()
    const second = await opened(pair.near)
    await second.close()
  })

  test.each([
    ['/dev/no-such-port', 'not_found'],
    ['/dev/null', 'not_found'],
    ['/tmp', 'not_found'],
  ])('%s is no port', async (path, code) => {
    const message: unknown = expect.not.stringContaining('Error:')
    await expect(opened(path)).rejects.toMatchObject({ name: 'LineError', code, message })
  })

  test('says that no device has the numbers', async () => {
    const asked = transport('serial:?vendor=dead&product=beef').open(never)
    await expect(asked).rejects.toMatchObject({ code: 'not_found', message: 'no device of vendor dead, product beef' })
  })

  test('is called off, and leaves the port free', async () => {
    await using pair = await serialPair()
    const off = new AbortController()
    const asked = transport(`serial:${pair.near}`).open(off.signal)
    off.abort()
    await expect(asked).rejects.toMatchObject({ code: 'closed' })
    const line = await opened(pair.near)
    await line.close()
  })

  test('throws away what came before anybody listened, and does not keep it', async () => {
    await using pair = await serialPair()
    const [near, far] = await Promise.all([opened(pair.near), opened(pair.far)])
    const seen = heard(near)
    await far.write(Uint8Array.of(1))
    await expect.poll(() => seen).toEqual([1])
    const later = vi.fn<(bytes: Uint8Array) => void>()
    near.onBytes(later)
    await far.write(Uint8Array.of(2))
    await expect.poll(() => seen).toEqual([1, 2])
    expect(later).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ length: 1 }))
    await Promise.all([near.close(), far.close()])
  })
})
