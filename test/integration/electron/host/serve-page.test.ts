import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  ReconnectingLink,
  memoryChannels,
  type LinkMessage,
  type StationLink,
} from '../../../../shared/station-api/index.ts'
import { serveStation, type ServedStation } from '../../../../src-main/browser/serve-station.ts'
import { attachToStation, runStation, type PageServer } from '../../../../src-main/electron/host/serve-page.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { smallStation, statusWith, type SmallStation } from '../../station-api/small-station.ts'
import { untilPasses } from '../../../until-passes.ts'

let folder: string
let station: SmallStation
let links: StationLink[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-page-'))
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html>')
  station = smallStation()
  links = []
})
afterEach(() => {
  for (const link of links) link.close()
  rmSync(folder, { recursive: true })
})

const serve = (): Promise<ServedStation> =>
  serveStation({
    folder,
    pageFolder: join(folder, 'page'),
    openStation: async () => ({ station, close: async () => {} }),
    clock: systemClock,
    random: randomBytes,
    onError: () => {},
  })

/** A page as the preload makes one: a channel to the host, which it requests again when the channel is lost. */
function openPage(server: PageServer): { link: StationLink; messages: LinkMessage[]; snapshots: () => number } {
  const messages: LinkMessage[] = []
  const link = new ReconnectingLink({
    open: async () => {
      const [page, host] = memoryChannels()
      server.servePage(host)
      return page
    },
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  })
  links.push(link)
  link.subscribe((message) => messages.push(message))
  return { link, messages, snapshots: () => messages.filter(({ kind }) => kind === 'snapshot').length }
}

test('in run mode the host’s own station serves the page', async () => {
  const close = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const server = runStation({ station, close }, () => {})
  const { link, snapshots } = openPage(server)
  await untilPasses(() => expect(snapshots()).toBe(1))
  expect(await link.call('marks.list', {})).toEqual({ marks: [], total: 0 })
  await server.close()
  expect(close).toHaveBeenCalledOnce()
})

test('in attach mode calls, answers, refusals and pushes pass to the running station and back', async () => {
  const served = await serve()
  const { link, messages, snapshots } = openPage(attachToStation(folder))
  await untilPasses(() => expect(snapshots()).toBe(1))
  expect(await link.call('list.read', { date: '2026-08-03' })).toMatchObject({ date: '2026-08-03' })
  await expect(link.call('mark.undo', { markId: 'mark' })).rejects.toMatchObject({ code: 'too_late_to_undo' })
  station.push({ name: 'status', data: statusWith(4) })
  await untilPasses(() => expect(messages.at(-1)).toMatchObject({ kind: 'push', name: 'status' }))
  await served.close()
})

test('each page has its own channel to the running station, which is closed with the page', async () => {
  const served = await serve()
  const server = attachToStation(folder)
  const [one, other] = [openPage(server), openPage(server)]
  await untilPasses(() => expect([one.snapshots(), other.snapshots()]).toEqual([1, 1]))
  expect(station.listeners()).toBe(2)
  one.link.close()
  await untilPasses(() => expect(station.listeners()).toBe(1))
  expect(await other.link.call('marks.list', {})).toEqual({ marks: [], total: 0 })
  await served.close()
})

test('the page learns that the running station has ended, and connects again when the station is back', async () => {
  const first = await serve()
  const { link, messages, snapshots } = openPage(attachToStation(folder))
  await untilPasses(() => expect(snapshots()).toBe(1))
  const waiting = link.call('sync.now', {}).catch((fault: unknown) => fault)
  await untilPasses(() => expect(station.reached).toHaveLength(1))
  await first.close()
  expect(await waiting).toMatchObject({ code: 'link_lost' })
  expect(messages.some((message) => message.kind === 'link' && message.state === 'lost')).toBe(true)
  station.setUndelivered(5)
  const second = await serve()
  await untilPasses(() => expect(snapshots()).toBe(2))
  expect(messages.findLast(({ kind }) => kind === 'snapshot')).toMatchObject({ snapshot: { status: statusWith(5) } })
  await second.close()
})

test('without a station to attach to, the page learns that the link is lost and tries again', async () => {
  const { link, messages } = openPage(attachToStation(folder))
  await untilPasses(() =>
    expect(messages.filter((message) => message.kind === 'link' && message.state === 'lost').length).toBeGreaterThan(1),
  )
  await expect(link.call('marks.list', {})).rejects.toMatchObject({ code: 'link_lost' })
})
