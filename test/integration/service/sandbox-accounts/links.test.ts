// One-time links over HTTP: who can request one, and that it makes one sandbox.
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { me } from '../../../../shared/workshop-api/index.ts'
import { readCommandLine, runCommand } from '../../../../src-service/admin/index.ts'
import { addWorkshop } from '../../../../src-service/store/index.ts'
import { openStore } from '../../../../src-service/store/store.ts'
import { eventsOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import {
  requestLink,
  keyOn,
  messageFor,
  messagesIn,
  waitForMessages,
  linkIn,
  makeSandbox,
  open,
  originOf,
  press,
} from './sandbox-requests.ts'
import { untilPasses } from '../../../until-passes.ts'

const hourMs = 3_600_000
const list = z.object({ data: z.array(z.looseObject({ id: z.string() })) })
const idsOf = async ({ get }: RunningService, path: string, key: string) =>
  list.parse((await get(`${path}?limit=100`, key)).json).data.map(({ id }) => id)

test('a request sends a link, which makes a sandbox with one key', async () => {
  const service = await runningService()
  const { link, key } = await makeSandbox(service, 'ola@blikk.no')
  expect(originOf(link)).toBe(originOf(service.baseUrl))
  const readMe = me.parse((await service.get('/me', key)).json)
  expect(readMe).toMatchObject({
    organization: { shopSlug: expect.stringMatching(/^sandkasse-[\da-f]{12}$/) },
    key: { environment: 'test', kind: 'workshop' },
  })
  expect(readMe.key.scopes).not.toContain('customers:write')
  const counts = ['/customers', '/catalog/products', '/agreements', '/orders'].map(
    async (path) => (await idsOf(service, path, key)).length,
  )
  expect(await Promise.all(counts)).toEqual([10, 16, 1, 20])
  const { admin } = service
  expect(service.adminOf(readMe.organization.shopSlug).keys()).toHaveLength(1)
  expect(admin.workshop.slug).toBe('fjordbeslag')
})

test('the sandbox has half the limits, and sheets for today and the next working day', async () => {
  const service = await runningService({ limitFactor: 1 })
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  const { limits } = me.parse((await service.get('/me', key)).json)
  expect(limits).toEqual(me.parse((await service.get('/me')).json).limits)
  expect(limits).toMatchObject({ readsPerMinute: 60, newOrdersPerDay: 250, workshopCallsPerDay: 10_000 })
  for (const date of ['2026-11-24', '2026-11-25', '2026-11-26']) {
    service.clock.nowMs = Date.parse(`${date}T09:00:10Z`)
    const { data } = list
      .extend({ data: z.array(z.unknown()) })
      .parse((await service.get(`/bending-list?date=${date}`, key)).json)
    expect(data.length).toBeGreaterThan(0)
  }
})

test(
  'a start after an interrupted making removes the unfinished sandbox, and its link works again',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const link = linkIn(await messageFor(service.dataFolder, () => requestLink(service.baseUrl, 'ola@blikk.no')))
    await service.restart((store) => {
      store.db.prepare('UPDATE sandbox_ask SET used = 2').run()
      addWorkshop(
        store,
        { ...service.admin.workshop, id: randomUUID(), slug: 'sandkasse-1', departments: [] },
        '2026-11-24T09:00:10.000Z',
      )
    })
    const path = new URL(link).pathname
    const now = new URL(path, service.baseUrl).href
    expect((await open(now)).status).toBe(200)
    expect(keyOn(await press(now))).not.toBeNull()
    expect((await open(now)).status).toBe(410)
    const store = openStore(service.dataFolder)
    expect(store.db.prepare('SELECT count(*) FROM workshop').pluck().get()).toBe(2)
    store.close()
  },
)

