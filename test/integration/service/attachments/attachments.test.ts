// Part 4.5 · files of orders: the form, allowed types and sizes, and the download address.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attachment, attachmentAddress } from '../../../../shared/workshop-api/index.ts'
import { errorOf, eventsOf, orderOf, runningService } from '../running-service.ts'
import type { Answer, RunningService } from '../running-service.ts'
import { untilPasses } from '../../../until-passes.ts'

const mebibyte = 1024 * 1024
const jpeg = (bytes = 100) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(bytes - 4)])

function form(parts: Record<string, string | Buffer>): FormData {
  const formData = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') formData.append(name, part)
    else formData.append(name, new Blob([new Uint8Array(part)], { type: 'text/html' }), 'navn.exe')
  }
  return formData
}

const upload = (
  { call }: Pick<RunningService, 'call'>,
  file: Buffer,
  number = 'T-000001',
  key?: string,
): Promise<Answer> =>
  call('POST', `/orders/${number}/attachments`, {
    body: form({ fil: file, type: 'foto' }),
    ...(key === undefined ? {} : { key }),
  })
const refusalOf = (answer: Answer) => ({ status: answer.status, ...errorOf(answer) })
const storedFiles = ({ dataFolder }: RunningService) => {
  const folder = join(dataFolder, 'attachments')
  return {
    kept: readdirSync(folder).filter((name) => name !== 'incoming'),
    incoming: readdirSync(join(folder, 'incoming')),
  }
}
async function addressOf({ get }: RunningService, number: string, id: string): Promise<string> {
  return attachmentAddress.parse((await get(`/orders/${number}/attachments/${id}`)).json).url
}

