// Part 4.5: files on an order.
import { expect } from 'vitest'
import * as z from 'zod'
import * as reading from '../readings.ts'
import { ruleOfOneService } from '../rule.ts'
import type { Run } from '../rule.ts'
import { errorOf, refusalOf, remainingOf, timeOf } from '../world.ts'
import type { Answer } from '../world.ts'

const rule = ruleOfOneService()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.from('ffd9', 'hex')])
const webp = Buffer.from('524946461a000000574542505650384c0d0000002f0000001007101111888808', 'hex')
const heicOf = (brand: string) =>
  Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from(`ftyp${brand}`), Buffer.alloc(4), Buffer.from('mif1heic')])
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const megabytes = 1024 * 1024

function formOf(
  content: Buffer,
  { type = 'foto', name = 'bilde.bin', claimed = 'application/octet-stream' } = {},
): FormData {
  const form = new FormData()
  form.set('type', type)
  form.set('fil', new File([new Uint8Array(content)], name, { type: claimed }))
  return form
}

const upload = ({ call }: Run, number: string, form: FormData, key?: string): Promise<Answer> =>
  call('POST', `/orders/${number}/attachments`, { form, ...(key === undefined ? {} : { key }) })

const addressed = z.object({ url: z.url(), expiresAt: reading.instant })

for (const type of ['foto', 'tegning', 'annet']) {
  rule(
    '4.2 · an attachment is sent as multipart with the parts fil and type',
    async (run) => {
      const { numberDisplay } = await run.newOrder()
      const answer = await upload(run, numberDisplay, formOf(png, { type }))
      expect(answer.status).toBe(201)
      expect(reading.attachment.parse(answer.json)).toMatchObject({
        kind: type,
        contentType: 'image/png',
        bytes: png.length,
      })
    },
    type,
  )
}

for (const [name, make, status, field] of [
  ['no file', () => withParts({ type: 'foto' }), 400, 'fil'],
  ['no type', () => withParts({ fil: new File([png], 'a.png') }), 400, 'type'],
  ['an unknown type', () => formOf(png, { type: 'film' }), 400, 'type'],
  ['another part', () => withParts({ type: 'foto', fil: new File([png], 'a.png'), colour: 'blå' }), 400, 'colour'],
] as const) {
  rule(
    '4.2 · an attachment is sent as multipart with the parts fil and type',
    async (run) => {
      const order = await run.newOrder()
      const answer = await upload(run, order.numberDisplay, make())
      expect([answer.status, errorOf(answer).fields]).toEqual([status, [field]])
      expect(await run.read(order.numberDisplay)).toEqual(order)
    },
    name,
  )
}

function withParts(parts: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  return form
}

for (const [contentType, content] of [
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/webp', webp],
  ['image/heic', heicOf('heic')],
  ['application/pdf', pdf],
] as const) {
  rule(
    '4.5 · JPEG, PNG, WebP, HEIC and PDF are accepted',
    async (run) => {
      const { numberDisplay } = await run.newOrder()
      const answer = await upload(run, numberDisplay, formOf(content))
      const { id } = reading.attachment.parse(answer.json)
      expect(answer.json).toMatchObject({ contentType, bytes: content.length })
      const { url } = addressed.parse((await run.get(`/orders/${numberDisplay}/attachments/${id}`)).json)
      const file = await fetch(url)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, contentType])
      expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    },
    contentType,
  )
}

rule('2.1 · attachments have id, kind, contentType, bytes and createdAt', async (run) => {
  const { numberDisplay } = await run.newOrder()
  const first = reading.attachment.parse((await upload(run, numberDisplay, formOf(png))).json)
  const second = reading.attachment.parse((await upload(run, numberDisplay, formOf(pdf, { type: 'tegning' }))).json)
  expect((await run.read(numberDisplay)).attachments).toEqual([first, second])
})

rule('4.5 · the content determines the type, not the declared type', async (run) => {
  const { numberDisplay } = await run.newOrder()
  const labelledAsPng = await upload(
    run,
    numberDisplay,
    formOf(png, { name: 'tegning.pdf', claimed: 'application/pdf' }),
  )
  expect([labelledAsPng.status, reading.attachment.parse(labelledAsPng.json).contentType]).toEqual([201, 'image/png'])
  const claimed = await upload(
    run,
    numberDisplay,
    formOf(Buffer.from('MZ program'), { name: 'a.png', claimed: 'image/png' }),
  )
  expect(refusalOf(claimed)).toBe('415 unsupported_file_type')
})

for (const [name, content] of [
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('hei')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['GIF', Buffer.from('GIF89a')],
  ['ZIP', Buffer.from('504b030414000000', 'hex')],
  ['AVIF', heicOf('avif').subarray(0, 16)],
  ['a cut PNG signature', png.subarray(0, 4)],
] as const) {
  rule(
    '4.5 · any other type is 415 unsupported_file_type',
    async (run) => {
      const order = await run.newOrder()
      expect(refusalOf(await upload(run, order.numberDisplay, formOf(content)))).toBe('415 unsupported_file_type')
      expect(await run.read(order.numberDisplay)).toEqual(order)
    },
    name,
  )
}

