// Parts 5, 6.1 and 8: the webhook addresses of a workshop, and the events that each gets.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { addressFor, startListener } from './webhook-listener.ts'
import { ruleOfOneService, testScopes, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import { wholeLife } from './order-lifecycle.ts'

const rule = ruleOfOneService()

const url = 'https://hooks.example.no/kant'
const accept = async (run: Run, ...urls: string[]) => {
  for (const each of urls) await addressFor(run, { url: each })
}
const refuse = async ({ workshop }: Run, ...urls: string[]) => {
  const before = await workshop.addresses()
  for (const each of urls) {
    expect([each, await workshop.addAddress({ url: each }).catch(() => 'refused')]).toEqual([each, 'refused'])
  }
  expect(await workshop.addresses()).toEqual(before)
}
/** The types of the events after an id. */
const typesAfter = async (run: Run, mark: string | null, key?: string) =>
  (await run.eventsAfter(mark, key)).map(({ type }) => type)

rule('6.1 · an address starts with https://', async (run) => {
  await accept(run, url, 'HTTPS://hooks.example.no/')
  await refuse(
    run,
    'http://hooks.example.no/',
    'ftp://hooks.example.no/',
    '//hooks.example.no/',
    'hooks.example.no',
    '',
  )
})

rule('6.1 · the port of an address is 443 or 8443', async (run) => {
  await accept(run, 'https://hooks.example.no:443/', 'https://hooks.example.no:8443/')
  await refuse(run, ...[80, 442, 444, 8080, 8442, 18_443].map((port) => `https://hooks.example.no:${port}/`))
})

rule('6.1 · the host of an address is a name, not an IP address', async (run) => {
  const numbers = ['93.184.216.34', '[2606:2800:220:1::1]', '0x5d.0xb8.0xd8.0x22', '1572395042', '135.47.216.34']
  await refuse(run, ...numbers.map((host) => `https://${host}/`))
})

rule('6.1 · an address has no user name or password', async (run) => {
  await refuse(run, ...['user', 'user:secret', ':secret'].map((userInfo) => `https://${userInfo}@hooks.example.no/`))
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
      await run.workshop.ping(id)
      await expect.poll(async () => run.workshop.deliveriesOf(id)).toMatchObject([{ attempts: 1, status: null }])
    }
    expect(connected).toEqual([])
  },
  'a name that resolves to a non-public address',
)

rule('6.1 · a secret is shown once', async (run) => {
  const { id, secret } = await addressFor(run, { url })
  const newSecret = await run.workshop.changeSecret(id)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(newSecret).not.toBe(secret)
  const [shown] = (await run.workshop.addresses()).filter((each) => each.id === id).map((each) => each.shown)
  for (const each of [secret, newSecret]) expect(shown).not.toContain(each)
})

rule('8 · at most 10 webhook addresses', async (run) => {
  const { workshop } = run
  const ten: { id: string }[] = []
  for (let count = (await workshop.addresses()).length; count < 10; count += 1)
    ten.push(await workshop.addAddress({ url }))
  onTestFinished(async () => {
    for (const { id } of ten.slice(1)) await workshop.removeAddress(id)
  })
  await refuse(run, url)
  await workshop.switchAddress(ten[0]?.id ?? '', false)
  await refuse(run, url)
  await workshop.removeAddress(ten[0]?.id ?? '')
  await accept(run, url)
})

rule('6.1 · an address gets the events and groups that it selects', async (run) => {
  const mark = await run.latest()
  const selections = ['order.ready', 'order.*', 'bending_sheet.*', 'order.in_work,bending_sheet.bent', 'invoice.*']
  const each = await Promise.all(selections.map(async (events) => startListener(run, { events })))
  const allEventsListener = await startListener(run)
  await wholeLife(run)
  const types = await typesAfter(run, mark)
  await allEventsListener.waitForDeliveries(types.length)
  for (const [index, events] of selections.entries()) {
    const ownTypes = types.filter((type) =>
      events.split(',').some((name) => type === name || (name.endsWith('*') && type.startsWith(name.slice(0, -1)))),
    )
    const deliveries = (await each[index]?.waitForDeliveries(ownTypes.length)) ?? []
    expect([events, deliveries.map(({ type }) => type).toSorted()]).toEqual([events, ownTypes.toSorted()])
  }
  expect(new Set(types).size).toBeGreaterThan(15)
})

rule('6.1 · an unknown event or group is rejected', async ({ workshop }) => {
  for (const events of ['order.finished', 'order.', '*', 'ping', 'order.ready,nothing', ',']) {
    expect([events, await workshop.addAddress({ url, events }).catch(() => 'refused')]).toEqual([events, 'refused'])
  }
})

for (const sentence of [
  '6.1 · an address for one customer gets only the events of that customer',
  '6.1 · an address of a customer gets what a customer key gets',
] as const) {
  rule(sentence, async (run) => {
    const [one, two] = await run.customers()
    const [ownTypes, other, theirs] = [
      await startListener(run, { customer: one.number }),
      await startListener(run, { customer: two.number }),
      await startListener(run, { customer: one.number, ofCustomer: true }),
    ]
    const mark = await run.latest()
    await wholeLife(run, one.key)
    await run.newOrder({ lines: [textLine] }, two.key)
    const [all, customerTypes] = [await typesAfter(run, mark), await typesAfter(run, mark, one.key)]
    const waitForBodies = async ({ waitForDeliveries }: typeof ownTypes, count: number) =>
      (await waitForDeliveries(count)).map(({ type }) => type).toSorted()
    expect(await waitForBodies(ownTypes, all.length - 1)).toEqual(all.slice(0, -1).toSorted())
    expect(await waitForBodies(other, 1)).toEqual(['order.requested'])
    expect(await waitForBodies(theirs, customerTypes.length)).toEqual(customerTypes.toSorted())
    const hiddenTypes = all.slice(0, -1).filter((type) => !customerTypes.includes(type))
    expect(new Set(hiddenTypes)).toEqual(new Set(['order.invoice_undone', 'order.paid', 'bending_sheet.bent']))
  })
}

rule('6.1 · an address gets only the events of active modules', async (run) => {
  const { id } = await run.bendable()
  await run.call('POST', `/bending-sheets/${id}/bent`, { body: {} })
  const { waitForDeliveries } = await startListener(run, { events: 'bending_sheet.*,order.requested' })
  await run.without('produksjon')
  await run.workshop.rework(id)
  await run.newOrder()
  expect((await waitForDeliveries(1)).map(({ type }) => type)).toEqual(['order.requested'])
})

rule('5 · a test webhook address gets test orders only, a live one live orders only', async (sandbox) => {
  const run = await sandbox.live()
  const name = `prøve ${randomUUID()}`
  const testKey = await run.workshop.makeKey({ name, environment: 'test', scopes: testScopes })
  onTestFinished(() => run.workshop.revokeKey(name))
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
    const sent = async () => (await run.workshop.deliveriesOf(id)).map(({ eventId }) => eventId).toReversed()
    await expect.poll(sent).toEqual(events.map((event) => event.id))
  }
})

rule(
  '5 · a test webhook address gets test orders only, a live one live orders only',
  async (run) => {
    const { waitForDeliveries } = await startListener(run)
    await run.newOrder()
    expect((await waitForDeliveries(1)).map(({ body }) => JSON.parse(body))).toMatchObject([{ livemode: false }])
    await expect(run.workshop.addAddress({ url, environment: 'live' }).catch(() => 'refused')).resolves.toBe('refused')
  },
  'in a sandbox everything is test data',
)