const fetched = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('4.5 · upload', () => {
  test('a file is stored with the type of its content, and its order gets it in a new version with an event', async () => {
    const service = await runningService()
    const before = orderOf(await service.get('/orders/T-000001'))
    const answer = await upload(service, jpeg(123_456))
    expect(answer.status).toBe(201)
    const newAttachment = attachment.parse(answer.json)
    expect(newAttachment).toMatchObject({ kind: 'foto', contentType: 'image/jpeg', bytes: 123_456 })
    expect(newAttachment.createdAt).toBe('2026-11-24T09:00:10.000Z')
    expect(answer.headers.get('location')).toBe(`/api/v1/orders/T-000001/attachments/${newAttachment.id}`)
    const after = orderOf(await service.get('/orders/T-000001'))
    expect(after).toMatchObject({ version: before.version + 1, attachments: [newAttachment], status: before.status })
    const [event, ...others] = eventsOf(await service.get('/events')).data
    expect([event?.type, event?.data.change, event?.data.order?.attachments, others]).toEqual([
      'order.updated',
      undefined,
      [newAttachment],
      [],
    ])
    expect(storedFiles(service)).toEqual({ kept: [newAttachment.id], incoming: [] })
  })

  test.each([
    ['no type', { fil: jpeg() }, ['type']],
    ['another type', { fil: jpeg(), type: 'film' }, ['type']],
    ['no file', { type: 'foto' }, ['fil']],
    ['a text instead of the file', { fil: 'hello', type: 'foto' }, ['fil']],
    ['a file instead of the type', { fil: 'hello', type: jpeg() }, ['fil', 'type']],
    ['an unknown part', { fil: jpeg(), type: 'foto', navn: 'x' }, ['navn']],
    ['the English names', { file: jpeg(), type: 'foto' }, ['fil', 'file']],
    ['a part with the name of the prototype', { fil: jpeg(), type: 'foto', ['__proto__']: 'x' }, ['__proto__']],
  ])('a form with %s is 400 and names the part', async (_what, parts, fields) => {
    const service = await runningService()
    const answer = await service.call('POST', '/orders/T-000001/attachments', { body: form(parts) })
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 'invalid_request', fields })
    expect(storedFiles(service)).toEqual({ kept: [], incoming: [] })
    expect(orderOf(await service.get('/orders/T-000001')).attachments).toEqual([])
  })

  test('the same part twice is 400', async () => {
    const service = await runningService()
    const twice = form({ fil: jpeg(), type: 'foto' })
    twice.append('type', 'foto')
    const path = '/orders/T-000001/attachments'
    expect(refusalOf(await service.call('POST', path, { body: twice }))).toMatchObject({
      status: 400,
      fields: ['type'],
    })
    const files = form({ fil: jpeg(), type: 'foto' })
    files.append('fil', new Blob([new Uint8Array(jpeg())]), 'b.jpg')
    expect(refusalOf(await service.call('POST', path, { body: files }))).toMatchObject({ status: 400, fields: [] })
  })

  test.each([
    ['JSON', 'application/json', '{"type":"foto"}', 415],
    ['bytes without a form', 'image/jpeg', 'x', 415],
    ['a form without its boundary', 'multipart/form-data', 'x', 400],
    ['an invalid form', 'multipart/form-data; boundary=b', 'hello', 400],
    [
      'an incomplete form',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="fil"; filename="a"\r\n\r\n\xff\xd8',
      400,
    ],
    ['an empty form', 'multipart/form-data; boundary=b', '--b--\r\n', 400],
  ])('%s is refused', async (_what, type, body, status) => {
    const service = await runningService()
    const answer = await service.call('POST', '/orders/T-000001/attachments', {
      body,
      headers: { 'content-type': type },
    })
    expect(answer.status).toBe(status)
    expect(storedFiles(service)).toEqual({ kept: [], incoming: [] })
  })

  test(
    'a file of exactly 15 MB is accepted, one byte more is 413, and both senders get the answer',
    { tags: 'long' },
    async () => {
      const service = await runningService()
      const largestUpload = await upload(service, jpeg(15 * mebibyte))
      expect([largestUpload.status, attachment.parse(largestUpload.json).bytes]).toEqual([201, 15_728_640])
      expect(refusalOf(await upload(service, jpeg(15 * mebibyte + 1)))).toMatchObject({
        status: 413,
        code: 'file_too_large',
      })
      expect(refusalOf(await upload(service, jpeg(40 * mebibyte)))).toMatchObject({
        status: 413,
        code: 'file_too_large',
      })
      expect(storedFiles(service)).toMatchObject({ kept: [attachment.parse(largestUpload.json).id], incoming: [] })
    },
  )

  test('content of another type is 415, before an unknown order is 404', async () => {
    const service = await runningService()
    const text = Buffer.from('hello')
    expect(refusalOf(await upload(service, text))).toMatchObject({ status: 415, code: 'unsupported_file_type' })
    expect((await upload(service, text, 'T-999999')).status).toBe(415)
    expect((await upload(service, jpeg(16 * mebibyte), 'T-999999')).status).toBe(413)
    expect((await upload(service, jpeg(), 'T-999999')).status).toBe(404)
    expect(storedFiles(service)).toEqual({ kept: [], incoming: [] })
  })

  test('an order has at most ten files, also if they arrive at once', async () => {
    const service = await runningService()
    const answers = await Promise.all(Array.from({ length: 14 }, () => upload(service, jpeg(50_000))))
    const acceptedAnswers = answers.filter(({ status }) => status === 201)
    const refusalCodes = answers.filter(({ status }) => status !== 201).map((answer) => errorOf(answer).code)
    expect([acceptedAnswers.length, refusalCodes]).toEqual([10, Array.from({ length: 4 }, () => 'too_many_files')])
    const ids = acceptedAnswers.map(({ json }) => attachment.parse(json).id).toSorted()
    const order = orderOf(await service.get('/orders/T-000001'))
    expect(order.attachments.map(({ id }) => id).toSorted()).toEqual(ids)
    expect(storedFiles(service).kept.toSorted()).toEqual(ids)
    expect((await upload(service, jpeg(), 'T-000002')).status).toBe(201)
  })

  test('a cancelled order accepts no files, a paid one does', async () => {
    const service = await runningService()
    service.admin.orders.cancel('T-000011')
    expect(refusalOf(await upload(service, jpeg(), 'T-000011'))).toMatchObject({
      status: 409,
      code: 'invalid_transition',
    })
    for (const status of ['klar', 'levert', 'fakturert', 'betalt'] as const)
      service.admin.orders.move('T-000001', status)
    expect((await upload(service, jpeg())).status).toBe(201)
  })

  test('uploads count in the files class: five per minute in a sandbox', async () => {
    const service = await runningService({ limitFactor: 1 })
    const statuses: number[] = []
    for (let file = 0; file < 6; file += 1) statuses.push((await upload(service, jpeg())).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect((await service.get('/orders')).status).toBe(200)
  })

  test('a disk error is a 500, and the next file is accepted', async () => {
    const service = await runningService()
    const incoming = join(service.dataFolder, 'attachments', 'incoming')
    rmSync(incoming, { recursive: true })
    const failed = await upload(service, jpeg(3 * mebibyte))
    expect(refusalOf(failed)).toMatchObject({ status: 500, code: 'internal_error' })
    expect(failed.text).not.toContain(service.dataFolder)
    mkdirSync(incoming)
    expect((await upload(service, jpeg())).status).toBe(201)
  })

  test('an aborted upload leaves no file, and the next one is accepted', async () => {
    const service = await runningService()
    const { hostname, port } = new URL(service.baseUrl)
    const socket = connect(Number(port), hostname)
    const part = '--b\r\nContent-Disposition: form-data; name="fil"; filename="a"\r\n\r\n'
    socket.write(
      `POST /api/v1/orders/T-000001/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.sandboxKey}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n${part}`,
    )
    socket.write(jpeg(200_000))
    await untilPasses(() => {
      expect(storedFiles(service).incoming).toHaveLength(1)
    })
    socket.destroy()
    await untilPasses(() => {
      expect(storedFiles(service)).toEqual({ kept: [], incoming: [] })
    })
    expect((await upload(service, jpeg())).status).toBe(201)
  })

  test("a customer key reaches only its own customer's files", async () => {
    const service = await runningService()
    const scopes = ['orders:read', 'orders:write'] as const
    const key = service.admin.makeKey({ name: 'Kunde', purpose: 'nettside', scopes, customer: 1001 })
    expect(orderOf(await service.get('/orders/T-000001')).customer?.number).toBe(1001)
    expect(orderOf(await service.get('/orders/T-000003')).customer?.number).not.toBe(1001)
    const ownAttachment = attachment.parse((await upload(service, jpeg(), 'T-000001', key)).json)
    expect((await service.get(`/orders/T-000001/attachments/${ownAttachment.id}`, key)).status).toBe(200)
    expect((await upload(service, jpeg(), 'T-000003', key)).status).toBe(404)
    const others = attachment.parse((await upload(service, jpeg(), 'T-000003')).json)
    for (const number of ['T-000001', 'T-000003']) {
      expect((await service.get(`/orders/${number}/attachments/${others.id}`, key)).status).toBe(404)
    }
  })
})

