// One known key through a whole life of a station – connected, pulled, exported, bundled for support, shown on a screen, killed,
// refused – and then looked for in every file that was written and in everything that any screen was sent.
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
} from '../../../shared/station-api/index.ts'
import { buildIfStale } from '../../../src-main/cli/start/build.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { askForScreen, readAttachFile } from '../../../src-main/station/attach/attach-file.ts'
import { connectWorkshop } from '../../../src-main/station/set-up/connect-workshop.ts'
import { openStationChannel } from '../../../src-main/station/attach/web-socket-channel.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { launchChromium } from '../../chromium.ts'
import { root } from '../electron/electron-runtime.ts'

let folder: string
let data: string
let service: Service
let key: string
/** All that a screen was sent, and all that was said to a terminal. */
const heard: string[] = []
let station: ChildProcess
let link: StationLink

beforeAll(async () => {
  await buildIfStale(root)
  folder = mkdtempSync(join(tmpdir(), 'kant-key-'))
  data = join(folder, 'station')
  mkdirSync(data)
  service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, limitFactor: 100 })
  key = service.keys?.maskin ?? ''
}, 60_000)
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
          heard.push(JSON.stringify(frame))
          listener(frame)
        }),
    }
  }
  link = new ReconnectingLink({ open, wait: () => systemClock.wait(50) })
}

const told = (asked: (message: LinkMessage) => boolean): Promise<void> =>
  new Promise((resolve) => {
    link.subscribe((message) => {
      if (asked(message)) resolve()
    })
  })

function statusIn(message: LinkMessage): StatusView | null {
  if (message.kind === 'snapshot') return message.snapshot.status
  return message.kind === 'push' && message.name === 'status' ? message.data : null
}

const isOnline = (message: LinkMessage): boolean => statusIn(message)?.connection.state === 'online'
/** A day with sheets, once all of it is fetched; a Sunday has none. */
const wholeDay = (): Promise<string> =>
  new Promise((resolve) => {
    link.subscribe((message) => {
      const status = statusIn(message)
      const day = status?.days.find(({ entries }) => entries > 0)
      if (day !== undefined && status?.pull === null && status.freshAt !== null) resolve(day.date)
    })
  })

async function gathered(): Promise<SupportView> {
  await link.call('support.gather', {})
  for (;;) {
    const view = await link.call('support.read', {})
    if (view.state !== 'gathering') return view
    await systemClock.wait(100)
  }
}

test('the key is in no log, page, export, bundle or crash file, nor in anything that a screen is sent', async () => {
  expect(key.length).toBeGreaterThan(20)
  const connected = await connectWorkshop({
    folder: data,
    baseUrl: service.baseUrl,
    key,
    clock: systemClock,
    systemKeyStore: null,
  })
  heard.push(...connected.lines, JSON.stringify(connected.checks))
  expect(connected.ok).toBe(true)

  await startStation()
  await told(isOnline)
  const date = await wholeDay()

  const over = told(
    (message) => message.kind === 'push' && message.name === 'export' && message.data.state !== 'running',
  )
  await link.call('export.start', {
    what: { kind: 'day', date, pressBrakeId: null, formats: ['dxf', 'pdf', 'list-csv'] },
    preset: 'inventor',
    language: 'nb',
  })
  await over

  // the technician types the key at a wrong address and at the right one, tries the one that is kept, and gathers what goes to
  // whoever helps
  for (const [baseUrl, typed] of [
    [`${service.baseUrl}/nowhere`, key],
    [service.baseUrl, ` ${key}`],
    [service.baseUrl, key],
    [service.baseUrl, null],
  ] as const)
    heard.push(
      JSON.stringify(
        await link
          .call('setup.connect', { baseUrl, key: typed, stationsSharingKey: 3, keep: typed === key })
          .catch((fault: unknown) => String(fault)),
      ),
    )
  heard.push(JSON.stringify(await link.call('setup.diagnostics', { integrity: true })))
  heard.push(JSON.stringify(await gathered()))
  expect((await link.call('support.save', {})).state).toBe('saved')
  heard.push(JSON.stringify(await link.call('setup.log', { level: 'info', text: '' })))

  // a page of it, with all that a browser keeps
  const address = readAttachFile(data)
  const url = address === null ? null : await askForScreen(address)
  const browser = await launchChromium()
  const page = await browser.newPage()
  page.on('console', (message) => heard.push(message.text()))
  await page.goto(url ?? '')
  await page.getByRole('listitem').first().waitFor()
  heard.push(await page.content(), JSON.stringify(await page.evaluate('({ ...localStorage, ...sessionStorage })')))
  const crashed = new Promise((resolve) => page.once('crash', resolve))
  void page.goto('chrome://crash').catch(() => null)
  await crashed
  await browser.close()

  // killed in the middle, started again, and then refused by the service
  link.close()
  station.kill('SIGKILL')
  await new Promise((resolve) => station.once('exit', resolve))
  await startStation()
  await told(isOnline)
  await service.close()
  await link.call('sync.now', {}).catch(() => null)
  link.close()
  const ended = new Promise((resolve) => station.once('exit', resolve))
  station.kill('SIGTERM')
  await ended

  const files = filesIn(data).filter((path) => path !== join(data, 'keys.json'))
  const kinds = new Set(files.map((path) => extname(path)))
  expect(['.csv', '.db', '.json', '.log', '.pdf', '.txt'].filter((kind) => !kinds.has(kind))).toEqual([])
  // the one place where it is kept, so that what follows is known to look for the right thing
  expect(found(key, readFileSync(join(data, 'keys.json')))).not.toEqual([])
  expect(files.flatMap((path) => found(key, readFileSync(path)).map((form) => `${path}: ${form}`))).toEqual([])
  expect(
    heard.flatMap((said) => found(key, Buffer.from(said)).map((form) => `${form} in ${said.slice(0, 80)}`)),
  ).toEqual([])
}, 120_000)

/** In which forms the secret lies in the bytes, be they deflated or not. */
function found(secret: string, bytes: Buffer): string[] {
  const plain = [bytes, ...inflated(bytes)]
  return formsOf(secret).flatMap(([form, part]) => (plain.some((one) => one.includes(part)) ? [form] : []))
}

function formsOf(secret: string): [string, Buffer][] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const percent = [...hex.matchAll(/../g)].map(([two]) => `%${two}`).join('')
  // base64 of it as a part of something longer: the same in each of three positions, but for its ends
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  )
  const texts: [string, string][] = [
    ['as it is', secret],
    ['its second half', secret.slice(Math.ceil(secret.length / 2))],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ['percent', percent],
    ['PERCENT', percent.toUpperCase()],
    ...base64.flatMap((text, at): [string, string][] => [
      [`base64 at ${at}`, text],
      [`base64url at ${at}`, text.replaceAll('+', '-').replaceAll('/', '_')],
    ]),
  ]
  return [
    ...texts.map(([form, text]): [string, Buffer] => [form, Buffer.from(text)]),
    ['UTF-16', Buffer.from(secret, 'utf16le')],
  ]
}

/** What lies deflated in a PDF's streams, or whole in a file. */
function inflated(bytes: Buffer): Buffer[] {
  const starts = [0]
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) starts.push(at + 7)
  return starts.flatMap((start) => {
    for (const inflate of [inflateSync, inflateRawSync]) {
      try {
        return [inflate(bytes.subarray(start))]
      } catch {
        // not deflated, or otherwise
      }
    }
    return []
  })
}

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