test('sandboxes and the folder’s own workshop cannot see each other', async () => {
  const service = await runningService()
  const { key: one } = await makeSandbox(service, 'ola@blikk.no')
  const { key: other } = await makeSandbox(service, 'kari@blikk.no')
  for (const path of ['/orders', '/customers', '/catalog/products', '/press-brakes', '/invoices', '/agreements']) {
    const all = [
      ...(await idsOf(service, path, one)),
      ...(await idsOf(service, path, other)),
      ...(await idsOf(service, path, service.sandboxKey)),
    ]
    expect([path, new Set(all).size]).toEqual([path, all.length])
  }
})

test('opening a link makes nothing, and pressing its button many times at once makes one sandbox', async () => {
  const service = await runningService()
  const link = linkIn(await messageFor(service.dataFolder, () => requestLink(service.baseUrl, 'ola@blikk.no')))
  for (let times = 0; times < 3; times += 1) expect((await open(link)).html).toContain('<button>')
  expect(service.admin.sandboxes.list()).toEqual([])
  const pressed = await Promise.all(Array.from({ length: 8 }, () => press(link)))
  expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(410)])
  expect(pressed.flatMap((page) => keyOn(page) ?? [])).toHaveLength(1)
  expect(service.admin.sandboxes.list()).toHaveLength(1)
  const secondPage = await open(link)
  expect([secondPage.status, secondPage.html]).toEqual([410, expect.stringContaining('Lenken er brukt')])
})

test('a link is valid to the last millisecond of its 24 hours, also after a restart', { tags: 'long' }, async () => {
  const service = await runningService()
  const start = service.clock.nowMs
  await requestLink(service.baseUrl, 'ola@blikk.no')
  await requestLink(service.baseUrl, 'kari@blikk.no')
  const both = await waitForMessages(service.dataFolder, 2)
  await service.restart()
  service.clock.nowMs = start + 24 * hourMs
  const [first = '', second = ''] = both.map((message) => originOf(service.baseUrl) + new URL(linkIn(message)).pathname)
  const late = await press(first)
  expect([late.status, keyOn(late), late.html]).toEqual([410, null, expect.stringContaining('utløpt')])
  service.clock.nowMs -= 1
  expect(keyOn(await press(second))).not.toBeNull()
})

test('a guessed link is 404', async () => {
  const { baseUrl } = await runningService()
  for (const token of ['a'.repeat(32), 'x', '%00', '..%2F..', 'a'.repeat(900)]) {
    const url = `${originOf(baseUrl)}/sandkasse/${token}`
    expect([token, (await open(url)).status, (await press(url)).status]).toEqual([token, 404, 404])
  }
})

test('an address has one sandbox, in any spelling and with any number of links', { tags: 'long' }, async () => {
  const service = await runningService()
  const { baseUrl } = service
  await requestLink(baseUrl, 'ola@blikk.no')
  await requestLink(baseUrl, 'OLA@Blikk.NO')
  await requestLink(baseUrl, ' ola@blikk.no ')
  await requestLink(baseUrl, 'ola@blikk.no')
  // at most three within 24 hours
  const sent = await waitForMessages(service.dataFolder, 3)
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(['ola@blikk.no']))
  const [first = '', second = '', third = ''] = sent.map(linkIn)
  const key = keyOn(await press(second))
  for (const link of [first, third]) {
    const page = await press(link)
    expect([page.status, keyOn(page)]).toEqual([410, null])
    expect((await open(link)).html).toContain('alt')
  }
  expect((await service.get('/me', key)).status).toBe(200)
  service.clock.nowMs += 25 * hourMs
  await requestLink(baseUrl, 'Ola@blikk.no')
  expect((await waitForMessages(service.dataFolder, 4)).at(-1)?.text).toMatch(/har en som er i bruk/)
})

test('a new link replaces a sandbox that was never used', { tags: 'long' }, async () => {
  const service = await runningService()
  const { key: lost } = await makeSandbox(service, 'ola@blikk.no')
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  expect(messagesIn(service.dataFolder).filter(({ text }) => text.includes('aldri brukt'))).toHaveLength(1)
  expect((await service.get('/me', lost)).status).toBe(401)
  expect((await service.get('/me', key)).status).toBe(200)
  expect(service.admin.sandboxes.list()).toHaveLength(1)
})

