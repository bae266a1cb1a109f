// Parts 5, 6.1 and 8: the addresses that a workshop has its events sent to, and what each gets.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { addressFor, listening } from './listening.ts'
import { rule, testScopes, textLine } from './rule.ts'
import type { Run } from './rule.ts'
import { wholeLife } from './whole-life.ts'

const url = 'https://hooks.example.no/kant'
const take = async (run: Run, ...urls: string[]) => {
  for (const each of urls) await addressFor(run, { url: each })
}
const refuse = async ({ desk }: Run, ...urls: string[]) => {
  const before = await desk.addresses()
  for (const each of urls) {
    expect([each, await desk.addAddress({ url: each }).catch(() => 'refused')]).toEqual([each, 'refused'])
  }
  expect(await desk.addresses()).toEqual(before)
}
/** Types of what `GET /events` has after a mark. */
const toldAfter = async (run: Run, mark: string | null, key?: string) =>
  (await run.eventsAfter(mark, key)).map(({ type }) => type)

rule('6.1 · an address begins with https://', async (run) => {
  await take(run, url, 'HTTPS://hooks.example.no/')
  await refuse(
    run,
    'http://hooks.example.no/',
    'ftp://hooks.example.no/',
    '//hooks.example.no/',
    'hooks.example.no',
    '',
  )
})

rule('6.1 · its port is 443 or 8443', async (run) => {
  await take(run, 'https://hooks.example.no:443/', 'https://hooks.example.no:8443/')
  await refuse(run, ...[80, 442, 444, 8080, 8442, 18_443].map((port) => `https://hooks.example.no:${port}/`))
})

rule('6.1 · its host is a name, not an IP number', async (run) => {
  const numbers = ['93.184.216.34', '[2606:2800:220:1::1]', '0x5d.0xb8.0xd8.0x22', '1572395042', '135.47.216.34']
  await refuse(run, ...numbers.map((host) => `https://${host}/`))
})

rule('6.1 · there is no user name or password in it', async (run) => {
  await refuse(run, ...['user', 'user:secret', ':secret'].map((who) => `https://${who}@hooks.example.no/`))
})

rule('6.1 · only public addresses are used', async (run) => {
  const names = ['localhost', 'pressa', 'pressa.local', 'nas.internal', 'router.home.arpa', 'hooks.localhost']
  await refuse(run, ...names.map((host) => `https://${host}/`))
})

rule(
  '6.1 · only public addresses are used',
  async (sandbox) => {
    const run = await sandbox.live()
    const [a, b, c] = Array.from({ length: 3 }, () => 1 + Math.floor(Math.random() * 250))
    const connected: unknown[] = []
    const server = createServer((socket) => {
      connected.push(socket.destroy())
    })
    onTestFinished(() => void server.close())
    server.listen(8443, `127.${a}.${b}.${c}`)
    await once(server, 'listening')
    for (const spelled of [`127-${a}-${b}-${c}`, '10-0-0-7', '169-254-169-254']) {
      const { id } = await addressFor(run, { url: `https://${spelled}.nip.io:8443/` })
      await run.desk.ping(id)
      await expect.poll(async () => run.desk.deliveriesOf(id)).toMatchObject([{ attempts: 1, status: null }])
    }
    expect(connected).toEqual([])
  },
  'a name that stands for another',
)

rule('6.1 · a secret is shown once', async (run) => {
  const { id, secret } = await addressFor(run, { url })
  const changed = await run.desk.changeSecret(id)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(changed).not.toBe(secret)
  const [shown] = (await run.desk.addresses()).filter((each) => each.id === id).map((each) => each.shown)
  for (const each of [secret, changed]) expect(shown).not.toContain(each)
})

rule('8 · at most 10 webhook addresses', async (run) => {
  const { desk } = run
  const ten: { id: string }[] = []
  for (let count = (await desk.addresses()).length; count < 10; count += 1) ten.push(await desk.addAddress({ url }))
  onTestFinished(async () => {
    for (const { id } of ten.slice(1)) await desk.removeAddress(id)
  })
  await refuse(run, url)
  await desk.switchAddress(ten[0]?.id ?? '', false)
  await refuse(run, url)
  await desk.removeAddress(ten[0]?.id ?? '')
  await take(run, url)
})

