// The station whole, as a screen meets it: the stores, the service over real HTTP, and the contract between.
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createLink,
  memoryChannels,
  serve,
  type ListView,
  type StationLink,
  type StatusView,
} from '../../../shared/station-api/index.ts'
import { cuttableNetwork, type CuttableNetwork } from '../../../src-main/cli/cuttable-network.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/connect-workshop.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/station.ts'
import { openDesk, type Desk } from '../../../src-service/desk/desk.ts'
import { startService, type Service } from '../../../src-service/service.ts'

let folder: string
let data: string
let service: Service
let desk: Desk
let network: CuttableNetwork
let opened: OpenedStation | null
let link: StationLink

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-station-'))
  data = join(folder, 'station')
  mkdirSync(data)
  service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, checkAnswers: true, limitFactor: 100 })
  desk = openDesk({ dataFolder: join(folder, 'workshop') })
  network = await cuttableNetwork(service.baseUrl)
  const key = service.keys?.maskin ?? ''
  const connected = await connectWorkshop({ folder: data, baseUrl: network.baseUrl, key, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  open()
})
afterEach(async () => {
  await close()
  await network.close()
  desk.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(): void {
  const { station } = (opened = openStation({ dataFolder: data }))
  link = createLink({
    open: async () => {
      const [ours, theirs] = memoryChannels()
      serve(theirs, {
        grants: new Set(['operate']),
        station,
        onFault: (name, fault) => {
          throw new Error(name, { cause: fault })
        },
      })
      return ours
    },
    wait: systemClock.wait,
  })
}
async function close(): Promise<void> {
  link.close()
  await opened?.close()
  opened = null
}

const status = (asked: (status: StatusView) => boolean): Promise<StatusView> =>
  new Promise((resolve) => {
    link.subscribe((message) => {
      const found =
        message.kind === 'snapshot'
          ? message.snapshot.status
          : message.kind === 'push' && message.name === 'status'
            ? message.data
            : null
      if (found !== null && asked(found)) resolve(found)
    })
  })
const pulled = () => status(({ freshAt }) => freshAt !== null)
const list = async () => link.call('list.read', { date: (await status(() => true)).today })

/** A sheet of today's list that may be marked. */
async function bendable() {
  await pulled()
  const view = (await list()).entries.find(
    ({ entry, sheetState, mark }) =>
      sheetState === 'ready' && mark === null && entry.bent === null && entry.approval === 'not_required',
  )
  if (view === undefined) throw new Error('there is no sheet to mark')
  return view.entry
}

describe('the station', () => {
  test('has the whole day in its store after the first pull, every sheet with its drawing', async () => {
    const { workshop, days, brakes } = await pulled()
    expect(workshop).toMatchObject({ shopSlug: 'fjordbeslag', environment: 'test' })
    expect(brakes.map(({ kind }) => kind).toSorted()).toEqual(['folder', 'press_brake', 'press_brake'])
    expect(days.map(({ label }) => label)).toEqual(['today', 'next'])
    const { entries } = await list()
    expect(entries.length).toBeGreaterThan(30)
    expect(new Set(entries.map(({ sheetState }) => sheetState))).toEqual(new Set(['ready']))
  })

  test('a screen that reads a list whenever it is told of a change has every sheet as it is, and nothing is left fetching', async () => {
    const shown = new Map<string, Promise<ListView>>()
    let told = Promise.resolve()
    link.subscribe((message) => {
      if (message.kind !== 'push' || message.name !== 'changed') return
      for (const date of message.data.dates) shown.set(date, link.call('list.read', { date }))
      told = Promise.all(shown.values()).then(() => undefined)
    })
    await pulled()
    await told
    const states = (await Promise.all(shown.values())).flatMap(({ entries }) => entries.map((view) => view.sheetState))
    expect(states.length).toBeGreaterThan(40)
    expect(new Set(states)).toEqual(new Set(['ready']))
  })

  test('marks a sheet once: a second press is refused in words', async () => {
    const { sheetId, drawingVersion } = await bendable()
    const mark = await link.call('mark.create', { sheetId, drawingVersion, by: 'KN' })
    expect(mark).toMatchObject({ sheetId, state: 'held', by: 'KN' })
    await expect(link.call('mark.create', { sheetId, drawingVersion, by: 'KN' })).rejects.toMatchObject({
      code: 'already_marked',
    })
    expect((await list()).entries.find(({ entry }) => entry.sheetId === sheetId)?.mark?.id).toBe(mark.id)
  })

  test('refuses a mark for a drawing that is no longer the sheet’s', async () => {
    const { sheetId, drawingVersion } = await bendable()
    await expect(
      link.call('mark.create', { sheetId, drawingVersion: drawingVersion + 1, by: null }),
    ).rejects.toMatchObject({ code: 'drawing_changed' })
  })

  test('a sheet that goes to the customer while its mark is held becomes a question to a person, and is not sent', async () => {
    const { sheetId, drawingVersion } = await bendable()
    const { id } = await link.call('mark.create', { sheetId, drawingVersion, by: 'KN' })
    desk.sheets.askApproval(sheetId)
    await link.call('sync.now', {})
    const { marks } = await link.call('marks.list', {})
    expect(marks.find((mark) => mark.id === id)).toMatchObject({ state: 'conflict', reason: 'not_approved' })
    expect((await status(({ queue }) => queue.needsPerson === 1)).queue.undelivered).toBe(0)
    expect(desk.sheets.find(sheetId).bent).toBeNull()
  })

  test('a change in the workshop is in the station’s store after the next asking', async () => {
    const { sheetId } = await bendable()
    desk.sheets.change(sheetId, { note: 'ny merknad' })
    await link.call('sync.now', {})
    await vi.waitFor(async () => {
      const { sheet } = await link.call('sheet.read', { sheetId })
      expect(sheet?.note).toBe('ny merknad')
    })
  })

  test('the key switched off is told on the status line, and marks are still taken', async () => {
    const { sheetId, drawingVersion } = await bendable()
    desk.revokeKey('Maskin')
    await link.call('sync.now', {})
    const { connection } = await status(({ connection: { state } }) => state === 'blocked')
    expect(connection.problem?.code).toBe('key_refused')
    expect(await link.call('mark.create', { sheetId, drawingVersion, by: null })).toMatchObject({ state: 'held' })
    expect((await list()).entries.length).toBeGreaterThan(30)
  })

  test('a new key is taken by the station that runs, at the next asking', async () => {
    await pulled()
    desk.revokeKey('Maskin')
    await link.call('sync.now', {})
    await status(({ connection: { state } }) => state === 'blocked')
    const key = desk.makeKey({ name: 'ny maskin' })
    const again = { folder: data, baseUrl: network.baseUrl, key, clock: systemClock, stationRuns: true }
    expect(await connectWorkshop(again)).toMatchObject({ ok: true })
    await link.call('sync.now', {})
    expect((await status(({ connection: { state } }) => state === 'online')).connection.problem).toBeNull()
  })

  test('the key of another workshop is refused while marks wait for this one, and under a station that runs', async () => {
    const other = await startService({ dataFolder: join(folder, 'other'), port: 0 })
    const otherDesk = openDesk({ dataFolder: join(folder, 'other') })
    const { key } = otherDesk.makeLiveWorkshop('Annen')
    const strange = { folder: data, baseUrl: other.baseUrl, key, clock: systemClock }
    const { sheetId, drawingVersion } = await bendable()
    const running = await connectWorkshop({ ...strange, stationRuns: true })
    expect(running.lines.join('\n')).toMatch(/End it, then connect/)
    await link.call('mark.create', { sheetId, drawingVersion, by: null })
    const waiting = await connectWorkshop(strange)
    expect(waiting.ok).toBe(false)
    expect(waiting.lines.join('\n')).toMatch(/1 marks for fjordbeslag\/test/)
    otherDesk.close()
    await other.close()
  })

  test('the module switched off is told, and the list stays', async () => {
    await pulled()
    desk.switchModule('produksjon', false)
    await link.call('sync.now', {})
    const { connection } = await status(({ connection: { state } }) => state === 'blocked')
    expect(connection.problem).toEqual({ code: 'feature_not_in_plan', params: { feature: 'produksjon' } })
    expect((await list()).entries.length).toBeGreaterThan(30)
  })

  test('a corrupt cache is set aside and filled anew, said in a warning, and the mark is still there', async () => {
    const { sheetId, drawingVersion } = await bendable()
    const mark = await link.call('mark.create', { sheetId, drawingVersion, by: null })
    await close()
    const file = openSync(join(data, 'cache.db'), 'r+')
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0)
    closeSync(file)
    open()
    const { warnings } = await pulled()
    expect(warnings.map(({ code }) => code)).toContain('cache_rebuilt')
    expect((await link.call('marks.list', {})).marks.map(({ id }) => id)).toContain(mark.id)
    expect((await list()).entries.find(({ entry }) => entry.sheetId === sheetId)?.mark?.id).toBe(mark.id)
    expect(readdirSync(data).filter((name) => name.startsWith('cache.db.corrupt')).length).toBeGreaterThan(0)
  })

  test('a second station on the same store is refused with the reason', async () => {
    expect(() => openStation({ dataFolder: data })).toThrow(/another Kant station/)
  })

  test('the brake chosen is remembered, and one that is not there is refused', async () => {
    const { brakes } = await pulled()
    const pressBrakeId = brakes[1]?.id ?? null
    await link.call('brake.choose', { pressBrakeId })
    await expect(
      link.call('brake.choose', { pressBrakeId: '00000000-0000-4000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'bad_input' })
    await close()
    open()
    expect((await status(() => true)).ownBrakeId).toBe(pressBrakeId)
  })

  test('without a network it says so within one asking, and all of the day is still there', async () => {
    await pulled()
    await network.cut()
    await link.call('sync.now', {})
    const { connection, freshAt } = await status(({ connection: { state } }) => state === 'offline')
    expect(connection.problem?.code).toBe('offline')
    expect(freshAt).not.toBeNull()
    expect((await list()).entries.length).toBeGreaterThan(30)
  })

  test('the key is in no file of the station but the one that keeps it', async () => {
    await pulled()
    await close()
    const key = service.keys?.maskin ?? ''
    const holding = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).includes(key))
    expect(holding.filter((path) => path !== join(data, 'keys.json'))).toEqual([])
  })

  test('a folder without settings opens and says that no workshop is connected', async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const other = openStation({ dataFolder: empty })
    await vi.waitFor(() =>
      expect(other.station.snapshot().status.connection).toEqual({
        state: 'blocked',
        problem: { code: 'not_connected_yet', params: {} },
      }),
    )
    await other.close()
  })
})
