// What becomes of a sandbox that nobody uses, by the service's own clock, however that goes.
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { attachment, me } from '../../../../shared/workshop-api/index.ts'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { openStore } from '../../../../src-service/store/store.ts'
import { runningService, takeBackBefore } from '../running-service.ts'
import type { Running } from '../running-service.ts'
import { ask, letterFor, letters, lettersOnce, makeSandbox } from './asking.ts'

const dayMs = 86_400_000
const statusOf = async ({ get }: Running, key: string) => (await get('/me', key)).status
/** Waits until the one sandbox that is told has been. */
const told = ({ desk }: Running) =>
  vi.waitFor(() => {
    if (!desk.sandboxes.list().some(({ noticedAt }) => noticedAt !== null)) throw new Error('none has been told')
  })
/** Anything that comes has what is due done; the sandbox's own key would be a use. */
const knock = ({ get }: Running) => get('/me', null)
const later = async (running: Running, ms: number) => {
  running.clock.nowMs += ms
  await knock(running)
}

test('is told three days before, and gone after thirty: not a millisecond sooner', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  await later(running, 27 * dayMs - 1)
  expect(letters(running.dataFolder)).toHaveLength(1)
  const notice = await letterFor(running.dataFolder, () => later(running, 1))
  expect([notice.to, notice.subject]).toEqual(['ola@blikk.no', 'Sandkassen din slettes snart'])
  expect(notice.text).toContain('Den slettes 24. desember 2026,')
  await told(running)
  await later(running, 3 * dayMs - 1)
  expect(running.desk.sandboxes.list()).toHaveLength(1)
  running.clock.nowMs += 1
  expect(await statusOf(running, key)).toBe(401)
  expect(running.desk.sandboxes.list()).toEqual([])
  // the address may have another
  expect(await statusOf(running, (await makeSandbox(running, 'ola@blikk.no')).key)).toBe(200)
})

test('a call in the last millisecond restarts the thirty days, and it is told anew', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  await letterFor(running.dataFolder, () => later(running, 27 * dayMs))
  await told(running)
  await later(running, 3 * dayMs - 1)
  expect(await statusOf(running, key)).toBe(200)
  await later(running, 27 * dayMs - 1)
  await running.restart()
  expect(letters(running.dataFolder)).toHaveLength(2)
  await letterFor(running.dataFolder, () => later(running, 1))
  expect(running.desk.sandboxes.list()).toHaveLength(1)
})

test('a call before it is told restarts the thirty days', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  await later(running, 27 * dayMs - 1)
  expect(await statusOf(running, key)).toBe(200)
  await later(running, 27 * dayMs - 1)
  expect(letters(running.dataFolder)).toHaveLength(1)
  await letterFor(running.dataFolder, () => later(running, 1))
})

test('a use is known after 14 days, when the key’s last call is known no more', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  running.clock.nowMs += 20 * dayMs
  expect(await statusOf(running, key)).toBe(200)
  for (let day = 0; day < 26; day += 1) await later(running, dayMs)
  expect(letters(running.dataFolder)).toHaveLength(1)
  await letterFor(running.dataFolder, () => later(running, dayMs))
})

test('is never deleted untold: a service that was off, or a clock that jumps, tells first and waits three days', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  running.clock.nowMs += 400 * dayMs
  await letterFor(running.dataFolder, () => running.restart())
  await told(running)
  await later(running, 3 * dayMs - 1)
  expect(running.desk.sandboxes.list()).toHaveLength(1)
  running.clock.nowMs += 1
  expect(await statusOf(running, key)).toBe(401)
})

test('a clock that was ahead and is set back neither deletes a sandbox nor keeps it for longer', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  running.clock.nowMs += 20 * dayMs
  expect(await statusOf(running, key)).toBe(200)
  await running.restart()
  running.clock.nowMs -= 20 * dayMs
  await knock(running)
  expect(running.desk.sandboxes.list()).toHaveLength(1)
  await later(running, 27 * dayMs - 1)
  expect(letters(running.dataFolder)).toHaveLength(1)
  await letterFor(running.dataFolder, () => later(running, 1))
})

