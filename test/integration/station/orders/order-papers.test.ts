// The papers of an order over real HTTP against the service: read when a screen opens them, stored for work without a network, bounded.
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OrderPapers } from '../../../../shared/station-api/index.ts'
import { attachment } from '../../../../shared/workshop-api/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { openWorkshopConnection } from '../../../../src-main/station/network/index.ts'
import { OrderPapersReader } from '../../../../src-main/station/orders/index.ts'
import { untilPasses } from '../../../until-passes.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'
import { connectFolder } from '../../../connect-folder.ts'

let station: StationWithService
beforeEach(async () => {
  station = await stationWithService()
})
afterEach(() => station.end())

const orderNumber = 'T-000004'
const jpegHead = [0xff, 0xd8, 0xff, 0xe0]
const picture = (size: number) => Uint8Array.from({ length: size }, (_, i) => jpegHead[i] ?? i % 251)
const pdf = (size: number) => {
  const bytes = new Uint8Array(size)
  bytes.set(new TextEncoder().encode('%PDF-1.7\n'))
  return bytes
}

async function attach(bytes: Uint8Array, type: 'foto' | 'tegning' = 'foto', order = orderNumber): Promise<string> {
  const form = new FormData()
  form.append('fil', new Blob([bytes.slice()]), '<img src=x onerror=alert(1)>.exe')
  form.append('type', type)
  const answer = await fetch(`${station.service.baseUrl}/orders/${order}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${station.keys.sandbox}` },
    body: form,
  })
  expect(answer.status).toBe(201)
  return attachment.parse(await answer.json()).id
}

const papersOf = (order = orderNumber): Promise<OrderPapers> =>
  station.link().call('order.read', { orderNumber: order })

/** The papers once the station has ended reading them. */
async function readPapers(order = orderNumber): Promise<OrderPapers> {
  await papersOf(order)
  return untilPasses(async () => {
    const papers = await papersOf(order)
    expect(papers).toMatchObject({ isReading: false, order: { numberDisplay: order } })
    return papers
  })
}

async function bytesOf(fileId: string): Promise<{ type: string; content: Buffer }> {
  const parts: Buffer[] = []
  for (let offset = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop
    const part = await station.link().call('order.file', { orderNumber, fileId, offset })
    parts.push(Buffer.from(part.base64, 'base64'))
    offset += parts.at(-1)?.length ?? 0
    if (offset >= part.bytes) return { type: part.type, content: Buffer.concat(parts) }
  }
}

const servicePath = (id: string) => join(station.folder, 'workshop', 'attachments', id)
const storedNames = () => {
  const [owner = ''] = readdirSync(join(station.data, 'order-papers'))
  return readdirSync(join(station.data, 'order-papers', owner))
}

describe('the papers of an order', () => {
  test('are read when they are opened: note, delivery, progress, sheets and files, and a push says when they are here', async () => {
    await station.pulled()
    const pushed: string[] = []
    station.link().subscribe((message) => {
      if (message.kind === 'push' && message.name === 'papers') pushed.push(message.data.orderNumber)
    })
    const first = await papersOf()
    expect(first).toMatchObject({ order: null, readAt: null, isReading: true, problem: null })
    const { order, readAt, problem, sheets } = await readPapers()
    expect(problem).toBeNull()
    expect(Date.parse(readAt ?? '')).toBeGreaterThan(Date.now() - 600_000)
    expect(order).toMatchObject({
      note: 'Fredet bygg: prøve skal godkjennes før resten.',
      projectNo: 'P-2189',
      delivery: { mode: 'levering', address: { line: 'Liksomgata 7', postalCode: '7011', city: 'Trondheim' } },
    })
    expect(order).not.toHaveProperty('totals')
    expect(order?.production?.bendingSheets).toBeGreaterThan(0)
    expect(sheets.length).toBeGreaterThan(0)
    await untilPasses(() => expect(pushed).toContain(orderNumber))
  })

  test('are readable without a network and after a restart, with their age', async () => {
    await station.pulled()
    const photo = picture(1_000_000)
    const photoId = await attach(photo)
    const drawingId = await attach(pdf(5_000), 'tegning')
    const online = await readPapers()
    expect(online.files.map(({ id, kind, state, type }) => ({ id, kind, state, type }))).toEqual([
      { id: photoId, kind: 'foto', state: 'stored', type: 'image/jpeg' },
      { id: drawingId, kind: 'tegning', state: 'stored', type: 'application/pdf' },
    ])
    await station.close()
    await station.network.cut()
    station.open()
    const offline = await untilPasses(async () => {
      const papers = await papersOf()
      expect(papers.problem).toBe('offline')
      return papers
    })
    expect(offline).toMatchObject({ order: online.order, readAt: online.readAt, files: online.files })
    expect(await bytesOf(photoId)).toEqual({ type: 'image/jpeg', content: Buffer.from(photo) })
    expect(await bytesOf(drawingId)).toEqual({ type: 'application/pdf', content: Buffer.from(pdf(5_000)) })

    // a person changes nothing: the screen is notified when the papers are as the service has them again
    await station.network.restore()
    await station.link().call('sync.now', {})
    await untilPasses(async () => expect(await papersOf()).toMatchObject({ problem: null, isReading: false }))
  })

  test('a file that a kill left half written is not shown as stored, and is read again', { tags: 'long' }, async () => {
    await station.pulled()
    const photo = picture(5_000)
    const photoId = await attach(photo)
    await readPapers()
    await station.close()
    const [folder = ''] = readdirSync(join(station.data, 'order-papers'), { withFileTypes: true }).map((entry) =>
      join(entry.parentPath, entry.name),
    )
    renameSync(join(folder, `${photoId}.jpg`), join(folder, `${photoId}.jpg.part`))
    await station.network.cut()
    station.open()
    await untilPasses(async () => expect((await papersOf()).files).toMatchObject([{ id: photoId, state: 'waiting' }]))
    expect(storedNames()).toEqual([`${orderNumber}.json`])
    await station.network.restore()
    await untilPasses(async () => {
      await station.link().call('sync.now', {})
      expect((await papersOf()).files).toMatchObject([{ id: photoId, state: 'stored' }])
    })
    expect((await bytesOf(photoId)).content).toEqual(Buffer.from(photo))
  })

  test(
    'a file whose bytes are of another type is not stored, whatever the service states',
    { tags: 'long' },
    async () => {
      await station.pulled()
      const id = await attach(picture(100))
      writeFileSync(servicePath(id), '<html><script>alert(1)</script>'.padEnd(100))
      const { files } = await readPapers()
      expect(files).toMatchObject([{ id, state: 'wrong_type', type: null }])
      await expect(station.link().call('order.file', { orderNumber, fileId: id, offset: 0 })).rejects.toMatchObject({
        code: 'file_not_stored',
      })
      expect(storedNames().filter((name) => !name.endsWith('.json'))).toEqual([])
    },
  )

  test('a file is given only with its own order', { tags: 'long' }, async () => {
    await station.pulled()
    const id = await attach(picture(100))
    await readPapers()
    await readPapers('T-000001')
    await expect(
      station.link().call('order.file', { orderNumber: 'T-000001', fileId: id, offset: 0 }),
    ).rejects.toMatchObject({ code: 'file_not_stored' })
  })

  test("the number of a sticker is the order's, once its papers are stored", { tags: 'long' }, async () => {
    await station.pulled()
    expect(await station.link().call('scan.read', { text: '21' })).toEqual({ kind: 'unknown_sticker' })
    await readPapers('T-000002')
    expect(await station.link().call('scan.read', { text: '21' })).toEqual({ kind: 'order', orderNumber: 'T-000002' })
  })

  test('a key that may not read orders makes no call, and the papers say why', { tags: 'long' }, async () => {
    const key = station.admin.makeKey({
      name: 'Uten ordrer',
      scopes: ['production:read', 'production:status', 'events:read'],
    })
    await station.close()
    const { network, data } = station
    const connected = await connectFolder(data, network.baseUrl, key)
    expect(connected.ok).toBe(true)
    station.open()
    await station.pulled()
    const papers = await papersOf()
    expect(papers).toMatchObject({ order: null, isReading: false, problem: 'scope_missing' })
  })
})

