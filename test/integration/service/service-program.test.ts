// Decision 6 · the programs `npm run service` and `npm run workshop`. A start of a program takes seconds on a busy computer, so only the
// tests of starting, ending and printing run a process. The others call the functions that the programs consist of.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openAdmin, runAdministration } from '../../../src-service/admin/index.ts'
import { errorText, readOptions } from '../../../src-service/service-options.ts'
import { startService } from '../../../src-service/service.ts'
import { bendableSheet, errorOf, eventsOf, listOf, runningService, sheetOf } from './running-service.ts'
import { untilPasses } from '../../until-passes.ts'

const ready = z.strictObject({
  ready: z.literal(true),
  baseUrl: z.url(),
  workshop: z.string(),
  keys: z.strictObject({ sandbox: z.string(), maskin: z.string() }).optional(),
})

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kant-service-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

interface Program {
  startLine: z.infer<typeof ready>
  process: ChildProcess
  /** All lines of standard output so far. */
  lines: string[]
  ended: Promise<number | null>
}

async function startProgram(folder: string, ...args: string[]): Promise<Program> {
  const program = spawn(process.execPath, ['src-service/main.ts', '--port', '0', '--data', folder, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exitCode = new Promise<number | null>((resolve) => {
    program.once('exit', resolve)
  })
  onTestFinished(() => {
    program.kill('SIGKILL')
  })
  const lines: string[] = []
  const first = new Promise<string>((resolve, reject) => {
    createInterface({ input: program.stdout }).on('line', (line) => {
      lines.push(line)
      resolve(line)
    })
    program.once('exit', (code) => {
      reject(new Error(`the service ended with ${code} before it was ready`))
    })
  })
  return { startLine: ready.parse(JSON.parse(await first)), process: program, lines, ended: exitCode }
}

const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}
const workshop = (folder: string, ...args: string[]) => runAdministration(['--data', folder, ...args])

/** The message with which the start of the program fails. */
const startupError = async (args: readonly string[]): Promise<unknown> => {
  try {
    const options = readOptions(args, {})
    if (options !== 'help') await startService(options)
  } catch (error) {
    return error
  }
  throw new Error('the service was started')
}

describe('decision 6 · the service as a program', () => {
  test('it prints one line of JSON when it answers, keys only at the first start, and SIGTERM loses nothing', async () => {
    const folder = freshFolder()
    const first = await startProgram(folder)
    const { baseUrl, keys, workshop: slug } = first.startLine
    expect(slug).toBe('fjordbeslag')
    expect(new URL(baseUrl)).toMatchObject({ hostname: '127.0.0.1', pathname: '/api/v1' })
    const headers = { authorization: `Bearer ${keys?.sandbox}`, 'content-type': 'application/json' }
    const list: unknown = await (await fetch(`${baseUrl}/bending-list?limit=1`, { headers })).json()
    const entries = z.object({ data: z.array(z.object({ sheetId: z.string() })) }).parse(list)
    const path = `/bending-sheets/${entries.data[0]?.sheetId}`
    const markAnswer = await fetch(`${baseUrl}${path}/bent`, { method: 'POST', headers, body: '{"by":"KN"}' })
    expect(markAnswer.status).toBe(200)
    const before = Number((await fetch(`${baseUrl}/me`, { headers })).headers.get('x-ratelimit-remaining'))

    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.lines).toHaveLength(1)

    const second = await startProgram(folder)
    expect(second.startLine.keys).toBeUndefined()
    const sheet = await fetch(second.startLine.baseUrl + path, { headers })
    expect(await sheet.json()).toEqual(await markAnswer.json())
    const after = Number(sheet.headers.get('x-ratelimit-remaining'))
    expect([before - 1, 59]).toContain(after)
  })

  test(
    'an answered mark survives SIGKILL, and the administration works while the service runs',
    { tags: 'long' },
    async () => {
      const folder = freshFolder()
      const first = await startProgram(folder)
      const key = run('src-service/workshop.ts', '--data', folder, 'key', 'make', 'Kant ved presse 1').stdout.trim()
      expect(key).toMatch(/^svc_test_/)
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      expect((await workshop(folder, 'sheet', 'note', 'T-000003/1', 'Film på innsiden')).stdout).toMatch(
        /^T-000003\/1 version \d+, drawing 1: note changed\n$/,
      )
      const list: unknown = await (
        await fetch(`${first.startLine.baseUrl}/orders/T-000003/bending-sheets`, { headers })
      ).json()
      const [sheet] = z
        .object({ data: z.array(z.object({ id: z.string(), note: z.string().nullable() })) })
        .parse(list).data
      expect(sheet?.note).toBe('Film på innsiden')
      const markAnswer = await fetch(`${first.startLine.baseUrl}/bending-sheets/${sheet?.id}/bent`, {
        method: 'POST',
        headers,
        body: '{}',
      })
      expect(markAnswer.status).toBe(200)
      first.process.kill('SIGKILL')
      await first.ended
      const second = await startProgram(folder)
      const read = await fetch(`${second.startLine.baseUrl}/bending-sheets/${sheet?.id}`, { headers })
      expect(await read.json()).toEqual(await markAnswer.json())
    },
  )

  test.each([
    [['--port', '0'], '--data'],
    [['--data', '/nowhere'], '--port'],
    [['--port', 'x', '--data', '/nowhere'], '--port'],
    [['--port', '0', '--data', '/nowhere', '--limit-factor', '0.5'], 'limit factor'],
    [['--port', '0', '--data', '/nowhere', '--clock-offset', 'soon'], '--clock-offset'],
    [['--port', '0', '--data', '/nowhere', '--colour', 'blue'], '--colour'],
  ])('%j is refused in one line that names the option', async (args, name) => {
    const text = errorText(await startupError(args))
    expect(text).toContain(name)
    expect(text).not.toContain('    at ')
  })

  test('a refused start prints its reason on standard error, nothing on standard output, and exits with 1', () => {
    const { status, stdout, stderr } = run('src-service/main.ts', '--port', '0')
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('--data')
    expect(stderr).not.toContain('    at ')
  })

  test('a second service on the same folder is refused', { tags: 'long' }, async () => {
    const { dataFolder } = await runningService()
    const second = run('src-service/main.ts', '--port', '0', '--data', dataFolder)
    expect([second.status, second.stdout, second.stderr]).toEqual([1, '', expect.stringContaining('another service')])
  })

  test('the offset of the clock can be set, and is kept', { tags: 'long' }, async () => {
    const folder = freshFolder()
    const options = readOptions(['--port', '0', '--data', folder, '--clock-offset', '864000'], {})
    if (options === 'help') throw new Error('these are options')
    const service = await startService(options)
    onTestFinished(service.close)
    const headers = { authorization: `Bearer ${service.keys?.sandbox}` }
    const offsetSeconds = async () => {
      const { headers: answered } = await fetch(`${service.baseUrl}/me`, { headers })
      return Math.round(Number(answered.get('x-ratelimit-reset')) - Date.now() / 1000)
    }
    expect(Math.abs((await offsetSeconds()) - 864_000)).toBeLessThanOrEqual(61)
    expect((await workshop(folder, 'clock', 'advance', '7200')).exitCode).toBe(0)
    expect((await workshop(folder, 'clock', 'advance', '-3600')).exitCode).toBe(0)
    expect(Math.abs((await offsetSeconds()) - 867_600)).toBeLessThanOrEqual(61)
  })
})

