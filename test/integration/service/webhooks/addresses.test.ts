// Specification 6.1 · webhook addresses on the command line: commands, rules, at most ten, test and live separate.
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readCommandLine, runCommand } from '../../../../src-service/admin/index.ts'
import type { WorkshopAdmin } from '../../../../src-service/admin/index.ts'
import { runningService } from '../running-service.ts'

const runWords = (admin: WorkshopAdmin, ...words: string[]) => runCommand(admin, readCommandLine(words))
const shownAddress = z.strictObject({ id: z.uuid(), secret: z.string().regex(/^whsec_[\w-]{43}$/) })
const add = (admin: WorkshopAdmin, ...words: string[]) =>
  shownAddress.parse(JSON.parse(runWords(admin, 'webhook', 'add', ...words).join('')))
const url = 'https://hooks.example.no/kant'

test('an address is added, listed, turned off and on, given a new secret, and removed; the secret is never listed', async () => {
  const { admin } = await runningService()
  const { id, secret } = add(admin, url)
  const all = 'order.*,invoice.*,agreement.*,customer.*,bending_sheet.*'
  expect(runWords(admin, 'webhook', 'list')).toEqual([[id, url, 'test', all, 'workshop', '', 'on', 0].join('\t')])
  expect(runWords(admin, 'webhook', 'off', id)).toEqual([`address ${id} is off`])
  expect(admin.webhooks.list()).toMatchObject([{ id, active: false }])
  expect(runWords(admin, 'webhook', 'on', id)).toEqual([`address ${id} is on`])
  expect(admin.webhooks.list()).toMatchObject([{ id, active: true }])
  const [changed = ''] = runWords(admin, 'webhook', 'secret', id)
  expect(changed).toMatch(/^whsec_/)
  expect(changed).not.toBe(secret)
  expect(runWords(admin, 'webhook', 'list').join('')).not.toContain('whsec')
  expect(runWords(admin, 'webhook', 'remove', id)).toEqual([`address ${id} is removed`])
  expect(runWords(admin, 'webhook', 'list')).toEqual([])
})

test('an address has its events, its customer and its audience', async () => {
  const { admin } = await runningService()
  add(admin, url, '--events', 'order.ready,invoice.*', '--customer', '1001', '--audience', 'customer')
  const customerId = admin.customers.findByNumber(1001).id
  const expectedAddress = { types: 'order.ready,invoice.*', customerId, audience: 'customer', isTest: true }
  expect(admin.webhooks.list()).toMatchObject([expectedAddress])
})

test('an eleventh address is refused, until one of the ten is removed', async () => {
  const { admin } = await runningService()
  const ten = Array.from({ length: 10 }, () => add(admin, url))
  expect(() => add(admin, url)).toThrow(/10 addresses/)
  runWords(admin, 'webhook', 'off', ten[3]?.id ?? '')
  expect(() => add(admin, url)).toThrow(/10 addresses/)
  runWords(admin, 'webhook', 'remove', ten[3]?.id ?? '')
  add(admin, url)
})

test('a workshop cannot access the addresses of another', async () => {
  const { admin, adminOf } = await runningService()
  const { slug } = admin.makeLiveWorkshop('Nabo Blikk')
  const other = adminOf(slug)
  const { id } = add(admin, url)
  const otherAddress = add(other, url)
  expect(other.webhooks.list()).toMatchObject([{ id: otherAddress.id, isTest: false }])
  add(other, url, '--environment', 'test')
  for (const word of ['remove', 'on', 'off', 'secret']) {
    expect(() => runWords(other, 'webhook', word, id)).toThrow(`there is no address ${id}`)
  }
})

test('a live workshop and loopback addresses exclude each other', async () => {
  const { admin, adminOf } = await runningService()
  expect(() => add(admin, 'http://127.0.0.1:4711/')).toThrow(/https/)
  runWords(admin, 'webhook', 'loopback', 'on')
  add(admin, 'http://127.0.0.1:4711/')
  expect(() => admin.makeLiveWorkshop('Nabo Blikk')).toThrow(/public addresses only/)
  runWords(admin, 'webhook', 'loopback', 'off')
  expect(() => add(admin, 'http://127.0.0.1:4711/')).toThrow(/https/)

  const { slug } = admin.makeLiveWorkshop('Nabo Blikk')
  for (const each of [admin, adminOf(slug)]) {
    expect(() => runWords(each, 'webhook', 'loopback', 'on')).toThrow(/public addresses only/)
  }
})

test.each([
  ['webhook add http://hooks.example.no/', /https/],
  ['webhook add https://10.0.0.1/', /IP number/],
  ['webhook add https://user:secret@hooks.example.no/', /user name/],
  [`webhook add ${url} --events order.finished`, /unknown event/],
  [`webhook add ${url} --events order.ready,,`, /unknown event/],
  [`webhook add ${url} --events ping`, /unknown event/],
  [
    `webhook add ${url} --events invoice.*,order,sheet.*`,
    /^"order", "sheet\.\*": unknown event .*bending_sheet\.\*; events are order\.requested/,
  ],
  [`webhook add ${url} --environment live`, /everything is test data/],
  [`webhook add ${url} --customer 4711`, /no customer 4711/],
  [`webhook add ${url} --audience customer`, /customer's number/],
  [`webhook add ${url} --audience everyone`, /workshop, customer/],
  ['webhook add', /ADDRESS is missing/],
  ['webhook secret 1', /no address 1/],
  ['webhook loopback perhaps', /on, off/],
])('%s: refused in one line, and nothing is changed', async (line, why) => {
  const { admin } = await runningService()
  expect(() => runWords(admin, ...line.split(' '))).toThrow(why)
  expect(admin.webhooks.list()).toEqual([])
})
