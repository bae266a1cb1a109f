// Sandboxes without use: notice and deletion by the service's clock, for any movement of the clock.
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { attachment, me } from '../../../../shared/workshop-api/index.ts'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { openStore } from '../../../../src-service/store/store.ts'
import { runningService, revertMigrationsFrom } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { requestLink, messageFor, messagesIn, waitForMessages, makeSandbox } from './sandbox-requests.ts'
import { untilPasses } from '../../../until-passes.ts'

const dayMs = 86_400_000
const statusOf = async ({ get }: RunningService, key: string) => (await get('/me', key)).status
/** Waits until the notice of the only sandbox is sent. */
const noticeSent = ({ admin }: RunningService) =>
  untilPasses(() => {
    if (!admin.sandboxes.list().some(({ noticedAt }) => noticedAt !== null)) throw new Error('none has been told')
  })
/** Any call makes the service do what is due. A call with the sandbox's own key would count as a use. */
const credentials = ({ get }: RunningService) => get('/me', null)
const later = async (service: RunningService, ms: number) => {
  service.clock.nowMs += ms
  await credentials(service)
}

test('a sandbox gets a notice three days before, and is deleted after thirty days, not a millisecond sooner', async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  await later(service, 27 * dayMs - 1)
  expect(messagesIn(service.dataFolder)).toHaveLength(1)
  const notice = await messageFor(service.dataFolder, () => later(service, 1))
  expect([notice.to, notice.subject]).toEqual(['ola@blikk.no', 'Sandkassen din slettes snart'])
  expect(notice.text).toContain('Den slettes 24. desember 2026,')
  await noticeSent(service)
  await later(service, 3 * dayMs - 1)
  expect(service.admin.sandboxes.list()).toHaveLength(1)
  service.clock.nowMs += 1
  expect(await statusOf(service, key)).toBe(401)
  expect(service.admin.sandboxes.list()).toEqual([])
  // the address can have a new sandbox
  expect(await statusOf(service, (await makeSandbox(service, 'ola@blikk.no')).key)).toBe(200)
})

test(
  'a call in the last millisecond restarts the thirty days, and a new notice follows',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const { key } = await makeSandbox(service, 'ola@blikk.no')
    await messageFor(service.dataFolder, () => later(service, 27 * dayMs))
    await noticeSent(service)
    await later(service, 3 * dayMs - 1)
    expect(await statusOf(service, key)).toBe(200)
    await later(service, 27 * dayMs - 1)
    await service.restart()
    expect(messagesIn(service.dataFolder)).toHaveLength(2)
    await messageFor(service.dataFolder, () => later(service, 1))
    expect(service.admin.sandboxes.list()).toHaveLength(1)
  },
)

test('a call before the notice restarts the thirty days', async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  await later(service, 27 * dayMs - 1)
  expect(await statusOf(service, key)).toBe(200)
  await later(service, 27 * dayMs - 1)
  expect(messagesIn(service.dataFolder)).toHaveLength(1)
  await messageFor(service.dataFolder, () => later(service, 1))
})

test('a use is still known after 14 days, when the key’s last call is deleted', { tags: 'long' }, async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  service.clock.nowMs += 20 * dayMs
  expect(await statusOf(service, key)).toBe(200)
  for (let day = 0; day < 26; day += 1) await later(service, dayMs)
  expect(messagesIn(service.dataFolder)).toHaveLength(1)
  await messageFor(service.dataFolder, () => later(service, dayMs))
})

test('a sandbox is not deleted without a notice: after a pause or a clock jump, the service sends it and waits three days', async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  service.clock.nowMs += 400 * dayMs
  await messageFor(service.dataFolder, () => service.restart())
  await noticeSent(service)
  await later(service, 3 * dayMs - 1)
  expect(service.admin.sandboxes.list()).toHaveLength(1)
  service.clock.nowMs += 1
  expect(await statusOf(service, key)).toBe(401)
})

test(
  'setting back a clock that was ahead neither deletes a sandbox nor extends its life',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const { key } = await makeSandbox(service, 'ola@blikk.no')
    service.clock.nowMs += 20 * dayMs
    expect(await statusOf(service, key)).toBe(200)
    await service.restart()
    service.clock.nowMs -= 20 * dayMs
    await credentials(service)
    expect(service.admin.sandboxes.list()).toHaveLength(1)
    await later(service, 27 * dayMs - 1)
    expect(messagesIn(service.dataFolder)).toHaveLength(1)
    await messageFor(service.dataFolder, () => later(service, 1))
  },
)

