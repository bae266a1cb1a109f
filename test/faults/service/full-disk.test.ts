// A disk that fills up while webhooks are on their way: nobody is sent the same again and again because nothing can be written down,
// calls are answered, and all goes on once there is room.
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from '../../../src-service/desk/desk.ts'
import { startService } from '../../../src-service/service.ts'
import { startReceiver } from '../../integration/service/webhooks/receiver.ts'
import { addAddress, startServiceProgram } from './service-program.ts'

/** A small disk of its own with a copy of a folder on it, in a namespace that ends with the program. */
const onSmallDisk = (folder: string, from: string) => {
  const prepare = 'mount -t tmpfs -o size=32m none "$0" && cp -a "$1/." "$0" && shift && exec "$@"'
  return ['unshare', '-rm', 'sh', '-c', prepare, folder, from]
}
const [raised, atOnce] = [12, 5]

test('what came of deliveries waits for room on the disk, and each is sent once', { timeout: 300_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), 'kant-full-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true })
  })
  const [first, small, copy] = [join(root, 'first'), join(root, 'small'), join(root, 'copy')]
  mkdirSync(small)
  const { keys, close } = await startService({ dataFolder: first, port: 0 })
  await close()
  const desk = openDesk({ dataFolder: first })
  desk.webhooks.setLoopback(true)
  const receiver = await startReceiver(Date.now)
  const held: ServerResponse[] = []
  receiver.answer = (response) => held.push(response)
  const { id, secret } = addAddress(desk, receiver.url)
  receiver.secrets.push(secret)
  desk.close()

  const program = await startServiceProgram(small, onSmallDisk(small, first))
  const inside = `/proc/${program.pid}/root${small}`
  const authorization = `Bearer ${keys?.sandbox ?? ''}`
  for (let no = 0; no < raised; no += 1) {
    const { status } = await fetch(`${program.baseUrl}/orders`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `haster-${no}` },
      body: JSON.stringify({ note: 'haster' }),
    })
    expect(status).toBe(201)
  }
  await expect.poll(() => held.length).toBe(atOnce)

  fillUp(join(inside, 'filler'))
  receiver.answer = (response) => response.end('ok')
  for (const response of held) response.end('ok')
  await expect.poll(() => program.log().match(/could not be written/g)?.length ?? 0).toBeGreaterThanOrEqual(3)
  expect((await fetch(`${program.baseUrl}/orders`, { headers: { authorization } })).status).toBe(200)
  // what is not written down holds up what comes after it
  expect(receiver.received.length).toBeLessThan(2 * atOnce)

  unlinkSync(join(inside, 'filler'))
  await expect.poll(() => receiver.received.length).toBe(raised)
  const written = () => {
    rmSync(copy, { recursive: true, force: true })
    cpSync(inside, copy, { recursive: true })
    const seen = openDesk({ dataFolder: copy })
    const statuses = seen.webhooks.deliveries(id).map(({ status }) => status)
    seen.close()
    return statuses
  }
  await expect.poll(written).toEqual(Array(raised).fill(200))
  expect(receiver.received.map(({ verdict }) => verdict)).toEqual(Array(raised).fill('handled'))
})

/** Writes until there is no room. */
function fillUp(file: string): void {
  const filler = openSync(file, 'w')
  try {
    for (const bytes of [Buffer.alloc(65_536), Buffer.alloc(512)]) {
      try {
        for (;;) writeSync(filler, bytes)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    }
  } finally {
    closeSync(filler)
  }
}