rule(
  '4.5 · any other type is 415 unsupported_file_type',
  async ({ newOrder, call }) => {
    const { numberDisplay } = await newOrder()
    const answer = await call('POST', `/orders/${numberDisplay}/attachments`, { body: { fil: 'x', type: 'foto' } })
    expect(refusalOf(answer)).toBe('415 unsupported_file_type')
  },
  'JSON in place of multipart',
)

rule('4.5 · a file may be 15 MB', async (run) => {
  const { numberDisplay } = await run.newOrder()
  const largestFile = Buffer.concat([png, Buffer.alloc(15 * megabytes - png.length)])
  const answer = await upload(run, numberDisplay, formOf(largestFile))
  expect([answer.status, reading.attachment.parse(answer.json).bytes]).toEqual([201, 15 * megabytes])
})

rule('4.5 · a larger file is 413 file_too_large', async (run) => {
  const order = await run.newOrder()
  const larger = Buffer.concat([png, Buffer.alloc(15 * megabytes - png.length + 1)])
  expect(refusalOf(await upload(run, order.numberDisplay, formOf(larger)))).toBe('413 file_too_large')
  expect(await run.read(order.numberDisplay)).toEqual(order)
})

rule('4.5 · an order has at most 10 files', async (run) => {
  const { numberDisplay } = await run.newOrder()
  for (let count = 0; count < 10; count += 1) expect((await upload(run, numberDisplay, formOf(png))).status).toBe(201)
  const full = await run.read(numberDisplay)
  expect(full.attachments).toHaveLength(10)
  expect(refusalOf(await upload(run, numberDisplay, formOf(png)))).toBe('422 too_many_files')
  expect(await run.read(numberDisplay)).toEqual(full)
})

rule('4.5 · the address of a fetched file works for 5 minutes', async (run) => {
  const { numberDisplay } = await run.newOrder()
  const { id } = reading.attachment.parse((await upload(run, numberDisplay, formOf(png))).json)
  const answer = await run.get(`/orders/${numberDisplay}/attachments/${id}`)
  const { url, expiresAt } = addressed.parse(answer.json)
  // the Date header has whole seconds
  const seconds = (Date.parse(expiresAt) - timeOf(answer)) / 1000
  expect([seconds >= 300, seconds < 301]).toEqual([true, true])
  await run.workshop.advance(298)
  expect((await fetch(url)).status).toBe(200)
  await run.workshop.advance(3)
  expect([403, 404, 410]).toContain((await fetch(url)).status)
  expect(
    (await fetch(addressed.parse((await run.get(`/orders/${numberDisplay}/attachments/${id}`)).json).url)).status,
  ).toBe(200)
})

rule('4.5 · the address of a fetched file needs no key and cannot be altered', async (run) => {
  const { numberDisplay } = await run.newOrder()
  const { id } = reading.attachment.parse((await upload(run, numberDisplay, formOf(png))).json)
  const other = reading.attachment.parse((await upload(run, numberDisplay, formOf(pdf))).json)
  const { url } = addressed.parse((await run.get(`/orders/${numberDisplay}/attachments/${id}`)).json)
  expect((await fetch(url)).status).toBe(200)
  const forged = new Set([
    url.replaceAll(id, other.id),
    url.replaceAll(/[0-9a-f](?=[^0-9a-f]*$)/gi, (digit) => (digit === '0' ? '1' : '0')),
  ])
  for (const [name, value] of new URL(url).searchParams) {
    const altered = new URL(url)
    altered.searchParams.set(name, /^\d+$/.test(value) ? String(Number(value) + 60) : `${value.slice(0, -2)}AA`)
    forged.add(String(altered))
    altered.searchParams.delete(name)
    forged.add(String(altered))
  }
  forged.delete(url)
  expect(forged.size).toBeGreaterThan(1)
  for (const each of forged) expect((await fetch(each)).status).toBeGreaterThanOrEqual(400)
})

rule('4.5 · file calls count in the class files', async (run) => {
  const key = await run.freshKey()
  const { numberDisplay } = await run.newOrder()
  const first = await upload(run, numberDisplay, formOf(png), key)
  const { id } = reading.attachment.parse(first.json)
  const fetched = await run.get(`/orders/${numberDisplay}/attachments/${id}`, key)
  expect([first.headers.get('x-ratelimit-limit'), remainingOf(first), remainingOf(fetched)]).toEqual(['5', 4, 3])
})

rule('4.5 · a file increases the version of the order and sends order.updated', async (run) => {
  const { numberDisplay, version } = await run.newOrder()
  const mark = await run.latest()
  const createdAttachment = reading.attachment.parse((await upload(run, numberDisplay, formOf(png))).json)
  expect((await run.read(numberDisplay)).version).toBe(version + 1)
  const events = await run.eventsAfter(mark)
  expect(events.map(({ type }) => type)).toEqual(['order.updated'])
  expect(events[0]?.data).toMatchObject({ order: { attachments: [createdAttachment], version: version + 1 } })
})
