// Part 5: sandboxes from the link to their deletion.
import { expect } from 'vitest'
import * as z from 'zod'
import * as reading from '../readings.ts'
import { idempotencyKey, ruleOfOneService, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import { refusalOf } from '../world.ts'

const rule = ruleOfOneService()

const daySeconds = 86_400
const keyOn = (page: string): string | null => /svc_test_[\w-]+/.exec(page)?.[0] ?? null

async function sandboxOf({ workshop }: Run, email: string): Promise<{ key: string; message: string }> {
  await workshop.requestSandbox(email)
  const [message = ''] = await workshop.messagesTo(email, 1)
  const key = keyOn(await workshop.followLink(message))
  if (key === null) throw new Error('the link shows no key')
  return { key, message }
}

rule('5 · a link that is sent to an e-mail address creates a sandbox', async (run) => {
  const { key } = await sandboxOf(run, 'en@kunde.example.no')
  const readMe = reading.me.parse((await run.get('/me', key)).json)
  expect([readMe.key.environment, readMe.key.kind]).toEqual(['test', 'workshop'])
  expect(readMe.organization.shopSlug).not.toBe(reading.me.parse((await run.get('/me')).json).organization.shopSlug)
})

rule('5 · a sandbox link is valid for 24 hours', async (run) => {
  const email = 'to@kunde.example.no'
  await run.workshop.requestSandbox(email)
  await run.workshop.requestSandbox(email)
  const [one = '', other = ''] = await run.workshop.messagesTo(email, 2)
  await run.workshop.advance(daySeconds - 1)
  const key = keyOn(await run.workshop.followLink(one))
  expect((await run.get('/me', key)).status).toBe(200)
  const late = 'sent@kunde.example.no'
  await run.workshop.requestSandbox(late)
  const [message = ''] = await run.workshop.messagesTo(late, 1)
  await run.workshop.advance(daySeconds)
  expect([keyOn(await run.workshop.followLink(message)), keyOn(await run.workshop.followLink(other))]).toEqual([
    null,
    null,
  ])
})

rule('5 · a sandbox link is usable once', async (run) => {
  const email = 'tre@kunde.example.no'
  await run.workshop.requestSandbox(email)
  const [message = ''] = await run.workshop.messagesTo(email, 1)
  const pages = await Promise.all([1, 2, 3].map(() => run.workshop.followLink(message)))
  expect(pages.filter((page) => keyOn(page) !== null)).toHaveLength(1)
  expect(keyOn(await run.workshop.followLink(message))).toBeNull()
})

rule('5 · there is one sandbox per address', async (run) => {
  const email = 'fire@kunde.example.no'
  await run.workshop.requestSandbox(email)
  await run.workshop.requestSandbox('FIRE@Kunde.Example.no')
  const [one = '', other = ''] = await run.workshop.messagesTo(email, 2)
  const page = await run.workshop.followLink(one)
  expect(page).toContain('svc_test_')
  const key = keyOn(page)
  expect(keyOn(await run.workshop.followLink(other))).toBeNull()
  await run.workshop.advance(2)
  expect((await run.get('/me', key)).status).toBe(200)
  await run.workshop.waitForUse(email)
  await expect(run.workshop.requestSandbox(email)).rejects.toThrow(/sandbox/)
})

rule('5 · the key of a sandbox is shown only once', async (run) => {
  const { key, message } = await sandboxOf(run, 'fem@kunde.example.no')
  expect(message).not.toContain('svc_test_')
  expect(await run.workshop.followLink(message)).not.toContain(key)
})

rule('5 · a new sandbox has 10 customers, 16 products, 1 agreement and 20 orders in all statuses', async (run) => {
  const { key } = await sandboxOf(run, 'seks@kunde.example.no')
  const counts = ['/customers', '/catalog/products', '/agreements'].map(
    async (path) => (await run.all(path, key)).length,
  )
  expect(await Promise.all(counts)).toEqual([10, 16, 1])
  expect((await run.get('/shop', key)).status).toBe(200)
  expect(await run.all('/invoices', key)).not.toEqual([])
  const orders = (await run.all('/orders', key)).map((each) => reading.order.parse(each))
  expect([orders.length, new Set(orders.map(({ status }) => status))]).toEqual([20, new Set(reading.statuses)])
  expect(orders.every(({ numberDisplay }) => numberDisplay.startsWith('T-'))).toBe(true)
})

rule('5 · a new sandbox has half of each limit', async (run) => {
  const { key } = await sandboxOf(run, 'sju@kunde.example.no')
  const { limits } = z.object({ limits: z.record(z.string(), z.number()) }).parse((await run.get('/me', key)).json)
  expect(limits).toEqual({
    readsPerMinute: 60,
    writesPerMinute: 15,
    pricesPerMinute: 30,
    filesPerMinute: 5,
    callsPerDay: 2_500,
    pricesPerDay: 1_000,
    newOrdersPerDay: 250,
    workshopCallsPerDay: 10_000,
  })
})

rule('5 · a sandbox sends nothing to anyone', async (run) => {
  const { key } = await sandboxOf(run, 'ni@kunde.example.no')
  const before = await run.workshop.messageCount()
  const contact = { name: 'Per', email: 'per@kunde.example.no', mobile: '+4799999999' }
  const body = { intent: 'request', contact, lines: [textLine] }
  expect((await run.call('POST', '/orders', { key, body, headers: idempotencyKey() })).status).toBe(201)
  const order = await run.newOrder({ ...body })
  for (const status of ['mottatt', 'i_arbeid', 'klar']) await run.workshop.moveOrder(order.numberDisplay, status)
  // messages are sent in order: one to another address would arrive before this one
  await run.workshop.requestSandbox('ti@kunde.example.no')
  await run.workshop.messagesTo('ti@kunde.example.no', 1)
  expect(await run.workshop.messageCount()).toBe(before + 1)
})

rule('5 · a sandbox is deleted after 30 days without use, with a notice 3 days before', async (run) => {
  const email = 'elleve@kunde.example.no'
  const { key } = await sandboxOf(run, email)
  await run.workshop.advance(27 * daySeconds - 1)
  await run.get('/me')
  await run.workshop.advance(1)
  await run.get('/me')
  await run.workshop.waitForDeletionNotice(email)
  expect(await run.workshop.messagesTo(email, 2)).toHaveLength(2)
  await run.workshop.advance(3 * daySeconds)
  expect(refusalOf(await run.get('/me', key))).toBe('401 unauthorized')
  // the same applies to all others
  await sandboxOf(run, 'tolv@kunde.example.no')
})

rule('5 · one call with the test key restarts the 30 days', async (run) => {
  const email = 'tretten@kunde.example.no'
  const { key } = await sandboxOf(run, email)
  await run.workshop.advance(26 * daySeconds)
  expect((await run.get('/me', key)).status).toBe(200)
  await run.workshop.advance(26 * daySeconds)
  await run.get('/me')
  await run.workshop.advance(daySeconds)
  await run.get('/me')
  await run.workshop.waitForDeletionNotice(email)
  expect((await run.workshop.messagesTo(email, 2)).length).toBe(2)
  await run.workshop.advance(3 * daySeconds - 1)
  expect((await run.get('/me', key)).status).toBe(200)
  await run.workshop.advance(2)
  expect((await run.get('/me', key)).status).toBe(200)
  // there is a new notice
  await run.workshop.advance(27 * daySeconds)
  await run.get('/me')
  expect(await run.workshop.messagesTo(email, 3)).toHaveLength(3)
})