describe('4.5 · the address of a file', () => {
  test('it is valid for five minutes of the service’s clock, without a key and after a restart, and returns the stored bytes', async () => {
    const service = await runningService()
    const bytes = jpeg(2 * mebibyte)
    const { id } = attachment.parse((await upload(service, bytes)).json)
    const address = attachmentAddress.parse((await service.get(`/orders/T-000001/attachments/${id}`)).json)
    expect(address.expiresAt).toBe('2026-11-24T09:05:10.000Z')
    const first = await fetched(address.url)
    expect([first.status, first.bytes.equals(bytes)]).toEqual([200, true])
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(2 * mebibyte),
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="T-000001-foto-${id.slice(0, 8)}.jpg"`,
      'x-ratelimit-limit': '120',
    })
    service.clock.nowMs += 299_999
    expect((await fetched(address.url)).status).toBe(200)
    const old = new URL(service.baseUrl).port
    await service.restart()
    const movedUrl = address.url.replace(`:${old}/`, `:${new URL(service.baseUrl).port}/`)
    expect((await fetched(movedUrl)).status).toBe(200)
    service.clock.nowMs += 1
    const late = await fetched(movedUrl)
    expect([late.status, JSON.parse(late.bytes.toString())]).toMatchObject([404, { error: { code: 'not_found' } }])
    expect(late.bytes.toString()).toContain('utløpt')
  })

  test('another file, another time, another signature or none is 404', async () => {
    const service = await runningService()
    const [one, other] = [await upload(service, jpeg()), await upload(service, jpeg())].map(({ json }) =>
      attachment.parse(json),
    )
    const url = await addressOf(service, 'T-000001', one?.id ?? '')
    const [path = '', query = ''] = url.split('?')
    const later = query.replace(/expires=\d+/, (expires) => `expires=${Number(expires.slice(8)) + 60_000}`)
    const turned = query.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const tampered of [
      path,
      `${path}?${later}`,
      `${path}?${turned}`,
      `${path}?${query.replace('signature', 'sign')}`,
      `${path}?${query}&signature=x`,
      `${path}?${query.toUpperCase()}`,
      url.replace(one?.id ?? '', other?.id ?? ''),
      url.replace(one?.id ?? '', '..%2Fworkshop.db'),
      url.replace(one?.id ?? '', 'incoming'),
    ]) {
      expect([tampered, (await fetched(tampered)).status]).toEqual([tampered, 404])
    }
    expect((await fetched(url)).status).toBe(200)
  })

  test('it has the origin that the caller used, with https if a proxy reports it', async () => {
    const service = await runningService()
    const { id } = attachment.parse((await upload(service, jpeg())).json)
    expect(await addressOf(service, 'T-000001', id)).toMatch(new URL(service.baseUrl).origin)
    const proxied = await service.call('GET', `/orders/T-000001/attachments/${id}`, {
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(attachmentAddress.parse(proxied.json).url).toMatch(/^https:/)
  })

  test('the files of a forwarded order are not available', async () => {
    const service = await runningService()
    const { id } = attachment.parse((await upload(service, jpeg())).json)
    const url = await addressOf(service, 'T-000001', id)
    service.admin.orders.forward('T-000001', 'Naboverkstedet')
    expect((await fetched(url)).status).toBe(404)
  })
})

describe('4.5 · on the disk', () => {
  test('a start deletes incomplete uploads and files without a row, and no others', async () => {
    const service = await runningService()
    const { id } = attachment.parse((await upload(service, jpeg())).json)
    const folder = join(service.dataFolder, 'attachments')
    await service.restart(() => {
      writeFileSync(join(folder, 'incoming', 'half'), 'x')
      writeFileSync(join(folder, 'd9428888-122b-4d8e-9f0d-1f5d9b1f0c3a'), 'x')
    })
    expect(storedFiles(service)).toEqual({ kept: [id], incoming: [] })
    expect(existsSync(join(folder, id))).toBe(true)
  })

  test('files are deleted with their order', async () => {
    const service = await runningService()
    const { id } = attachment.parse((await upload(service, jpeg(), 'T-000012')).json)
    await service.restart(({ db }) => {
      db.prepare(`DELETE FROM work_order WHERE number_display = 'T-000012'`).run()
    })
    expect(storedFiles(service).kept).not.toContain(id)
  })

  test('the stored bytes equal the sent ones', async () => {
    const service = await runningService()
    const bytes = jpeg(70_001)
    const { id } = attachment.parse((await upload(service, bytes)).json)
    expect(readFileSync(join(service.dataFolder, 'attachments', id)).equals(bytes)).toBe(true)
  })
})