test('goes with all that is its own, and nothing else goes', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  const { organization } = me.parse((await running.get('/me', key)).json)
  const other = await makeSandbox(running, 'kari@blikk.no')
  const before = await everyRow(running)
  const desk = running.deskOf(organization.shopSlug)
  desk.orders.move('T-000001', 'klar')
  desk.webhooks.add({
    url: 'https://mottak.blikk.no/',
    environment: 'test',
    types: 'order.*',
    audience: 'workshop',
    customerId: null,
  })
  desk.projects.add({ name: 'Taket' })
  const form = new FormData()
  form.set('fil', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3])]), 'foto.jpg')
  form.set('type', 'foto')
  const answer = await running.call('POST', '/orders/T-000002/attachments', { key, body: form })
  const file = join(running.dataFolder, 'attachments', attachment.parse(answer.json).id)
  expect([answer.status, existsSync(file)]).toEqual([201, true])
  await running.call('POST', '/orders', {
    key,
    headers: { 'idempotency-key': 'en-nokkel' },
    body: { note: 'Hei der' },
  })

  await letterFor(running.dataFolder, async () => {
    // Before either is due to be told: whichever comes next has both looked at.
    running.clock.nowMs += 26 * dayMs
    expect(await statusOf(running, other.key)).toBe(200)
    await later(running, dayMs)
  })
  await told(running)
  await later(running, 3 * dayMs)
  expect(running.desk.sandboxes.list().map(({ email }) => email)).toEqual(['kari@blikk.no'])
  await running.restart()
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(join(running.dataFolder, 'attachments'))).toEqual(['incoming'])
  const after = await everyRow(running)
  const naming = (rows: Record<string, unknown[]>) =>
    Object.entries(rows).flatMap(([table, all]) => (JSON.stringify(all).includes(organization.shopSlug) ? [table] : []))
  expect([naming(before), naming(after)]).toEqual([expect.arrayContaining(['workshop']), []])
  expect([before['workshop']?.length, after['workshop']?.length]).toEqual([3, 2])
  for (const table of ['customer', 'product', 'fitting', 'agreement', 'press_brake', 'shop', 'invoice']) {
    expect([table, (after[table]?.length ?? 0) * 3]).toEqual([table, (before[table]?.length ?? 0) * 2])
  }
  expect(await statusOf(running, other.key)).toBe(200)
  expect(await statusOf(running, running.sandboxKey)).toBe(200)
})

/** All that is stored, by table; fails where a row hangs on one that is not there. */
async function everyRow({ dataFolder }: Running): Promise<Record<string, unknown[]>> {
  const store = openStore(dataFolder)
  try {
    expect(store.db.pragma('foreign_key_check')).toEqual([])
    const tables = z
      .array(z.string())
      .parse(
        store.db
          .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
          .pluck()
          .all(),
      )
    return Object.fromEntries(tables.map((name) => [name, store.db.prepare(`SELECT * FROM "${name}"`).all()]))
  } finally {
    store.close()
  }
}

test('the desk lists sandboxes and deletes one at once, also while its key calls', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  expect(await statusOf(running, key)).toBe(200)
  expect(running.desk.sandboxes.remove('OLA@blikk.no')).toBe('ola@blikk.no')
  expect(await statusOf(running, key)).toBe(401)
  expect(() => running.desk.sandboxes.remove('ola@blikk.no')).toThrow(/has no sandbox/)
  // its last call was not written down yet: the counts of all others still are
  expect(await statusOf(running, running.sandboxKey)).toBe(200)
  await running.restart()
  expect(running.desk.keys().find(({ name }) => name === 'Sandkasse')?.lastCall?.what).toBe('GET /api/v1/me')
})

test.each([
  ['/orders', { note: 'Tre meter' }],
  ['/projects', { name: 'Taket' }],
])('a call of %s whose body comes once its sandbox is deleted is told that its key is none', async (path, body) => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  const sent = request(running.service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'en-gang-til' },
  })
  const answered = once(sent, 'response')
  sent.write(JSON.stringify(body).slice(0, 1))
  // Its call is written down once its headers have come.
  const its = running.deskOf(running.desk.sandboxes.list()[0]?.slug ?? '')
  await expect.poll(() => its.keys()[0]?.lastCall?.what).toBe(`POST /api/v1${path}`)
  running.desk.sandboxes.remove('ola@blikk.no')
  sent.end(JSON.stringify(body).slice(1))
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await answered)
  answer.resume()
  expect(answer.statusCode).toBe(401)
})

test('the folder’s own workshop, which no link made, is kept for good', async () => {
  const running = await runningService()
  for (let month = 0; month < 4; month += 1) await later(running, 31 * dayMs)
  expect(await statusOf(running, running.sandboxKey)).toBe(200)
  expect(letters(running.dataFolder)).toEqual([])
})

test('an older folder has no sandboxes, and gets them with its next start', async () => {
  const running = await runningService()
  const step = migrations.find(({ sql }) => sql.includes('CREATE TABLE sandbox ('))
  await running.restart((store) => {
    takeBackBefore(store, step?.number ?? 0)
  })
  expect(await statusOf(running, (await makeSandbox(running, 'ola@blikk.no')).key)).toBe(200)
})

test('who asks while the notice waits is written that there is one', async () => {
  const running = await runningService()
  const { key } = await makeSandbox(running, 'ola@blikk.no')
  expect(await statusOf(running, key)).toBe(200)
  await letterFor(running.dataFolder, () => later(running, 27 * dayMs))
  const told = await letterFor(running.dataFolder, () => ask(running.service.baseUrl, 'ola@blikk.no'))
  expect(told.subject).toBe('Du har en sandkasse')
  await lettersOnce(running.dataFolder, 3)
})
