// A full disk during webhook deliveries: no delivery is repeated because its outcome cannot be written, calls are answered, and the service
// continues once there is space.
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import { startReceiver } from '../../integration/service/webhooks/receiver.ts'
import { addAddress, startServiceProgram } from './service-program.ts'

/** A small disk with a copy of a folder on it, in a namespace that ends with the program. */
const onSmallDisk = (folder: string, from: string, { fill = 'true', redirect = '' }) => {
  // a copy with holes would need space later
  const copy = 'mount -t tmpfs -o size=32m none "$0" && cp -a --sparse=never "$1/." "$0"'
  const prepare = `${copy} && ${fill} && shift && exec "$@" ${redirect}`
  return ['unshare', '-rm', 'sh', '-c', prepare, folder, from]
}
const [raised, atOnce] = [12, 5]

test.each([
  ['a pipe', ''],
  ['a file on that disk', '2>"$0/service.log"'],
])('with a log to %s, outcomes wait until the disk has space, and each delivery is sent once', async (_, redirect) => {
  const root = mkdtempSync(join(tmpdir(), 'kant-full-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true })
  })
  const [first, small, copy] = [join(root, 'first'), join(root, 'small'), join(root, 'copy')]
  mkdirSync(small)
  const { keys, close } = await startService({ dataFolder: first, port: 0 })
  await close()
  const admin = openAdmin({ dataFolder: first })
  admin.webhooks.setLoopback(true)
  const receiver = await startReceiver(Date.now)
  const openResponses: ServerResponse[] = []
  receiver.answer = (response) => openResponses.push(response)
  const { id, secret } = addAddress(admin, receiver.url)
  receiver.secrets.push(secret)
  admin.close()

  const program = await startServiceProgram(small, onSmallDisk(small, first, { redirect }))
  const inside = `/proc/${program.pid}/root${small}`
  const logOf = (): string => (redirect === '' ? program.log() : readFileSync(join(inside, 'service.log'), 'utf8'))
  const authorization = `Bearer ${keys?.sandbox ?? ''}`
  for (let no = 0; no < raised; no += 1) {
    const { status } = await fetch(`${program.baseUrl}/orders`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `haster-${no}` },
      body: JSON.stringify({ note: 'haster' }),
    })
    expect(status).toBe(201)
  }
  await expect.poll(() => openResponses.length).toBe(atOnce)

  fillUp(join(inside, 'filler'))
  receiver.answer = (response) => response.end('ok')
  for (const response of openResponses) response.end('ok')
  const failures = (): number => logOf().match(/could not be written/g)?.length ?? 0
  // a log on the full disk gets its lines later
  await expect.poll(failures).toBeGreaterThanOrEqual(redirect === '' ? 3 : 0)
  expect((await fetch(`${program.baseUrl}/orders`, { headers: { authorization } })).status).toBe(200)
  // an outcome that cannot be stored delays the deliveries after it
  expect(receiver.received.length).toBeLessThan(2 * atOnce)

  unlinkSync(join(inside, 'filler'))
  await expect.poll(() => receiver.received.length).toBe(raised)
  const countWritten = () => {
    rmSync(copy, { recursive: true, force: true })
    cpSync(inside, copy, { recursive: true })
    const copyAdmin = openAdmin({ dataFolder: copy })
    const statuses = copyAdmin.webhooks.deliveries(id).map(({ status }) => status)
    copyAdmin.close()
    return statuses
  }
  await expect.poll(countWritten).toEqual(Array(raised).fill(200))
  expect(receiver.received.map(({ verdict }) => verdict)).toEqual(Array(raised).fill('handled'))
  // the lines of a full disk are written with the next line: the program has to be there for it
  expect((await fetch(`${program.baseUrl}/orders`, { headers: { authorization } })).status).toBe(200)
})

test('a service that was killed starts on a full disk, answers reads, and writes when there is space', async () => {
  const root = mkdtempSync(join(tmpdir(), 'kant-full-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true })
  })
  const [first, killed, small] = [join(root, 'first'), join(root, 'killed'), join(root, 'small')]
  mkdirSync(small)
  // two days ago, so that the next start has days to store
  const before = await startService({ dataFolder: first, port: 0, clock: () => Date.now() - 2 * 86_400_000 })
  const authorization = `Bearer ${before.keys?.sandbox ?? ''}`
  const order = (note: string) => ({
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': note.replaceAll(' ', '-') },
    body: JSON.stringify({ note }),
  })
  expect((await fetch(`${before.baseUrl}/orders`, order('before the kill'))).status).toBe(201)
  // as a kill leaves it: with the log
  cpSync(first, killed, { recursive: true })
  await before.close()

  const fill = '(cat /dev/zero > "$0/filler" 2> "$1/full"; true)'
  const program = await startServiceProgram(small, onSmallDisk(small, killed, { fill }))
  expect(readFileSync(join(killed, 'full'), 'utf8')).toContain('No space left')
  const listed = await fetch(`${program.baseUrl}/orders`, { headers: { authorization } })
  expect(listed.status).toBe(200)
  expect(await listed.text()).toContain('before the kill')
  expect(program.log()).toContain('SQLITE_FULL')

  unlinkSync(join(`/proc/${program.pid}/root${small}`, 'filler'))
  expect((await fetch(`${program.baseUrl}/orders`, order('with space again'))).status).toBe(201)
})

/** Writes until the disk is full. */
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