test('a new link does not replace a sandbox that was used after the request', { tags: 'long' }, async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  const link = linkIn(await messageFor(service.dataFolder, () => requestLink(service.baseUrl, 'ola@blikk.no')))
  expect((await service.get('/me', key)).status).toBe(200)
  await service.restart()
  const page = await press(originOf(service.baseUrl) + new URL(link).pathname)
  expect([page.status, keyOn(page)]).toEqual([410, null])
  expect((await service.get('/me', key)).status).toBe(200)
})

test('only the hash of a link is stored once its message is sent, and nothing of the key', async () => {
  const service = await runningService()
  const { link, key } = await makeSandbox(service, 'ola@blikk.no')
  const token = link.split('/').at(-1) ?? ''
  const store = openStore(service.dataFolder)
  onTestFinished(store.close)
  await untilPasses(() => {
    expect(store.db.prepare('SELECT * FROM sandbox_mail').all()).toEqual([])
  })
  const hashes = store.db.prepare('SELECT token_hash FROM sandbox_ask').pluck().all()
  expect(hashes).toEqual([createHash('sha256').update(token).digest('hex')])
  await service.restart(({ db }) => db.pragma('wal_checkpoint(TRUNCATE)'))
  expect(readFileSync(join(service.dataFolder, 'workshop.db')).includes(key)).toBe(false)
})

test('the pages run no script, load nothing, are not cached and cannot be framed', async () => {
  const service = await runningService()
  const link = linkIn(await messageFor(service.dataFolder, () => requestLink(service.baseUrl, 'ola@blikk.no')))
  for (const page of [await open(`${originOf(link)}/sandkasse`), await open(link), await press(link)]) {
    const style = /<style>(.*)<\/style>/s.exec(page.html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.html).not.toMatch(/<script|\son\w+=|style=|src=/i)
  }
})

test.each([
  ['nothing', ''],
  ['no address', 'epost=ola'],
  ['an address with a header', `epost=${encodeURIComponent('ola@blikk.no\r\nBcc: kari@blikk.no')}`],
  ['two addresses', `epost=${encodeURIComponent('ola@blikk.no,kari@blikk.no')}`],
  ['a script', `epost=${encodeURIComponent('"><script>alert(1)</script>@blikk.no')}`],
])('a form with %s is shown again with the problem, and nothing is sent', async (_what, body) => {
  const service = await runningService()
  const page = await press(`${originOf(service.baseUrl)}/sandkasse`, body)
  expect([page.status, page.html]).toEqual([400, expect.stringContaining('role="alert"')])
  expect(page.html).not.toMatch(/<script/)
  const store = openStore(service.dataFolder)
  expect(store.db.prepare('SELECT count(*) FROM sandbox_ask').pluck().get()).toBe(0)
  store.close()
})

test('a body of a megabyte is refused, and so is a body that is not a form', async () => {
  const service = await runningService()
  const url = `${originOf(service.baseUrl)}/sandkasse`
  const large = await press(url, `epost=${'a'.repeat(1024 * 1024)}`)
  expect([large.status, large.html]).toEqual([413, expect.stringContaining('body_too_large')])
  const headers = { 'content-type': 'application/json' }
  const json = await fetch(url, { method: 'POST', headers, body: '{"epost":"ola@blikk.no"}' })
  expect(json.status).toBe(400)
  const bytes = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'epost=ola@blikk.no',
  })
  expect(bytes.status).toBe(415)
  expect(service.admin.sandboxes.list()).toEqual([])
})

test('a caller can request ten per day; the administration has no such limit', async () => {
  const service = await runningService()
  const { baseUrl } = service
  for (let no = 1; no <= 10; no += 1) expect((await requestLink(baseUrl, `nr${no}@blikk.no`)).status).toBe(200)
  expect((await requestLink(baseUrl, 'nr11@blikk.no')).status).toBe(429)
  expect(service.admin.sandboxes.sendLink('nr11@blikk.no')).toBe('nr11@blikk.no')
  await waitForMessages(service.dataFolder, 11)
  service.clock.nowMs += 24 * hourMs
  expect((await requestLink(baseUrl, 'nr12@blikk.no')).status).toBe(200)
})

