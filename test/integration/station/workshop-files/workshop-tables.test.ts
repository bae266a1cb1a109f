// The workshop's machines and tables in a station: its files replace the shipped ones, errors have their line, the service's limits
// apply, and every screen is notified of changes.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StationLink, WorkshopView } from '../../../../shared/station-api/index.ts'
import { changeSetting } from '../../../../src-main/cli/commands/change-setting.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'
import { untilPasses } from '../../../until-passes.ts'

const shipped = (path: string): string =>
  readFileSync(new URL(`../../../../resources/${path}`, import.meta.url), 'utf8')

let station: StationWithService
beforeEach(async () => {
  station = await stationWithService()
})
afterEach(() => station.end())

const workshop = (): Promise<WorkshopView> => station.link().call('workshop.read', {})
const workshopFile = (name: string): string => join(station.data, 'workshop', name)
function put(name: string, text: string): void {
  mkdirSync(workshopFile('machines'), { recursive: true })
  writeFileSync(workshopFile(name), text)
}
/** How often a screen was notified that the workshop has changed. */
function countNotifications(link: StationLink): () => number {
  let count = 0
  link.subscribe((message) => {
    if (message.kind === 'push' && message.name === 'workshop') count += 1
  })
  return () => count
}

describe('the workshop’s tables', () => {
  test('are the shipped ones until the workshop has its own; each machine is the service’s brake of the same name', async () => {
    const { brakes } = await station.pulled()
    const view = await workshop()
    expect(view).toMatchObject({
      toleranceMm: 0.3,
      dxfPreset: 'inventor',
      wrong: [],
      folder: join(station.data, 'workshop'),
    })
    expect(view.machines.map(({ pressBrakeId, name }) => [pressBrakeId, name])).toEqual(
      brakes.map(({ id, name }) => [id, name]),
    )
    expect(view.machines.every(({ machine }) => machine !== null)).toBe(true)
    expect(view.allowances.bends.length).toBeGreaterThan(20)
    expect(view.tools?.dies.length).toBeGreaterThan(5)
  })

  test('a file in place of the folder of machines is reported, and no machine is known', { tags: 'long' }, async () => {
    await station.pulled()
    mkdirSync(workshopFile('.'), { recursive: true })
    writeFileSync(workshopFile('machines'), '{}')
    const view = await workshop()
    expect(view.wrong).toMatchObject([{ file: workshopFile('machines'), line: 1 }])
    expect(view.wrong[0]?.message).toContain('must be a folder')
    expect(view.machines.every(({ machine }) => machine === null)).toBe(true)
  })

  test(
    'the workshop’s own file replaces the shipped one of the same name at the next read',
    { tags: 'long' },
    async () => {
      await station.pulled()
      await workshop()
      put('hem-forces.json', JSON.stringify({ source: 'vår egen', rows: [] }))
      rmSync(workshopFile('machines'), { recursive: true })
      expect((await workshop()).hemForces).toEqual({ source: 'vår egen', rows: [] })
      expect((await workshop()).machines.every(({ machine }) => machine !== null)).toBe(true)
      rmSync(workshopFile('hem-forces.json'))
      expect((await workshop()).hemForces?.rows.length).toBeGreaterThan(3)
    },
  )

  test('the folder of machines is the whole list, and the service’s values take precedence over the file’s', async () => {
    const { brakes } = await station.pulled()
    const text = shipped('machines/kantpresse-1.json')
    put('machines/a.json', text.replace('"maxLengthMm": 3200', '"maxLengthMm": 9999'))
    put('machines/b.json', text.replace('Kantpresse 1', 'Gammel presse'))
    const { machines } = await workshop()
    expect(machines.map(({ name, pressBrakeId, machine }) => [name, pressBrakeId, machine?.maxLengthMm])).toEqual([
      ...brakes.map(({ id, name }) => [name, id, name === 'Kantpresse 1' ? 3200 : undefined]),
      ['Gammel presse', null, 3200],
    ])
  })

  test('an invalid file is reported with line, field and message; only its values are unknown', async () => {
    await station.pulled()
    put('materials.json', shipped('materials/materials.json').replace('"yieldMpa": 320', '"yieldMpa": -1'))
    put('bend-deductions.json', '{ "about": "",\n  "rows": [ }')
    put('machines/a.json', shipped('machines/kantpresse-1.json').replace('"v8-88"', '"v8-89"'))
    put('machines/b.json', shipped('machines/knekkemaskin-1.json'))
    put('tool.json', '{}')
    const view = await workshop()
    expect(view.wrong).toMatchObject([
      { file: workshopFile('tool.json'), line: 1, field: '', message: expect.stringContaining('tools.json') },
      {
        file: workshopFile('materials.json'),
        line: 7,
        field: 'materials[0].yieldMpa',
        message: expect.stringMatching(/>0/),
      },
      { file: workshopFile('bend-deductions.json'), line: 2, field: '', message: expect.stringContaining('}') },
      { file: workshopFile('machines/a.json'), line: 16, field: 'dies[1]', message: expect.stringContaining('v8-89') },
    ])
    expect(view.wrong.map(({ why }) => why.code)).toEqual(['nobody_reads', 'above', 'json_broken', 'tool_unknown'])
    expect(view).toMatchObject({ materials: null, allowances: { bends: [] } })
    expect(view.allowances.hems.length).toBeGreaterThan(3)
    expect(view.tools).not.toBeNull()
    expect(view.machines.filter(({ machine }) => machine !== null).map(({ name }) => name)).toEqual(['Knekkemaskin 1'])
  })

  test('a machine whose file contradicts the service is reported, and unknown', async () => {
    await station.pulled()
    const text = shipped('machines/knekkemaskin-1.json')
    put(
      'machines/k.json',
      text.replace('"maxLengthMm": 4050', '"maxLengthMm": 3000').replace(/,\s*\{ "upToLengthMm": 4050.*\}/, ''),
    )
    const { machines, wrong } = await workshop()
    expect(wrong).toMatchObject([
      {
        file: workshopFile('machines/k.json'),
        line: 1,
        field: '',
        message: expect.stringMatching(/ratings .*service/),
        why: { code: 'against_service', params: { field: 'ratings' } },
      },
    ])
    expect(machines.map(({ machine }) => machine)).toEqual([null, null, null])
  })

  test('an unreadable file is reported, and the shipped one is not used', async () => {
    mkdirSync(workshopFile('tools.json'), { recursive: true })
    const view = await workshop()
    expect(view.tools).toBeNull()
    expect(view.wrong).toMatchObject([
      { file: workshopFile('tools.json'), line: 1, message: expect.stringContaining('EISDIR') },
    ])
  })

  test('every screen is notified once when a file or a setting has changed, and then reads the new values', async () => {
    await station.pulled()
    const other = station.anotherLink()
    const notifications = countNotifications(other)
    await untilPasses(() => other.call('workshop.read', {}))
    expect(changeSetting(station.data, 'tolerance', '0,75').ok).toBe(true)
    expect((await workshop()).toleranceMm).toBe(0.75)
    await untilPasses(() => expect(notifications()).toBe(1))
    await workshop()
    put('hem-allowances.json', JSON.stringify({ about: '', rows: [] }))
    rmSync(workshopFile('machines'), { recursive: true })
    expect((await workshop()).allowances.hems).toEqual([])
    await untilPasses(() => expect(notifications()).toBe(2))
  })

  test('screens are notified of a new brake of the service, which is unknown until a file describes it', async () => {
    await station.pulled()
    await station.close()
    await station.network.cut()
    station.admin.addPressBrake({
      name: 'Kantpresse 3',
      kind: 'press_brake',
      maxLengthMm: 2500,
      maxForceKn: null,
      maxThicknessMm: 2,
      throatMm: null,
      openHeightMm: null,
      strokeMm: null,
      backgaugeMinMm: null,
      backgaugeMaxMm: null,
      department: null,
      active: true,
    })
    station.open()
    const notifications = countNotifications(station.link())
    await untilPasses(async () => expect((await workshop()).machines).toHaveLength(3))
    await station.network.restore()
    await station.link().call('sync.now', {})
    await station.status(({ brakes }) => brakes.length === 4)
    await untilPasses(() => expect(notifications()).toBe(1))
    expect((await workshop()).machines.find(({ name }) => name === 'Kantpresse 3')).toMatchObject({ machine: null })
  })

  test('if the settings become invalid while the station runs, the last valid ones stay in force', async () => {
    expect(changeSetting(station.data, 'tolerance', '1').ok).toBe(true)
    await untilPasses(async () => expect((await workshop()).toleranceMm).toBe(1))
    writeFileSync(join(station.data, 'settings.json'), '{')
    expect((await workshop()).toleranceMm).toBe(1)
  })
})
