// A whole station as a screen uses it: the stores, the service over real HTTP, and the contract between them.
import { closeSync, mkdirSync, openSync, readFileSync, readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListView } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/set-up/connect-workshop.ts'
import { openStation } from '../../../src-main/station/open/station.ts'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import { stationWithService, type StationWithService } from './station-with-service.ts'
import { untilPasses } from '../../until-passes.ts'
import { connectFolder } from '../../connect-folder.ts'

let station: StationWithService
beforeEach(async () => {
  station = await stationWithService()
})
afterEach(() => station.end())

/** A sheet of today's list that can be marked. */
async function bendable() {
  await station.pulled()
  const view = (await station.list()).entries.find(
    ({ entry, sheetState, mark }) =>
      sheetState === 'ready' && mark === null && entry.bent === null && entry.approval === 'not_required',
  )
  if (view === undefined) throw new Error('there is no sheet to mark')
  return view.entry
}

describe('the station', () => {
  test('stores the whole day in the first pull, every sheet with its drawing', async () => {
    const { workshop, days, brakes } = await station.pulled()
    expect(workshop).toMatchObject({ shopSlug: 'fjordbeslag', environment: 'test' })
    expect(brakes.map(({ kind }) => kind).toSorted()).toEqual(['folder', 'press_brake', 'press_brake'])
    expect(days.map(({ label }) => label)).toEqual(['today', 'next'])
    const { entries } = await station.list()
    expect(entries.length).toBeGreaterThan(30)
    expect(new Set(entries.map(({ sheetState }) => sheetState))).toEqual(new Set(['ready']))
  })

  test('a screen that reads a list after each change has the present state of every sheet, and no sheet stays in the state fetching', async () => {
    const shown = new Map<string, Promise<ListView>>()
    let listsRead = Promise.resolve()
    station.link().subscribe((message) => {
      if (message.kind !== 'push' || message.name !== 'changed') return
      for (const date of message.data.dates) shown.set(date, station.link().call('list.read', { date }))
      listsRead = Promise.all(shown.values()).then(() => undefined)
    })
    await station.pulled()
    await listsRead
    const states = (await Promise.all(shown.values())).flatMap(({ entries }) => entries.map((view) => view.sheetState))
    expect(states.length).toBeGreaterThan(40)
    expect(new Set(states)).toEqual(new Set(['ready']))
  })

  test('marks a sheet once: a second mark is refused with a message', async () => {
    const { sheetId, drawingVersion } = await bendable()
    const mark = await station.link().call('mark.create', { sheetId, drawingVersion, by: 'KN' })
    expect(mark).toMatchObject({ sheetId, state: 'held', by: 'KN' })
    await expect(station.link().call('mark.create', { sheetId, drawingVersion, by: 'KN' })).rejects.toMatchObject({
      code: 'already_marked',
    })
    expect((await station.list()).entries.find(({ entry }) => entry.sheetId === sheetId)?.mark?.id).toBe(mark.id)
  })

  test('refuses a mark for an old drawing', async () => {
    const { sheetId, drawingVersion } = await bendable()
    await expect(
      station.link().call('mark.create', { sheetId, drawingVersion: drawingVersion + 1, by: null }),
    ).rejects.toMatchObject({ code: 'drawing_changed' })
  })

  test('a mark whose sheet is sent to the customer during the hold is not sent, and a person must decide', async () => {
    const { sheetId, drawingVersion } = await bendable()
    const { id } = await station.link().call('mark.create', { sheetId, drawingVersion, by: 'KN' })
    station.admin.sheets.requestApproval(sheetId)
    await station.link().call('sync.now', {})
    const { marks } = await station.link().call('marks.list', {})
    expect(marks.find((mark) => mark.id === id)).toMatchObject({ state: 'conflict', reason: 'not_approved' })
    expect((await station.status(({ queue }) => queue.needsPerson === 1)).queue.undelivered).toBe(0)
    expect(station.admin.sheets.find(sheetId).bent).toBeNull()
  })

  test('a change in the workshop is stored at the next poll', async () => {
    const { sheetId } = await bendable()
    station.admin.sheets.change(sheetId, { note: 'ny merknad' })
    await station.link().call('sync.now', {})
    await untilPasses(async () => {
      const { sheet } = await station.link().call('sheet.read', { sheetId })
      expect(sheet?.note).toBe('ny merknad')
    })
  })

  test('a deactivated key is shown in the status, and marks are still stored', async () => {
    const { sheetId, drawingVersion } = await bendable()
    station.admin.revokeKey('Maskin')
    await station.link().call('sync.now', {})
    const { connection } = await station.status(({ connection: { state } }) => state === 'blocked')
    expect(connection.problem?.code).toBe('key_refused')
    expect(await station.link().call('mark.create', { sheetId, drawingVersion, by: null })).toMatchObject({
      state: 'held',
    })
    expect((await station.list()).entries.length).toBeGreaterThan(30)
  })

  test('a running station uses a new key at the next poll', { tags: 'long' }, async () => {
    await station.pulled()
    station.admin.revokeKey('Maskin')
    await station.link().call('sync.now', {})
    await station.status(({ connection: { state } }) => state === 'blocked')
    const key = station.admin.makeKey({ name: 'ny maskin' })
    expect(await connectFolder(station.data, station.network.baseUrl, key, { stationRuns: true })).toMatchObject({
      ok: true,
    })
    await station.link().call('sync.now', {})
    expect((await station.status(({ connection: { state } }) => state === 'online')).connection.problem).toBeNull()
  })

  test(
    'a new key is used while the old one is still valid, so that the old one can be revoked',
    { tags: 'long' },
    async () => {
      await station.pulled()
      const key = station.admin.makeKey({ name: 'ny maskin' })
      expect(await connectFolder(station.data, station.network.baseUrl, key, { stationRuns: true })).toMatchObject({
        ok: true,
      })
      await station.link().call('sync.now', {})
      const states: string[] = []
      station.link().subscribe((message) => {
        if (message.kind === 'push' && message.name === 'status') states.push(message.data.connection.state)
      })
      station.admin.revokeKey('Maskin')
      await station.link().call('sync.now', {})
      expect((await station.status(() => true)).connection.state).toBe('online')
      expect(states).not.toContain('blocked')
    },
  )

  test('a refused key is replaced automatically if the key safe has another one', { tags: 'long' }, async () => {
    await station.pulled()
    const key = station.admin.makeKey({ name: 'ny maskin' })
    expect(await connectFolder(station.data, station.network.baseUrl, key, { stationRuns: true })).toMatchObject({
      ok: true,
    })
    const { sheetId, drawingVersion } = await bendable()
    station.admin.revokeKey('Maskin')
    await station.link().call('mark.create', { sheetId, drawingVersion, by: null })
    // the station reads the key safe at once: a screen need not see that the key was refused
    const delivered = await station.status(({ queue: { held, undelivered } }) => held + undelivered === 0)
    expect(delivered.connection).toMatchObject({ state: 'online', problem: null })
  })

  test(
    'the key of another workshop is refused while marks for this one are undelivered, and while a station runs',
    { tags: 'long' },
    async () => {
      const other = await startService({ dataFolder: join(station.folder, 'other'), port: 0 })
      const otherDesk = openAdmin({ dataFolder: join(station.folder, 'other') })
      const { key } = otherDesk.makeLiveWorkshop('Annen')
      const strange = { folder: station.data, baseUrl: other.baseUrl, key, clock: systemClock, systemKeyStore: null }
      const { sheetId, drawingVersion } = await bendable()
      const refused = await connectWorkshop({ ...strange, stationRuns: true })
      expect(refused.lines.join('\n')).toMatch(/Stop it, then connect/)
      await station.link().call('mark.create', { sheetId, drawingVersion, by: null })
      const waiting = await connectWorkshop(strange)
      expect(waiting.ok).toBe(false)
      expect(waiting.lines.join('\n')).toMatch(/1 marks for fjordbeslag\/test/)
      otherDesk.close()
      await other.close()
    },
  )

  test('a deactivated module is shown, and the list stays', async () => {
    await station.pulled()
    station.admin.switchModule('produksjon', false)
    await station.link().call('sync.now', {})
    const { connection } = await station.status(({ connection: { state } }) => state === 'blocked')
    expect(connection.problem).toEqual({ code: 'feature_not_in_plan', params: { feature: 'produksjon' } })
    expect((await station.list()).entries.length).toBeGreaterThan(30)
  })

  test(
    'a corrupt cache is set aside and filled again, with a warning, and the mark is still stored',
    { tags: 'long' },
    async () => {
      const { sheetId, drawingVersion } = await bendable()
      const mark = await station.link().call('mark.create', { sheetId, drawingVersion, by: null })
      await station.close()
      const file = openSync(join(station.data, 'cache.db'), 'r+')
      writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0)
      closeSync(file)
      station.open()
      const { warnings } = await station.pulled()
      expect(warnings.map(({ code }) => code)).toContain('cache_rebuilt')
      expect((await station.link().call('marks.list', {})).marks.map(({ id }) => id)).toContain(mark.id)
      expect((await station.list()).entries.find(({ entry }) => entry.sheetId === sheetId)?.mark?.id).toBe(mark.id)
      expect(readdirSync(station.data).filter((name) => name.startsWith('cache.db.corrupt')).length).toBeGreaterThan(0)
    },
  )

  test('a damaged ledger is shown at every start until a person acknowledges it', { tags: 'long' }, async () => {
    await station.pulled()
    const isTold = async (): Promise<boolean> =>
      (await station.status(() => true)).warnings.some(({ code }) => code === 'outbox_incomplete')
    await station.close()
    const file = openSync(join(station.data, 'outbox.db'), 'r+')
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0)
    closeSync(file)
    station.open()
    expect(await isTold()).toBe(true)
    await station.close()
    station.open()
    expect(await isTold()).toBe(true)
    await station.link().call('outbox.acknowledge', {})
    expect(await isTold()).toBe(false)
    await station.close()
    station.open()
    expect(await isTold()).toBe(false)
  })

  test('a second station on the same store is refused with the reason', async () => {
    expect(() => openStation({ dataFolder: station.data })).toThrow(/another Kant station/)
  })

  test('the chosen brake is stored, and an unknown brake is refused', async () => {
    const { brakes } = await station.pulled()
    const pressBrakeId = brakes[1]?.id ?? null
    await station.link().call('brake.choose', { pressBrakeId })
    await expect(
      station.link().call('brake.choose', { pressBrakeId: '00000000-0000-4000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'bad_input' })
    await station.close()
    station.open()
    expect((await station.status(() => true)).ownBrakeId).toBe(pressBrakeId)
  })

  test('without a network the status says so after one poll, and the whole day is still stored', async () => {
    await station.pulled()
    await station.network.cut()
    await station.link().call('sync.now', {})
    const { connection, upToDateAt } = await station.status(({ connection: { state } }) => state === 'offline')
    expect(connection.problem?.code).toBe('offline')
    expect(upToDateAt).not.toBeNull()
    expect((await station.list()).entries.length).toBeGreaterThan(30)
  })

  test('the key is only in the key file of the station', async () => {
    await station.pulled()
    await station.close()
    const key = station.keys.maskin
    const holding = readdirSync(station.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).includes(key))
    expect(holding.filter((path) => path !== join(station.data, 'keys.json'))).toEqual([])
  })

  test('a folder without settings opens and says that no workshop is connected', async () => {
    const empty = join(station.folder, 'empty')
    mkdirSync(empty)
    const other = openStation({ dataFolder: empty, systemKeyStore: null })
    await untilPasses(() =>
      expect(other.station.snapshot().status.connection).toEqual({
        state: 'blocked',
        problem: { code: 'not_connected_yet', params: {} },
      }),
    )
    await other.close()
  })
})