describe('decision 6 · a live workshop', () => {
  test('refuses a moved clock and multiplied limits', async () => {
    const { dataFolder, stop } = await runningService({ limitFactor: 1 })
    const liveResult = await workshop(dataFolder, 'live', 'Blåfjell Blikk AS')
    expect(JSON.parse(liveResult.stdout)).toMatchObject({
      workshop: 'blafjell-blikk-as',
      key: expect.stringMatching(/^svc_live_/),
    })
    const moveResult = await workshop(dataFolder, 'clock', 'advance', '60')
    expect([moveResult.exitCode, moveResult.stdout]).toEqual([1, ''])
    expect(moveResult.stderr).toContain('live workshop')
    await stop()
    for (const option of [
      ['--clock-offset', '60'],
      ['--limit-factor', '10'],
    ]) {
      const error = await startupError(['--port', '0', '--data', dataFolder, ...option])
      expect(errorText(error)).toContain('live workshop')
    }
  })

  test('cannot be made after the clock was moved', async () => {
    const { dataFolder, admin } = await runningService()
    admin.advanceClock(60)
    expect((await workshop(dataFolder, 'live', 'Ekte')).stderr).toContain('has been moved')
  })
})

describe('a live workshop', () => {
  test('has its own brakes and live orders, and its marks send live events', async () => {
    const { dataFolder, admin: sandbox, call, clock } = await runningService()
    const { slug, key } = sandbox.makeLiveWorkshop('Ekte Verksted')
    const admin = openAdmin({ dataFolder, workshop: slug, clock: () => clock.nowMs })
    onTestFinished(admin.close)
    const addBrake = ['brake', 'add', 'Presse A', '--length', '3000', '--thickness', '3']
    expect((await workshop(dataFolder, '--workshop', slug, ...addBrake)).exitCode).toBe(0)
    const [sheet] = admin.makeSheets({ count: 3, approved: true })
    admin.sheets.move(sheet ?? '', { pressBrake: 'Presse A' })
    const [first] = listOf(await call('GET', '/bending-list', { key })).data
    expect(first).toMatchObject({ sheetId: sheet, orderNumber: '000001' })
    expect(
      (await call('POST', `/bending-sheets/${sheet}/bent`, { key, body: { pressBrakeId: first?.pressBrakeId } }))
        .status,
    ).toBe(200)
    const { data } = eventsOf(await call('GET', '/events', { key }))
    expect(data.map(({ type, livemode }) => [type, livemode])).toEqual([
      ['order.received', true],
      ['order.updated', true],
      ['order.updated', true],
      ['bending_sheet.bent', true],
    ])
    expect(eventsOf(await call('GET', '/events')).data).toEqual([])
  })
})