test('a message contains the public origin, whatever host a caller names', async () => {
  const namedService = await runningService({ publicUrl: 'https://verksted.example.no' })
  const { hostname, port } = new URL(namedService.baseUrl)
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname,
        port,
        path: '/sandkasse',
        method: 'POST',
        headers: { host: 'ond.example.no', 'content-type': 'application/x-www-form-urlencoded' },
      },
      ({ statusCode }) => {
        resolve(statusCode)
      },
    )
    sent.on('error', reject)
    sent.end('epost=ola%40blikk.no')
  })
  expect(status).toBe(200)
  const [message] = await waitForMessages(namedService.dataFolder, 1)
  expect(message?.text).toContain('https://verksted.example.no/sandkasse/')
  expect(message?.raw).not.toContain('ond.example')
})

test('a message is one complete file with access for its user only, and other programs can read it', async () => {
  const service = await runningService()
  const message = await messageFor(service.dataFolder, () => requestLink(service.baseUrl, 'ola@blåbær.no'))
  const file = join(service.dataFolder, 'mail', message.file)
  expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700])
  const read = `
import email, email.policy, json, sys
m = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
print(json.dumps({'to': [a.addr_spec for a in m['To'].addresses], 'date': m['Date'].datetime.isoformat(), 'auto': m['Auto-Submitted'],
  'defects': [str(d) for d in m.defects], 'headers': len(m.keys()), 'text': m.get_content()}))`
  const { stdout } = spawnSync('python3', ['-c', read, file], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject({
    to: ['ola@xn--blbr-roah.no'],
    date: '2026-11-24T09:00:10+00:00',
    auto: 'auto-generated',
    defects: [],
    text: expect.stringMatching(/egen nøkkel:\n\nhttp:\/\/127\.0\.0\.1:\d+\/sandkasse\/[\w-]{32}\n/),
  })
})

test('a sandbox sends nothing but its own messages, whatever happens in it', async () => {
  const service = await runningService()
  const { key } = await makeSandbox(service, 'ola@blikk.no')
  const { organization } = me.parse((await service.get('/me', key)).json)
  const admin = service.adminOf(organization.shopSlug)
  const runWords = (...words: string[]) => runCommand(admin, readCommandLine(words))
  const contact = { name: 'Per', email: 'per@kunde.no', mobile: '+4799999999' }
  await service.call('POST', '/orders', {
    key,
    headers: { 'idempotency-key': 'en-nokkel' },
    body: { intent: 'request', contact, lines: [{ kind: 'text', description: 'Beslag', quantity: 1, unit: 'stk' }] },
  })
  for (const line of [
    'order move T-000021 mottatt',
    'order move T-000021 i_arbeid',
    'order move T-000021 klar',
    'approval ask T-000003/1',
    'order cancel T-000012',
  ]) {
    runWords(...line.split(' '))
  }
  runWords('invoice', 'send', ...runWords('invoice', 'draft', 'T-000015'))
  const types = eventsOf(await service.get('/events', key)).data.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['order.ready', 'invoice.sent', 'bending_sheet.sent_for_approval']))
  // Messages are sent in order: a message of these actions would arrive before this one.
  await requestLink(service.baseUrl, 'kari@blikk.no')
  expect((await waitForMessages(service.dataFolder, 2)).map(({ to }) => to)).toEqual(
    expect.arrayContaining(['ola@blikk.no', 'kari@blikk.no']),
  )
  expect(() => admin.makeKey({ name: 'ekte', environment: 'live' })).toThrow(/test data/)
})

test('a used link stays used after its sandbox is deleted', async () => {
  const service = await runningService()
  const { link } = await makeSandbox(service, 'ola@blikk.no')
  service.admin.sandboxes.remove('ola@blikk.no')
  expect((await press(link)).status).toBe(410)
  expect(service.admin.sandboxes.list()).toEqual([])
})
