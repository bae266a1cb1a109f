// Part 9: the version, and the OpenAPI document with its change list.
import { expect } from 'vitest'
import * as z from 'zod'
import * as reading from '../readings.ts'
import { ruleOfOneService } from '../rule.ts'

const rule = ruleOfOneService()

const description = z.object({
  openapi: z.string().startsWith('3.1'),
  info: z.object({
    version: z.string(),
    'x-changes': z.array(z.object({ version: z.string(), date: reading.date, text: z.string().min(1) })),
  }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

rule(
  '9 · the version is in the base address and in apiVersion',
  async ({ base, get, newOrder, latest, eventsAfter }) => {
    expect(base()).toMatch(/\/api\/v1$/)
    expect(reading.me.parse((await get('/me')).json).apiVersion).toBe('v1')
    const mark = await latest()
    await newOrder()
    expect((await eventsAfter(mark)).map(({ apiVersion }) => apiVersion)).toEqual(['v1'])
  },
)

rule('9 · the description is served without a key', async ({ call }) => {
  const answer = await call('GET', '/openapi.json', { key: null })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^application\/json/),
  ])
  description.parse(answer.json)
  expect(answer.headers.get('x-ratelimit-limit')).toBe('120')
})

rule('9 · the description is version 1.19 with a change list of 19 entries, newest first', async ({ get }) => {
  const { info } = description.parse((await get('/openapi.json')).json)
  const changes = info['x-changes']
  expect([info.version, changes.length, changes[0]?.version]).toEqual(['1.19', 19, '1.19'])
  expect(changes.map(({ version }) => version)).toEqual(changes.map((_, index) => `1.${19 - index}`))
  const dates = changes.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().toReversed())
})

rule('9 · the first and the last entries name the first and the last changes', async ({ get }) => {
  const changes = description.parse((await get('/openapi.json')).json).info['x-changes']
  const recent = changes
    .slice(0, 12)
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
  for (const word of [
    'produ',
    'report',
    'invoice',
    'agreement',
    'price',
    'catalog',
    'call-off',
    'event',
    'scope',
    'purpose',
    'source',
  ]) {
    const norwegian: Record<string, string> = {
      report: 'rapport',
      invoice: 'faktura',
      agreement: 'avtale',
      price: 'pris',
      catalog: 'katalog',
      'call-off': 'avrop',
      event: 'hendelse',
      purpose: 'formål',
      source: 'kilde',
      scope: 'tilgang',
    }
    expect(recent.includes(word) || recent.includes(norwegian[word] ?? word)).toBe(true)
  }
  const first = changes.at(-1)?.text ?? ''
  for (const word of ['/me', '/events', 'webhook']) expect(first.toLowerCase()).toContain(word)
})

/** One per line, so that a change is visible. */
const operations = `
  GET /me
  GET /orders
  POST /orders
  GET /orders/{number}
  PATCH /orders/{number}
  GET /events
  POST /orders/{number}/confirm
  POST /orders/{number}/cancel
  GET /orders/{number}/status
  GET /orders/{number}/timeline
  POST /orders/{number}/attachments
  GET /orders/{number}/attachments/{id}
  GET /customers
  POST /customers
  GET /customers/{id}
  PATCH /customers/{id}
  GET /projects
  POST /projects
  GET /projects/{id}
  PATCH /projects/{id}
  GET /press-brakes
  GET /bending-list
  GET /bending-sheets/{id}
  GET /bending-sheets/{id}/pdf
  GET /bending-sheets/{id}/dxf
  GET /orders/{number}/bending-sheets
  POST /bending-sheets/{id}/bent
`
  .trim()
  .split('\n')
  .map((operation) => operation.trim())

rule('9 · the description contains every operation that this suite calls', async ({ get }) => {
  const { paths } = description.parse((await get('/openapi.json')).json)
  const operationNames = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(operationNames).toEqual(expect.arrayContaining(operations))
})