test('a sandbox is deleted with all its data, and nothing else is', async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  const { organization } = me.parse((await service.get('/me', key)).json)
  const other = await makeSandbox(service, 'kari@blikk.no')
  const before = await everyRow(service)
  const admin = service.adminOf(organization.shopSlug)
  admin.orders.move('T-000001', 'klar')
  admin.webhooks.add({
    url: 'https://mottak.blikk.no/',
    environment: 'test',
    types: 'order.*',
    audience: 'workshop',
    customerId: null,
  })
  admin.projects.add({ name: 'Taket' })
  const form = new FormData()
  form.set('fil', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3])]), 'foto.jpg')
  form.set('type', 'foto')
  const answer = await service.call('POST', '/orders/T-000002/attachments', { key, body: form })
  const file = join(service.dataFolder, 'attachments', attachment.parse(answer.json).id)
  expect([answer.status, existsSync(file)]).toEqual([201, true])
  await service.call('POST', '/orders', {
    key,
    headers: { 'idempotency-key': 'en-nokkel' },
    body: { note: 'Hei der' },
  })

  await messageFor(service.dataFolder, async () => {
    // no notice is due yet for either: the next call checks both
    service.clock.nowMs += 26 * dayMs
    expect(await statusOf(service, other.key)).toBe(200)
    await later(service, dayMs)
  })
  await noticeSent(service)
  await later(service, 3 * dayMs)
  expect(service.admin.sandboxes.list().map(({ email }) => email)).toEqual(['kari@blikk.no'])
  await service.restart()
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(join(service.dataFolder, 'attachments'))).toEqual(['incoming'])
  const after = await everyRow(service)
  const naming = (rows: Record<string, unknown[]>) =>
    Object.entries(rows).flatMap(([table, all]) => (JSON.stringify(all).includes(organization.shopSlug) ? [table] : []))
  expect([naming(before), naming(after)]).toEqual([expect.arrayContaining(['workshop']), []])
  expect([before['workshop']?.length, after['workshop']?.length]).toEqual([3, 2])
  for (const table of ['customer', 'product', 'fitting', 'agreement', 'press_brake', 'shop', 'invoice']) {
    expect([table, (after[table]?.length ?? 0) * 3]).toEqual([table, (before[table]?.length ?? 0) * 2])
  }
  expect(await statusOf(service, other.key)).toBe(200)
  expect(await statusOf(service, service.sandboxKey)).toBe(200)
})

/** All stored rows by table. Fails if a row refers to a missing row. */
async function everyRow({ dataFolder }: RunningService): Promise<Record<string, unknown[]>> {
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

test('the administration lists sandboxes and deletes one at once, also while its key calls', async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  expect(await statusOf(service, key)).toBe(200)
  expect(service.admin.sandboxes.remove('OLA@blikk.no')).toBe('ola@blikk.no')
  expect(await statusOf(service, key)).toBe(401)
  expect(() => service.admin.sandboxes.remove('ola@blikk.no')).toThrow(/has no sandbox/)
  // Its last call was not stored yet. The counts of all other keys are still stored.
  expect(await statusOf(service, service.sandboxKey)).toBe(200)
  await service.restart()
  expect(service.admin.keys().find(({ name }) => name === 'Sandkasse')?.lastCall?.description).toBe('GET /api/v1/me')
})

test.each([
  ['/orders', { note: 'Tre meter' }],
  ['/projects', { name: 'Taket' }],
])('a call of %s whose body arrives after its sandbox was deleted is 401', async (path, body) => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  const sent = request(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'en-gang-til' },
  })
  const pendingAnswer = once(sent, 'response')
  sent.write(JSON.stringify(body).slice(0, 1))
  // Its call is recorded once its headers have arrived.
  const its = service.adminOf(service.admin.sandboxes.list()[0]?.slug ?? '')
  await expect.poll(() => its.keys()[0]?.lastCall?.description).toBe(`POST /api/v1${path}`)
  service.admin.sandboxes.remove('ola@blikk.no')
  sent.end(JSON.stringify(body).slice(1))
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await pendingAnswer)
  answer.resume()
  expect(answer.statusCode).toBe(401)
})

test('the folder’s own workshop is never deleted', async () => {
  const service = await runningService()
  for (let month = 0; month < 4; month += 1) await later(service, 31 * dayMs)
  expect(await statusOf(service, service.sandboxKey)).toBe(200)
  expect(messagesIn(service.dataFolder)).toEqual([])
})

test('a folder of an older version supports sandboxes after its next start', async () => {
  const service = await runningService()
  const step = migrations.find(({ sql }) => sql.includes('CREATE TABLE sandbox ('))
  await service.restart((store) => {
    revertMigrationsFrom(store, step?.number ?? 0)
  })
  expect(await statusOf(service, (await makeSandbox(service, 'ola@blikk.no')).key)).toBe(200)
})

test('a request after the notice gets the message that there is a sandbox', async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  expect(await statusOf(service, key)).toBe(200)
  await messageFor(service.dataFolder, () => later(service, 27 * dayMs))
  const message = await messageFor(service.dataFolder, () => requestLink(service.baseUrl, 'ola@blikk.no'))
  expect(message.subject).toBe('Du har en sandkasse')
  await waitForMessages(service.dataFolder, 3)
})
