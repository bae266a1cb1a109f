// Documents are drawn beside the calls, with a bounded queue; and no call waits in the event loop for another process that writes.
import Database from 'better-sqlite3'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { sheetDxf, sheetPdf } from '../../../shared/drawing/files.ts'
import { bendableSheet, errorOf, runningService, sheetOf } from './running-service.ts'
import { makeSandbox } from './sandbox-accounts/sandbox-requests.ts'
import { submit } from './submit-order.ts'

const font = readFileSync(join(import.meta.dirname, '../../../resources/fonts/DejaVuSans.ttf'))

test(
  'a file is the same as one that is drawn at once; where too many calls wait for one, the next is 503 with Retry-After',
  { tags: 'long' },
  async () => {
    const service = await runningService({ documentOptions: { threads: 1, maxWaiting: 1 } })
    const { sheetId } = await bendableSheet(service)
    const sheet = sheetOf(await service.get(`/bending-sheets/${sheetId}`))
    const bytesOf = async (format: string) => {
      const response = await fetch(`${service.baseUrl}/bending-sheets/${sheetId}/${format}`, {
        headers: { authorization: `Bearer ${service.sandboxKey}` },
      })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const [pdf, dxf] = [await sheetPdf([sheet], { font }), sheetDxf(sheet)]
    expect(await bytesOf('pdf')).toEqual({ status: 200, bytes: Buffer.from(pdf.bytes ?? '') })
    expect(await bytesOf('dxf')).toEqual({ status: 200, bytes: dxf.ok ? Buffer.from(dxf.value) : null })

    const answers = await Promise.all(Array.from({ length: 6 }, () => service.get(`/bending-sheets/${sheetId}/pdf`)))
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(6)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect([errorOf(answer).code, answer.headers.get('retry-after')]).toEqual(['unavailable', '5'])
    }
    expect((await bytesOf('pdf')).status).toBe(200)
  },
)

test('a thread that ended unexpectedly while it was idle is replaced', { tags: 'long' }, async () => {
  const threads: Worker[] = []
  const addThread = (thread: Worker): void => void threads.push(thread)
  process.on('worker', addThread)
  onTestFinished(() => void process.off('worker', addThread))
  const service = await runningService({ documentOptions: { threads: 1, maxWaiting: 1 } })
  const { sheetId } = await bendableSheet(service)
  for (const count of [1, 2]) {
    expect((await service.get(`/bending-sheets/${sheetId}/pdf`)).status).toBe(200)
    expect(threads).toHaveLength(count)
    await threads.at(-1)?.terminate()
  }
})

test('while another process holds the file, reads are answered, and writes are made once it is free', async () => {
  const service = await runningService()
  const { sheetId } = await bendableSheet(service)
  const other = new Database(join(service.dataFolder, 'workshop.db'))
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  let answered = 0
  const counted = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    const answer = await call
    answered += 1
    return answer
  }
  const writes = [
    counted(submit(service, { note: 'Tre meter vannbord' })),
    counted(service.call('POST', `/bending-sheets/${sheetId}/bent`, { body: { by: 'KN' } })),
  ]
  // an event loop that waits for the file could answer none of these
  for (const path of ['/me', '/orders', `/bending-sheets/${sheetId}`])
    expect((await service.get(path)).status).toBe(200)
  expect((await service.get('/me', 'svc_test_wrong')).status).toBe(401)
  expect(answered).toBe(0)
  other.exec('COMMIT')
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([201, 200])
})

test('while the administration makes many sheets, calls write between them', { tags: 'long' }, async () => {
  const service = await runningService({ limitFactor: 1_000 })
  const file = new Database(join(service.dataFolder, 'workshop.db'), { readonly: true })
  onTestFinished(() => void file.close())
  const newest = file.prepare<[], string>('SELECT max(id) FROM event').pluck()
  const before = newest.get() ?? ''
  let isOver = false
  const args = ['src-service/workshop.ts', '--data', service.dataFolder, 'sheets', 'make', '600']
  const making = promisify(execFile)(process.execPath, args).finally(() => {
    isOver = true
  })
  while (!isOver) expect((await submit(service, { note: 'Tre meter vannbord' })).status).toBe(201)
  await making

  const titles = file
    .prepare<[string], string>("SELECT body ->> '$.data.order.title' FROM event WHERE id > ? ORDER BY id")
    .pluck()
    .all(before)
  const areSheets = titles.map((title) => title === 'Beslag, 600 ark')
  expect(areSheets.filter(Boolean).length).toBeGreaterThanOrEqual(12)
  expect(areSheets.slice(areSheets.indexOf(true), areSheets.lastIndexOf(true))).toContain(false)
})

test('a sandbox is made in steps: other calls are answered between them', async () => {
  const service = await runningService()
  let [isMade, answeredMeanwhile] = [false, 0]
  const making = makeSandbox(service, 'ola@blikk.no').finally(() => {
    isMade = true
  })
  while (!isMade) {
    expect((await service.get('/me')).status).toBe(200)
    answeredMeanwhile += 1
  }
  const { key } = await making
  expect((await service.get('/orders', key)).status).toBe(200)
  expect(answeredMeanwhile).toBeGreaterThan(3)
})

test('a sandbox whose making was interrupted is removed at the next start', async () => {
  const service = await runningService()
  await service.restart(({ db }) => {
    db.prepare(
      `INSERT INTO workshop (id, slug, name, sandbox, modules, departments, created_at)
       SELECT 'unfinished', 'sandkasse-1', name, 1, modules, departments, created_at FROM workshop LIMIT 1`,
    ).run()
  })
  const db = new Database(join(service.dataFolder, 'workshop.db'), { readonly: true })
  onTestFinished(() => void db.close())
  expect(db.prepare<[], string>('SELECT slug FROM workshop').pluck().all()).toEqual(['fjordbeslag'])
})