describe('a live workshop with a test key', () => {
  test('each key sees the sheets of its own environment only', async () => {
    const { dataFolder, admin: sandbox, get, clock } = await runningService()
    const { slug, key: live } = sandbox.makeLiveWorkshop('Ekte Verksted')
    const admin = openAdmin({ dataFolder, workshop: slug, clock: () => clock.nowMs })
    onTestFinished(admin.close)
    const trial = admin.makeKey({ name: 'Prøve' })
    const [liveSheet] = admin.makeSheets({ count: 1 })
    const [testSheet] = admin.makeSheets({ count: 1, live: false })
    for (const [key, ownCount, other] of [
      [live, liveSheet, testSheet],
      [trial, testSheet, liveSheet],
    ] as const) {
      expect(listOf(await get('/bending-list', key)).data.map(({ sheetId }) => sheetId)).toEqual([ownCount])
      expect((await get(`/bending-sheets/${ownCount}`, key)).status).toBe(200)
      expect((await get(`/bending-sheets/${other}`, key)).status).toBe(404)
    }
  })
})

describe("decision 6 · the workshop's command line", () => {
  test('help lists every command; an error is one line and changes nothing', async () => {
    const { dataFolder, admin } = await runningService()
    expect((await runAdministration(['--help'])).stdout).toMatch(
      /key make[\s\S]*sheet rework[\s\S]*clock advance[\s\S]*live NAME/,
    )
    for (const [args, why] of [
      [['sheet', 'rework', 'T-000001/1'], 'not bent'],
      [['sheet', 'rework', 'T-000001/99'], 'no sheet'],
      [['sheet', 'move', 'T-000001/1', '--day', 'i morgen'], 'not a date'],
      [['sheet', 'move', 'T-000001/1', '--brake', 'Kantpresse 9'], 'Kantpresse 9'],
      [['order', 'move', 'T-000001', 'betalt'], 'betalt'],
      [['order', 'move', 'T-000001', 'ferdig'], 'ferdig'],
      [['key', 'make'], 'NAME is missing'],
      [['dance'], 'dance'],
    ] as const) {
      const { exitCode, stdout, stderr } = await workshop(dataFolder, ...args)
      expect([exitCode, stdout, stderr.trim().split('\n')]).toEqual([1, '', [expect.stringContaining(why)]])
    }
    expect(admin.sheets.find('T-000001/1').version).toBe(1)
    expect(run('src-service/workshop.ts', '--data', '/nowhere/at/all', 'key', 'list')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('/nowhere/at/all'),
    })
  })
})

describe('7 · closing and internal errors', () => {
  test('a call that arrives while the service closes is 503 unavailable with Retry-After', async () => {
    const { baseUrl, stop, sandboxKey } = await runningService()
    const { port, hostname } = new URL(baseUrl)
    const socket = createConnection(Number(port), hostname)
    const received: string[] = []
    socket.on('data', (bytes) => received.push(bytes.toString('utf8')))
    const request = `GET /api/v1/press-brakes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandboxKey}\r\n`
    // The head of the second call arrives with the first call. It is completed after the service has started to close.
    socket.write(`${request}\r\n${request}`)
    await untilPasses(() => {
      expect(received.join('')).toMatch(/^HTTP\/1\.1 200[\s\S]*"nextCursor":null\}$/)
    })
    const closed = stop()
    socket.write('\r\n')
    await untilPasses(() => {
      expect(received.join('')).toMatch(/HTTP\/1\.1 503[\s\S]*retry-after: 5[\s\S]*"code":"unavailable"/)
    })
    socket.destroy()
    await closed
  })

  test('an internal error is 500 internal_error without details', async () => {
    const service = await runningService()
    const { sheetId } = await bendableSheet(service)
    await service.restart(({ db }) =>
      db.prepare(`UPDATE bending_sheet SET body = '{"id":1}' WHERE id = ?`).run(sheetId),
    )
    const failedAnswer = await service.get(`/bending-sheets/${sheetId}`)
    expect([failedAnswer.status, errorOf(failedAnswer).code]).toEqual([500, 'internal_error'])
    expect(Object.keys(errorOf(failedAnswer)).toSorted()).toEqual(['code', 'message', 'requestId'])
    expect(failedAnswer.text).not.toMatch(/zod|sqlite|\.ts/i)
    expect(sheetOf(await service.get(`/bending-sheets/${service.admin.sheets.find('T-000003/1').id}`)).sheetNo).toBe(1)
  })
})
