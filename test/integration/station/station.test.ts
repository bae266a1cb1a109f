// A whole station as a screen uses it: the stores, the service over real HTTP, and the contract between them.
import { closeSync, mkdirSync, openSync, readFileSync, readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListView } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/set-up/connect-workshop.ts'
import { openStation } from '../../../src-main/station/open/station.ts'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import { stationBesideService, type StationBesideService } from './station-beside-service.ts'

let beside: StationBesideService
beforeEach(async () => {
  beside = await stationBesideService()
})
afterEach(() => beside.end())

/** A sheet of today's list that can be marked. */
async function bendable() {
  await beside.pulled()
  const view = (await beside.list()).entries.find(
    ({ entry, sheetState, mark }) =>
      sheetState === 'ready' && mark === null && entry.bent === null && entry.approval === 'not_required',
  )
  if (view === undefined) throw new Error('there is no sheet to mark')
  return view.entry
}

describe('the station', () => {
  test('stores the whole day in the first pull, every sheet with its drawing', async () => {
    const { workshop, days, brakes } = await beside.pulled()
    expect(workshop).toMatchObject({ shopSlug: 'fjordbeslag', environment: 'test' })
    expect(brakes.map(({ kind }) => kind).toSorted()).toEqual(['folder', 'press_brake', 'press_brake'])
    expect(days.map(({ label }) => label)).toEqual(['today', 'next'])
    const { entries } = await beside.list()
    expect(entries.length).toBeGreaterThan(30)
    expect(new Set(entries.map(({ sheetState }) => sheetState))).toEqual(new Set(['ready']))
  })

  test('a screen that reads a list after each change has the present state of every sheet, and no sheet stays in the state fetching', async () => {
    const shown = new Map<string, Promise<ListView>>()
    let told = Promise.resolve()
    beside.link().subscribe((message) => {
      if (message.kind !== 'push' || message.name !== 'changed') return
      for (const date of message.data.dates) shown.set(date, beside.link().call('list.read', { date }))
      told = Promise.all(shown.values()).then(() => undefined)
    })
    await beside.pulled()
    await told
    const states = (await Promise.all(shown.values())).flatMap(({ entries }) => entries.map((view) => view.sheetState))
    expect(states.length).toBeGreaterThan(40)
    expect(new Set(states)).toEqual(new Set(['ready']))
  })

  test('marks a sheet once: a second mark is refused with a message', async () => {
    const { sheetId, drawingVersion } = await bendable()
    const mark = await beside.link().call('mark.create', { sheetId, drawingVersion, by: 'KN' })
    expect(mark).toMatchObject({ sheetId, state: 'held', by: 'KN' })
    await expect(beside.link().call('mark.create', { sheetId, drawingVersion, by: 'KN' })).rejects.toMatchObject({
      code: 'already_marked',
    })
    expect((await beside.list()).entries.find(({ entry }) => entry.sheetId === sheetId)?.mark?.id).toBe(mark.id)
  })

  test('refuses a mark for an old drawing', async () => {
    const { sheetId, drawingVersion } = await bendable()
    await expect(
      beside.link().call('mark.create', { sheetId, drawingVersion: drawingVersion + 1, by: null }),
    ).rejects.toMatchObject({ code: 'drawing_changed' })
  })

  test('a mark whose sheet is sent to the customer during the hold is not sent, and a person must decide', async () => {
    const { sheetId, drawingVersion } = await bendable()
    const { id } = await beside.link().call('mark.create', { sheetId, drawingVersion, by: 'KN' })
    beside.desk.sheets.requestApproval(sheetId)
    await beside.link().call('sync.now', {})
    const { marks } = await beside.link().call('marks.list', {})
    expect(marks.find((mark) => mark.id === id)).toMatchObject({ state: 'conflict', reason: 'not_approved' })
    expect((await beside.status(({ queue }) => queue.needsPerson === 1)).queue.undelivered).toBe(0)
    expect(beside.desk.sheets.find(sheetId).bent).toBeNull()
  })

  test('a change in the workshop is stored at the next poll', async () => {
    const { sheetId } = await bendable()
    beside.desk.sheets.change(sheetId, { note: 'ny merknad' })
    await beside.link().call('sync.now', {})
    await vi.waitFor(async () => {
      const { sheet } = await beside.link().call('sheet.read', { sheetId })
      expect(sheet?.note).toBe('ny merknad')
    })
  })

  test('a deactivated key is shown in the status, and marks are still stored', async () => {
    const { sheetId, drawingVersion } = await bendable()
    beside.desk.revokeKey('Maskin')
    await beside.link().call('sync.now', {})
    const { connection } = await beside.status(({ connection: { state } }) => state === 'blocked')
    expect(connection.problem?.code).toBe('key_refused')
    expect(await beside.link().call('mark.create', { sheetId, drawingVersion, by: null })).toMatchObject({
      state: 'held',
    })
    expect((await beside.list()).entries.length).toBeGreaterThan(30)
  })

  test('a running station uses a new key at the next poll', async () => {
    await beside.pulled()
    beside.desk.revokeKey('Maskin')
    await beside.link().call('sync.now', {})
    await beside.status(({ connection: { state } }) => state === 'blocked')
    const key = beside.desk.makeKey({ name: 'ny maskin' })
    const again = { folder: beside.data, baseUrl: beside.network.baseUrl, key, clock: systemClock, stationRuns: true }
    expect(await connectWorkshop(again)).toMatchObject({ ok: true })
    await beside.link().call('sync.now', {})
    expect((await beside.status(({ connection: { state } }) => state === 'online')).connection.problem).toBeNull()
  })

  test('a new key is used while the old one is still valid, so that the old one can be revoked', async () => {
    await beside.pulled()
    const key = beside.desk.makeKey({ name: 'ny maskin' })
    const again = { folder: beside.data, baseUrl: beside.network.baseUrl, key, clock: systemClock, stationRuns: true }
    expect(await connectWorkshop(again)).toMatchObject({ ok: true })
    await beside.link().call('sync.now', {})
    const states: string[] = []
    beside.link().subscribe((message) => {
      if (message.kind === 'push' && message.name === 'status') states.push(message.data.connection.state)
    })
    beside.desk.revokeKey('Maskin')
    await beside.link().call('sync.now', {})
    expect((await beside.status(() => true)).connection.state).toBe('online')
    expect(states).not.toContain('blocked')
  })

  test('a refused key is replaced automatically if the key safe has another one', async () => {
    await beside.pulled()
    const key = beside.desk.makeKey({ name: 'ny maskin' })
    const again = { folder: beside.data, baseUrl: beside.network.baseUrl, key, clock: systemClock, stationRuns: true }
    expect(await connectWorkshop(again)).toMatchObject({ ok: true })
    const { sheetId, drawingVersion } = await bendable()
    const refused = beside.status(({ connection: { problem } }) => problem?.code === 'key_refused')
    beside.desk.revokeKey('Maskin')
    await beside.link().call('mark.create', { sheetId, drawingVersion, by: null })
    await refused
    expect((await beside.status(({ connection: { state } }) => state === 'online')).connection.problem).toBeNull()
  }, 60_000)

  test('the key of another workshop is refused while marks for this one are undelivered, and while a station runs', async () => {
    const other = await startService({ dataFolder: join(beside.folder, 'other'), port: 0 })
    const otherDesk = openAdmin({ dataFolder: join(beside.folder, 'other') })
    const { key } = otherDesk.makeLiveWorkshop('Annen')
    const strange = { folder: beside.data, baseUrl: other.baseUrl, key, clock: systemClock }
    const { sheetId, drawingVersion } = await bendable()
    const running = await connectWorkshop({ ...strange, stationRuns: true })
    expect(running.lines.join('\n')).toMatch(/Stop it, then connect/)
    await beside.link().call('mark.create', { sheetId, drawingVersion, by: null })
    const waiting = await connectWorkshop(strange)
    expect(waiting.ok).toBe(false)
    expect(waiting.lines.join('\n')).toMatch(/1 marks for fjordbeslag\/test/)
    otherDesk.close()
    await other.close()
  })

  test('a deactivated module is shown, and the list stays', async () => {
    await beside.pulled()
    beside.desk.switchModule('produksjon', false)
    await beside.link().call('sync.now', {})
    const { connection } = await beside.status(({ connection: { state } }) => state === 'blocked')
    expect(connection.problem).toEqual({ code: 'feature_not_in_plan', params: { feature: 'produksjon' } })
    expect((await beside.list()).entries.length).toBeGreaterThan(30)
  })

  test('a corrupt cache is set aside and filled again, with a warning, and the mark is still stored', async () => {
    const { sheetId, drawingVersion } = await bendable()
    const mark = await beside.link().call('mark.create', { sheetId, drawingVersion, by: null })
    await beside.close()
    const file = openSync(join(beside.data, 'cache.db'), 'r+')
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0)
    closeSync(file)
    beside.open()
    const { warnings } = await beside.pulled()
    expect(warnings.map(({ code }) => code)).toContain('cache_rebuilt')
    expect((await beside.link().call('marks.list', {})).marks.map(({ id }) => id)).toContain(mark.id)
    expect((await beside.list()).entries.find(({ entry }) => entry.sheetId === sheetId)?.mark?.id).toBe(mark.id)
    expect(readdirSync(beside.data).filter((name) => name.startsWith('cache.db.corrupt')).length).toBeGreaterThan(0)
  })

  test('a damaged ledger is shown at every start until a person acknowledges it', async () => {
    await beside.pulled()
    const isTold = async (): Promise<boolean> =>
      (await beside.status(() => true)).warnings.some(({ code }) => code === 'outbox_incomplete')
    await beside.close()
    const file = openSync(join(beside.data, 'outbox.db'), 'r+')
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0)
    closeSync(file)
    beside.open()
    expect(await isTold()).toBe(true)
    await beside.close()
    beside.open()
    expect(await isTold()).toBe(true)
    await beside.link().call('outbox.acknowledge', {})
    expect(await isTold()).toBe(false)
    await beside.close()
    beside.open()
    expect(await isTold()).toBe(false)
  })

  test('a second station on the same store is refused with the reason', async () => {
    expect(() => openStation({ dataFolder: beside.data })).toThrow(/another Kant station/)
  })

  test('the chosen brake is stored, and an unknown brake is refused', async () => {
    const { brakes } = await beside.pulled()
    const pressBrakeId = brakes[1]?.id ?? null
    await beside.link().call('brake.choose', { pressBrakeId })
    await expect(
      beside.link().call('brake.choose', { pressBrakeId: '00000000-0000-4000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'bad_input' })
    await beside.close()
    beside.open()
    expect((await beside.status(() => true)).ownBrakeId).toBe(pressBrakeId)
  })

  test('without a network the status says so after one poll, and the whole day is still stored', async () => {
    await beside.pulled()
    await beside.network.cut()
    await beside.link().call('sync.now', {})
    const { connection, upToDateAt } = await beside.status(({ connection: { state } }) => state === 'offline')
    expect(connection.problem?.code).toBe('offline')
    expect(upToDateAt).not.toBeNull()
    expect((await beside.list()).entries.length).toBeGreaterThan(30)
  })

  test('the key is only in the key file of the station', async () => {
    await beside.pulled()
    await beside.close()
    const key = beside.service.keys?.maskin ?? ''
    const holding = readdirSync(beside.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).includes(key))
    expect(holding.filter((path) => path !== join(beside.data, 'keys.json'))).toEqual([])
  })

  test('a folder without settings opens and says that no workshop is connected', async () => {
    const empty = join(beside.folder, 'empty')
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
