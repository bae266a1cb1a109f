// Specification 6.1 · addresses on the workshop's command line: their words, their rules, at most ten, test and live apart.
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readCommandLine } from '../../../../src-service/desk/command-line.ts'
import { runCommand } from '../../../../src-service/desk/commands.ts'
import type { Desk } from '../../../../src-service/desk/desk.ts'
import { runningService } from '../running-service.ts'

const say = (desk: Desk, ...words: string[]) => runCommand(desk, readCommandLine(words))
const shown = z.strictObject({ id: z.uuid(), secret: z.string().regex(/^whsec_[\w-]{43}$/) })
const add = (desk: Desk, ...words: string[]) => shown.parse(JSON.parse(say(desk, 'webhook', 'add', ...words).join('')))
const url = 'https://hooks.example.no/kant'

test('an address is added, listed, turned off and on, given a new secret, and removed; the secret is never listed', async () => {
  const { desk } = await runningService()
  const { id, secret } = add(desk, url)
  const all = 'order.*,invoice.*,agreement.*,customer.*,bending_sheet.*'
  expect(say(desk, 'webhook', 'list')).toEqual([[id, url, 'test', all, 'workshop', '', 'on', 0].join('\t')])
  expect(say(desk, 'webhook', 'off', id)).toEqual([`address ${id} is off`])
  expect(desk.webhooks.list()).toMatchObject([{ id, active: false }])
  expect(say(desk, 'webhook', 'on', id)).toEqual([`address ${id} is on`])
  expect(desk.webhooks.list()).toMatchObject([{ id, active: true }])
  const [changed = ''] = say(desk, 'webhook', 'secret', id)
  expect(changed).toMatch(/^whsec_/)
  expect(changed).not.toBe(secret)
  expect(say(desk, 'webhook', 'list').join('')).not.toContain('whsec')
  expect(say(desk, 'webhook', 'remove', id)).toEqual([`address ${id} is removed`])
  expect(say(desk, 'webhook', 'list')).toEqual([])
})

test('an address has its events, its customer, and is for whom it is for', async () => {
  const { desk } = await runningService()
  add(desk, url, '--events', 'order.ready,invoice.*', '--customer', '1001', '--audience', 'customer')
  const customerId = desk.customers.numbered(1001).id
  const expected = { types: 'order.ready,invoice.*', customerId, audience: 'customer', isTest: true }
  expect(desk.webhooks.list()).toMatchObject([expected])
})

test('an eleventh address is refused, until one of the ten is removed', async () => {
  const { desk } = await runningService()
  const ten = Array.from({ length: 10 }, () => add(desk, url))
  expect(() => add(desk, url)).toThrow(/10 addresses/)
  say(desk, 'webhook', 'off', ten[3]?.id ?? '')
  expect(() => add(desk, url)).toThrow(/10 addresses/)
  say(desk, 'webhook', 'remove', ten[3]?.id ?? '')
  add(desk, url)
})

test('one workshop has nothing to do with the addresses of another', async () => {
  const { desk, deskOf } = await runningService()
  const { slug } = desk.makeLiveWorkshop('Nabo Blikk')
  const other = deskOf(slug)
  const { id } = add(desk, url)
  const theirs = add(other, url)
  expect(other.webhooks.list()).toMatchObject([{ id: theirs.id, isTest: false }])
  add(other, url, '--environment', 'test')
  for (const word of ['remove', 'on', 'off', 'secret']) {
    expect(() => say(other, 'webhook', word, id)).toThrow(`there is no address ${id}`)
  }
})

test('a live workshop and addresses of this computer are never together', async () => {
  const { desk, deskOf } = await runningService()
  expect(() => add(desk, 'http://127.0.0.1:4711/')).toThrow(/https/)
  say(desk, 'webhook', 'loopback', 'on')
  add(desk, 'http://127.0.0.1:4711/')
  expect(() => desk.makeLiveWorkshop('Nabo Blikk')).toThrow(/public addresses alone/)
  say(desk, 'webhook', 'loopback', 'off')
  expect(() => add(desk, 'http://127.0.0.1:4711/')).toThrow(/https/)

  const { slug } = desk.makeLiveWorkshop('Nabo Blikk')
  for (const each of [desk, deskOf(slug)]) {
    expect(() => say(each, 'webhook', 'loopback', 'on')).toThrow(/public addresses alone/)
  }
})

test.each([
  ['webhook add http://hooks.example.no/', /https/],
  ['webhook add https://10.0.0.1/', /IP number/],
  ['webhook add https://user:secret@hooks.example.no/', /user name/],
  [`webhook add ${url} --events order.finished`, /no event/],
  [`webhook add ${url} --events order.ready,,`, /no event/],
  [`webhook add ${url} --events ping`, /no event/],
  [
    `webhook add ${url} --events invoice.*,order,sheet.*`,
    /^"order", "sheet\.\*": no event .*bending_sheet\.\*; events order\.requested/,
  ],
  [`webhook add ${url} --environment live`, /everything is test data/],
  [`webhook add ${url} --customer 4711`, /no customer 4711/],
  [`webhook add ${url} --audience customer`, /customer's number/],
  [`webhook add ${url} --audience everyone`, /workshop, customer/],
  ['webhook add', /ADDRESS is missing/],
  ['webhook secret 1', /no address 1/],
  ['webhook loopback perhaps', /on, off/],
])('%s: refused in one line, and nothing is changed', async (line, why) => {
  const { desk } = await runningService()
  expect(() => say(desk, ...line.split(' '))).toThrow(why)
  expect(desk.webhooks.list()).toEqual([])
})