rule('6.1 · an address gets the events and groups that it asks for', async (run) => {
  const mark = await run.latest()
  const wanted = ['order.ready', 'order.*', 'bending_sheet.*', 'order.in_work,bending_sheet.bent', 'invoice.*']
  const each = await Promise.all(wanted.map(async (events) => listening(run, { events })))
  const every = await listening(run)
  await wholeLife(run)
  const told = await toldAfter(run, mark)
  await every.come(told.length)
  for (const [index, events] of wanted.entries()) {
    const own = told.filter((type) =>
      events.split(',').some((name) => type === name || (name.endsWith('*') && type.startsWith(name.slice(0, -1)))),
    )
    const came = (await each[index]?.come(own.length)) ?? []
    expect([events, came.map(({ type }) => type).toSorted()]).toEqual([events, own.toSorted()])
  }
  expect(new Set(told).size).toBeGreaterThan(15)
})

rule('6.1 · what is no event and no group is refused', async ({ desk }) => {
  for (const events of ['order.finished', 'order.', '*', 'ping', 'order.ready,nothing', ',']) {
    expect([events, await desk.addAddress({ url, events }).catch(() => 'refused')]).toEqual([events, 'refused'])
  }
})

for (const sentence of [
  '6.1 · an address limited to one customer gets that customers events alone',
  '6.1 · a customers own address gets what a customer key gets',
] as const) {
  rule(sentence, async (run) => {
    const [one, two] = await run.customers()
    const [own, other, theirs] = [
      await listening(run, { customer: one.number }),
      await listening(run, { customer: two.number }),
      await listening(run, { customer: one.number, ofCustomer: true }),
    ]
    const mark = await run.latest()
    await wholeLife(run, one.key)
    await run.newOrder({ lines: [textLine] }, two.key)
    const [all, seen] = [await toldAfter(run, mark), await toldAfter(run, mark, one.key)]
    const came = async ({ come }: typeof own, count: number) => (await come(count)).map(({ type }) => type).toSorted()
    expect(await came(own, all.length - 1)).toEqual(all.slice(0, -1).toSorted())
    expect(await came(other, 1)).toEqual(['order.requested'])
    expect(await came(theirs, seen.length)).toEqual(seen.toSorted())
    const kept = all.slice(0, -1).filter((type) => !seen.includes(type))
    expect(new Set(kept)).toEqual(new Set(['order.invoice_undone', 'order.paid', 'bending_sheet.bent']))
  })
}

rule('6.1 · an address gets events of the modules that are on, no others', async (run) => {
  const { id } = await run.bendable()
  await run.call('POST', `/bending-sheets/${id}/bent`, { body: {} })
  const { come } = await listening(run, { events: 'bending_sheet.*,order.requested' })
  await run.without('produksjon')
  await run.desk.rework(id)
  await run.newOrder()
  expect((await come(1)).map(({ type }) => type)).toEqual(['order.requested'])
})

rule('5 · a test webhook address gets test orders only, a live one live orders only', async (sandbox) => {
  const run = await sandbox.live()
  const name = `prøve ${randomUUID()}`
  const testKey = await run.desk.makeKey({ name, environment: 'test', scopes: testScopes })
  onTestFinished(() => run.desk.revokeKey(name))
  const [live, test] = [
    await addressFor(run, { url, environment: 'live' }),
    await addressFor(run, { url, environment: 'test' }),
  ]
  const marks = [await run.latest(), await run.latest(testKey)] as const
  await run.newOrder()
  await run.newOrder(undefined, testKey)
  await run.newOrder(undefined, testKey)
  for (const [{ id }, events, livemode] of [
    [live, await run.eventsAfter(marks[0]), true],
    [test, await run.eventsAfter(marks[1], testKey), false],
  ] as const) {
    expect(events.map((event) => event.livemode)).toEqual(livemode ? [true] : [false, false])
    const sent = async () => (await run.desk.deliveriesOf(id)).map(({ eventId }) => eventId).toReversed()
    await expect.poll(sent).toEqual(events.map((event) => event.id))
  }
})

rule(
  '5 · a test webhook address gets test orders only, a live one live orders only',
  async (run) => {
    const { come } = await listening(run)
    await run.newOrder()
    expect((await come(1)).map(({ body }) => JSON.parse(body))).toMatchObject([{ livemode: false }])
    await expect(run.desk.addAddress({ url, environment: 'live' }).catch(() => 'refused')).resolves.toBe('refused')
  },
  'in a sandbox everything is test data',
)
