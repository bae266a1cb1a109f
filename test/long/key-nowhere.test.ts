// Uses one known key while a station connects, pulls, exports, makes a support file, shows a screen, is killed and loses its service.
// Then searches for the key in every file that was written and in every message that a screen was sent.
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import process from 'node:process'
import { inflateRawSync, inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ReconnectingLink,
  type LinkMessage,
  type StationLink,
  type StatusView,
  type SupportView,
} from '../../shared/station-api/index.ts'
import { buildIfStale } from '../../src-main/cli/start/build.ts'
import { systemClock } from '../../src-main/platform/clock.ts'
import { askForScreen, readAttachFile } from '../../src-main/station/attach/attach-file.ts'
import { openStationChannel } from '../../src-main/station/attach/web-socket-channel.ts'
import { startService, type Service } from '../../src-service/service.ts'
import { launchChromium } from '../chromium.ts'
import { root } from '../end-to-end/electron/electron-runtime.ts'
import { connectFolder } from '../connect-folder.ts'

let folder: string
let data: string
let service: Service
let key: string
/** Everything that was sent to a screen or printed on a terminal. */
const outputs: string[] = []
let station: ChildProcess
let link: StationLink

beforeAll(async () => {
  await buildIfStale(root)
  folder = mkdtempSync(join(tmpdir(), 'kant-key-'))
  data = join(folder, 'station')
  mkdirSync(data)
  service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, limitFactor: 100 })
  key = service.keys?.maskin ?? ''
})
afterAll(async () => {
  link.close()
  station.kill('SIGKILL')
  await service.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function startStation(): Promise<void> {
  const output = openSync(join(data, 'terminal.txt'), 'a')
  station = spawn(process.execPath, [join(root, 'src-main', 'cli', 'kant.ts'), '--station', '--data', data], {
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const open = async () => {
    const address = readAttachFile(data)
    if (address === null) throw new Error('there is no station yet')
    const channel = await openStationChannel(address)
    const { onMessage } = channel
    return {
      ...channel,
      onMessage: (listener: (frame: unknown) => void) =>
        onMessage((frame) => {
          outputs.push(JSON.stringify(frame))
          listener(frame)
        }),
    }
  }
  link = new ReconnectingLink({ open, wait: () => systemClock.wait(50) })
}

const messageWith = (matches: (message: LinkMessage) => boolean): Promise<void> =>
  new Promise((resolve) => {
    link.subscribe((message) => {
      if (matches(message)) resolve()
    })
  })

function statusIn(message: LinkMessage): StatusView | null {
  if (message.kind === 'snapshot') return message.snapshot.status
  return message.kind === 'push' && message.name === 'status' ? message.data : null
}

const isOnline = (message: LinkMessage): boolean => statusIn(message)?.connection.state === 'online'
/** Resolves with a day that has sheets, after all of them are fetched. A Sunday has none. */
const wholeDay = (): Promise<string> =>
  new Promise((resolve) => {
    link.subscribe((message) => {
      const status = statusIn(message)
      const day = status?.days.find(({ entries }) => entries > 0)
      if (day !== undefined && status?.pull === null && status.upToDateAt !== null) resolve(day.date)
    })
  })

async function gatherSupport(): Promise<SupportView> {
  await link.call('support.gather', {})
  for (;;) {
    const view = await link.call('support.read', {})
    if (view.state !== 'gathering') return view
    await systemClock.wait(100)
  }
}

test('the key is in no log, page, export, bundle or crash file, nor in any message to a screen', async () => {
  expect(key.length).toBeGreaterThan(20)
  const connected = await connectFolder(data, service.baseUrl, key)
  outputs.push(...connected.lines, JSON.stringify(connected.checks))
  expect(connected.ok).toBe(true)

  await startStation()
  await messageWith(isOnline)
  const date = await wholeDay()

  const exportEnded = messageWith(
    (message) => message.kind === 'push' && message.name === 'export' && message.data.state !== 'running',
  )
  await link.call('export.start', {
    order: { kind: 'day', date, pressBrakeId: null, formats: ['dxf', 'pdf', 'list-csv'] },
    preset: 'inventor',
    language: 'nb',
  })
  await exportEnded

  // the technician enters the key for a wrong address and for the right one, tests the stored key, and gathers the support file
  for (const [baseUrl, typed] of [
    [`${service.baseUrl}/nowhere`, key],
    [service.baseUrl, ` ${key}`],
    [service.baseUrl, key],
    [service.baseUrl, null],
  ] as const)
    outputs.push(
      JSON.stringify(
        await link
          .call('setup.connect', { baseUrl, key: typed, stationsSharingKey: 3, keep: typed === key })
          .catch((fault: unknown) => String(fault)),
      ),
    )
  outputs.push(JSON.stringify(await link.call('setup.diagnostics', { integrity: true })))
  outputs.push(JSON.stringify(await gatherSupport()))
  expect((await link.call('support.save', {})).state).toBe('saved')
  outputs.push(JSON.stringify(await link.call('setup.log', { level: 'info', text: '' })))

  // a page of the station, with everything that the browser stores
  const address = readAttachFile(data)
  const url = address === null ? null : await askForScreen(address)
  const browser = await launchChromium()
  const page = await browser.newPage()
  page.on('console', (message) => outputs.push(message.text()))
  await page.goto(url ?? '')
  await page.getByRole('listitem').first().waitFor()
  outputs.push(await page.content(), JSON.stringify(await page.evaluate('({ ...localStorage, ...sessionStorage })')))
  const crashed = new Promise((resolve) => page.once('crash', resolve))
  void page.goto('chrome://crash').catch(() => null)
  await crashed
  await browser.close()

  // the station is killed and started again, and then loses its service
  link.close()
  station.kill('SIGKILL')
  await new Promise((resolve) => station.once('exit', resolve))
  await startStation()
  await messageWith(isOnline)
  await service.close()
  await link.call('sync.now', {}).catch(() => null)
  link.close()
  const ended = new Promise((resolve) => station.once('exit', resolve))
  station.kill('SIGTERM')
  await ended

  const files = filesIn(data).filter((path) => path !== join(data, 'keys.json'))
  const kinds = new Set(files.map((path) => extname(path)))
  expect(['.csv', '.db', '.json', '.log', '.pdf', '.txt'].filter((kind) => !kinds.has(kind))).toEqual([])
  // the key is stored only in this file, which proves that the search finds it
  expect(formsFoundIn(readFileSync(join(data, 'keys.json')))).not.toEqual([])
  expect(files.flatMap((path) => formsFoundIn(readFileSync(path)).map((form) => `${path}: ${form}`))).toEqual([])
  expect(
    outputs.flatMap((output) => formsFoundIn(Buffer.from(output)).map((form) => `${form} in ${output.slice(0, 80)}`)),
  ).toEqual([])
})

/** The forms of the key that occur in the bytes, also where they are deflated. */
function formsFoundIn(bytes: Buffer): string[] {
  const plain = [bytes, ...inflated(bytes)]
  return formsOf(key).flatMap(([form, part]) => (plain.some((text) => text.includes(part)) ? [form] : []))
}

function formsOf(secret: string): [string, Buffer][] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const percent = [...hex.matchAll(/../g)].map(([two]) => `%${two}`).join('')
  // base64 of a longer text that contains the secret: one form for each of three offsets, without its ends
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  )
  const texts: [string, string][] = [
    ['plain', secret],
    ['second half', secret.slice(Math.ceil(secret.length / 2))],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ['percent', percent],
    ['PERCENT', percent.toUpperCase()],
    ...base64.flatMap((text, offset): [string, string][] => [
      [`base64 at ${offset}`, text],
      [`base64url at ${offset}`, text.replaceAll('+', '-').replaceAll('/', '_')],
    ]),
  ]
  return [
    ...texts.map(([form, text]): [string, Buffer] => [form, Buffer.from(text)]),
    ['UTF-16', Buffer.from(secret, 'utf16le')],
  ]
}

/** The inflated content of the streams of a PDF, and of a file that is deflated as a whole. */
function inflated(bytes: Buffer): Buffer[] {
  const starts = [0]
  const keyword = 'stream\n'
  for (let index = bytes.indexOf(keyword); index >= 0; index = bytes.indexOf(keyword, index + keyword.length))
    starts.push(index + keyword.length)
  return starts.flatMap((start) => {
    for (const inflate of [inflateSync, inflateRawSync]) {
      try {
        return [inflate(bytes.subarray(start))]
      } catch {
        // not deflated in this format
      }
    }
    return []
  })
}

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