describe('the limits of the store', () => {
  const usual = { orders: 10, totalBytes: 10_000, fileBytes: 1_000 }

  function readerWith(limits: typeof usual, isSpare = true) {
    const counts = { count: () => 0, add: () => undefined, forget: () => undefined }
    const { client } = openWorkshopConnection({
      baseUrl: station.service.baseUrl,
      key: () => station.keys.maskin,
      clock: systemClock,
      cache: { serviceOffsetMs: () => null, calls: counts, me: () => null },
    })
    const folder = join(station.folder, 'papers')
    mkdirSync(folder, { recursive: true })
    const reader = new OrderPapersReader({
      folder,
      client,
      clock: systemClock,
      owner: () => 'fjordbeslag/test',
      mayReadOrders: () => true,
      hasSpareCalls: () => isSpare,
      sheetsOf: () => [],
      notify: () => undefined,
      onError: (error) => {
        throw error
      },
      limits,
    })
    const read = async (number: string): Promise<OrderPapers> => {
      await reader.papersOf(number)
      return untilPasses(async () => {
        const papers = await reader.papersOf(number)
        expect(papers).toMatchObject({ isReading: false, order: { numberDisplay: number } })
        return papers
      })
    }
    const close = async (): Promise<void> => {
      await reader.close()
      await client.close()
    }
    return { folder, reader, read, close }
  }

  test('a file over the limit is not fetched', async () => {
    await attach(picture(2_000))
    await attach(picture(500))
    const { read, close } = readerWith(usual)
    const { files } = await read(orderNumber)
    await close()
    expect(files.map(({ state }) => state)).toEqual(['too_large', 'stored'])
  })

  test('orders are read ahead without their files, and only while there are calls to spare', async () => {
    const spare = readerWith(usual)
    await spare.reader.readAhead(['T-000002', 'T-000003'])
    const sticker = await untilPasses(async () => {
      const orderNumber = await spare.reader.orderWithSticker(31)
      expect(orderNumber).not.toBeNull()
      return orderNumber
    })
    expect(sticker).toBe('T-000003')
    await spare.close()

    const busy = readerWith(usual, false)
    await busy.reader.readAhead(['T-000004'])
    await busy.close()
    expect(readdirSync(join(busy.folder, readdirSync(busy.folder)[0] ?? ''))).toEqual([
      'T-000002.json',
      'T-000003.json',
    ])
  })

  test(
    'the files of the order that was used longest ago are removed, and so are its papers',
    { tags: 'long' },
    async () => {
      for (const order of ['T-000001', 'T-000002', 'T-000003'])
        // oxlint-disable-next-line no-await-in-loop
        await attach(picture(900), 'foto', order)
      const { reader, read, close } = readerWith({ orders: 2, totalBytes: 2_000, fileBytes: 1_000 })
      await read('T-000001')
      await read('T-000002')
      // used again, so that the second order is the oldest one
      await reader.papersOf('T-000001')
      await read('T-000003')
      const first = await reader.papersOf('T-000001')
      const second = await reader.papersOf('T-000002')
      await close()
      expect(first.files).toMatchObject([{ state: 'stored' }])
      expect(second.order).toBeNull()
    },
  )
})
