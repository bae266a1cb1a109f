// Two paired stations with one service: the plan, counts, marks and stops of one at the other, and what is asked first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallIn, StationLink } from '../../../shared/station-api/index.ts'
import { usualTimes } from '../../../shared/planning/index.ts'
import { addDays } from '../../../shared/workshop-api/index.ts'
import { readSettings, writeSettings } from '../../../src-main/station/settings/settings.ts'
import { untilPasses } from '../../until-passes.ts'
import { approvedSheets, elsewhere, machineAt, pieceOf, takeSheet, type SheetOfTwo } from './sheets-of-two.ts'
import { twoStations, type TwoStations } from './two-stations.ts'

/** A controller that does not answer. Programs are built and corrected without it. */
const linkBrake = (dataFolder: string): void => {
  const brake = { uri: 'tcp://127.0.0.1:9', map: 'modbus-simulator' }
  writeSettings(dataFolder, { baseUrl: readSettings(dataFolder)?.baseUrl ?? '', brake })
}

let stations: TwoStations
let sheets: SheetOfTwo[]
beforeAll(async () => {
  stations = await twoStations(untilPasses, linkBrake)
  sheets = await approvedSheets(stations)
})
afterAll(() => stations.end())

const nextSheet = (): SheetOfTwo => takeSheet(sheets)
test('the status counts the linked stations', async () => {
  const status = await stations.first.status((one) => one.stations?.linked === 1)
  expect(status.stations).toEqual({ paired: 1, linked: 1, isListening: true })
})

test('a planner’s choice in the office is the plan at the brake, and can be replaced there', async () => {
  const { sheetId, drawingVersion } = nextSheet()
  const request = { date: stations.date, sheetId, drawingVersion, operatorId: null }
  const fits = await stations.office.call('plan.fits', { date: stations.date })
  const machine = (link: StationLink) => machineAt(link, stations.date, sheetId)
  const [first = '', second = ''] = fits.machines.map(({ key }) => key)
  await stations.office.call('plan.choose', { ...request, machine: first })
  await untilPasses(async () => expect(await machine(stations.brake)).toBe(first))
  await stations.brake.call('plan.choose', { ...request, machine: second })
  await untilPasses(async () => expect(await machine(stations.office)).toBe(second))
})

test('the office shows that a sheet is bent at the brake, and counts the sheet only after a confirmation', async () => {
  const sheet = nextSheet()
  await stations.brake.call('count.book', pieceOf(sheet))
  await untilPasses(async () =>
    expect(await elsewhere(stations.office, sheet.sheetId)).toMatchObject({
      bending: [{ station: 'Kantpresse 2', done: 1, pieceNo: sheet.pieceNo }],
      pieces: [{ station: 'Kantpresse 2', pieceNo: sheet.pieceNo, good: 1 }],
    }),
  )
  await expect(stations.office.call('count.book', pieceOf(sheet))).rejects.toMatchObject({ code: 'in_work_elsewhere' })
  await stations.office.call('count.book', { ...pieceOf(sheet), isDespiteOthers: true })
  // who answered once is not asked for each piece
  await stations.office.call('count.book', pieceOf(sheet))
  await untilPasses(async () =>
    expect((await elsewhere(stations.brake, sheet.sheetId)).pieces).toEqual([
      { station: 'Kontor', pieceNo: sheet.pieceNo, good: 2 },
    ]),
  )
  expect((await stations.brake.call('work.read', { sheetId: sheet.sheetId })).done).toBe(1)
})

describe('a mark at the brake', () => {
  test('is shown in the office, changes none of its marks, and a second one asks first and is reported to both', async () => {
    const { sheetId, drawingVersion } = nextSheet()
    const mark = { sheetId, drawingVersion, by: 'OLA' }
    await stations.brake.call('mark.create', mark)
    await untilPasses(async () =>
      expect((await elsewhere(stations.office, sheetId)).marks).toMatchObject([{ station: 'Kantpresse 2', by: 'OLA' }]),
    )
    expect((await stations.office.call('sheet.read', { sheetId })).mark).toBeNull()
    await expect(stations.office.call('mark.create', mark)).rejects.toMatchObject({ code: 'marked_elsewhere' })
    await stations.office.call('mark.create', { ...mark, isDespiteOthers: true })
    for (const link of [stations.brake, stations.office])
      await untilPasses(async () => expect((await elsewhere(link, sheetId)).isMarkedTwice).toBe(true))
  })
})

test('a drawing that is reported wrong at the brake stops the sheet in the office, until somebody there releases it', async () => {
  const sheet = nextSheet()
  const stopAt = async (link: StationLink) => (await link.call('work.read', { sheetId: sheet.sheetId })).stop
  const { sheetId, drawingVersion } = sheet
  await stations.brake.call('deviation.report', {
    sheetId,
    drawingVersion,
    operatorId: null,
    reason: 'measure',
    text: null,
  })
  await untilPasses(async () => expect(await stopAt(stations.office)).toBe('drawing_wrong'))
  const { entries } = await stations.office.call('list.read', { date: stations.date })
  expect(entries.find(({ entry }) => entry.sheetId === sheetId)?.stop).toBe('drawing_wrong')
  const [stop] = (await elsewhere(stations.office, sheetId)).stops
  expect(stop).toMatchObject({ station: 'Kantpresse 2', reason: 'measure' })
  await stations.office.call('stations.release', { stopId: stop?.id ?? '', by: 'KARI', reason: 'målt på nytt' })
  await untilPasses(async () => expect(await stopAt(stations.office)).toBeNull())
  await untilPasses(async () => expect(await stopAt(stations.brake)).toBeNull())
})

test('the overview in the office counts the pieces and marks of the brake, and says what it bends', async () => {
  const { date, office, brake } = stations
  const sheet = nextSheet()
  const range = { from: date, to: date }
  const before = (await office.call('oversight.read', range)).total
  await brake.call('count.book', pieceOf(sheet))
  await untilPasses(async () => {
    const { total } = await office.call('oversight.read', range)
    expect(total.good).toBe(before.good + 1)
  })
  await untilPasses(async () => {
    const { stations: tiles } = await office.call('stations.work', {})
    expect(tiles.map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ['Kontor', true],
      ['Kantpresse 2', false],
    ])
    expect(tiles[1]).toMatchObject({ isLinked: true, bending: { sheetId: sheet.sheetId, done: 1 } })
    expect(tiles[1]?.bending?.sheet).not.toBeNull()
  })
  const { sheetId, drawingVersion } = nextSheet()
  await brake.call('mark.create', { sheetId, drawingVersion, by: 'OLA' })
  await untilPasses(async () => {
    const { total } = await office.call('oversight.read', range)
    expect(total.marked + total.bent).toBeGreaterThan(before.marked + before.bent)
  })
})

test('without the link each station works alone, and everything arrives afterwards', async () => {
  const sheet = nextSheet()
  const view = await stations.brake.call('stations.read', {})
  const { name, address, port, typedAddresses } = view
  await stations.brake.call('stations.change', { isOn: false, name, address, port, typedAddresses })
  await stations.brake.call('count.book', pieceOf(sheet))
  await expect(stations.brake.call('stations.open_pairing', {})).rejects.toMatchObject({ code: 'stations_off' })
  await stations.brake.call('stations.change', { isOn: true, name, address, port, typedAddresses })
  await untilPasses(async () => expect((await elsewhere(stations.office, sheet.sheetId)).pieces).toHaveLength(1))
})

/** Throws if the station does not have such an operator. */
const idAt = async (link: StationLink, initials: string, active = true) => {
  const { operators } = await link.call('operators.list', {})
  const operator = operators.find((one) => one.initials === initials && one.active === active)
  if (operator === undefined) throw new Error(`no ${initials}`)
  return operator.id
}

test('an operator who is added, renamed or inactive at one station is so at each, and can be chosen at each', async () => {
  const { brake, office } = stations
  await brake.call('operator.add', { initials: 'PER' })
  const operatorId = await untilPasses(() => idAt(office, 'PER'))
  const sheet = nextSheet()
  await office.call('count.book', { ...pieceOf(sheet), operatorId })
  await office.call('operator.rename', { operatorId, initials: 'KARI' })
  expect(await untilPasses(() => idAt(brake, 'KARI'))).toBe(operatorId)
  await brake.call('operator.activate', { operatorId, active: false })
  expect(await untilPasses(() => idAt(office, 'KARI', false))).toBe(operatorId)
  await expect(office.call('count.book', { ...pieceOf(sheet), operatorId })).rejects.toMatchObject({
    code: 'operator_unknown',
  })
})

test('the times and the shift of a machine are the same at each station, and can be changed and reset at each', async () => {
  const { brake, office, date } = stations
  const [{ key: machine } = { key: '' }] = (await office.call('plan.fits', { date })).machines
  const untilAt = (link: StationLink, expected: object) =>
    untilPasses(async () => {
      const { machines } = await link.call('plan.fits', { date })
      expect(machines.find(({ key }) => key === machine)).toMatchObject(expected)
    })
  const times = { ...usualTimes, bendSec: 9 }
  const { id: operatorId } = await office.call('operator.add', { initials: 'KARI' })
  await office.call('plan.times', { date, machine, times, operatorId })
  await office.call('plan.shift', { date, machine, minutes: 600, operatorId })
  await untilAt(brake, { times, areDefaultTimes: false, shiftMin: 600 })
  await brake.call('plan.shift', { date, machine, minutes: 480 })
  await brake.call('plan.times', { date, machine, times: null })
  await untilAt(office, { times: usualTimes, areDefaultTimes: true, shiftMin: 480 })
  await expect(brake.call('plan.shift', { date, machine, minutes: 500, operatorId: 'nobody' })).rejects.toMatchObject({
    code: 'operator_unknown',
  })
})

/** A piece with a program at the machine of a paired station. */
async function pieceWithProgram() {
  for (const { sheetId, drawingVersion, pieceNo } of sheets) {
    const piece = { sheetId, drawingVersion, pieceNo }
    if ((await stations.office.call('brake.preview', piece)).kind === 'program') return piece
  }
  throw new Error('no sheet has a program')
}

test('a correction is in the next program of each station at the machine, and can be replaced or taken back at each', async () => {
  const { brake, office } = stations
  const piece = await pieceWithProgram()
  const preview = async (link: StationLink) => {
    const shown = await link.call('brake.preview', piece)
    if (shown.kind === 'refused') throw new Error(shown.message)
    return shown
  }
  const plain = await preview(office)
  const bend = plain.bends[0]?.bend ?? 0
  const offered = async (link: StationLink) => (await preview(link)).corrections.find((one) => one.bend === bend)
  const correct = (link: StationLink, correction: CallIn<'brake.correct'>['correction'], operatorId: string | null) =>
    link.call('brake.correct', { ...piece, bend, correction, operatorId })
  const { id: operatorId } = await brake.call('operator.add', { initials: 'KN' })

  await correct(brake, { kind: 'entered', correctionDeg: -1.5 }, operatorId)
  const basedOn = [{ correctionDeg: -1.5, by: 'KN', station: 'Kantpresse 2' }]
  await untilPasses(async () => expect(await offered(office)).toMatchObject({ correctionDeg: -1.5, alike: 1, basedOn }))
  expect((await preview(office)).program.hash).toBe((await preview(brake)).program.hash)

  await correct(office, { kind: 'entered', correctionDeg: 0.5 }, null)
  const replaced = [{ correctionDeg: 0.5, by: null, station: 'Kontor' }]
  await untilPasses(async () => expect(await offered(brake)).toMatchObject({ correctionDeg: 0.5, basedOn: replaced }))
  await correct(brake, { kind: 'taken_back' }, null)
  await untilPasses(async () => expect(await preview(office)).toEqual(plain))
})

test('the overview shows that only the other station has read the list of a day, until this station reads it too', async () => {
  const { brake, office } = stations
  const date = addDays(stations.date, -40)
  const dayAt = async (link: StationLink) => (await link.call('oversight.read', { from: date, to: date })).days.at(-1)
  expect(await dayAt(office)).toMatchObject({ agreement: null, readElsewhere: null })
  await brake.call('oversight.ask', { date })
  const readAt = (await dayAt(brake))?.agreement?.readAt
  await untilPasses(async () =>
    expect(await dayAt(office)).toMatchObject({ agreement: null, readElsewhere: { station: 'Kantpresse 2', readAt } }),
  )
  // it is shared once, and the list is read again all day
  await brake.call('oversight.ask', { date })
  await office.call('oversight.ask', { date })
  expect(await dayAt(office)).toMatchObject({ agreement: { readAt: expect.any(String) }, readElsewhere: null })
})

describe('a typed address', () => {
  test('is stored, so that a restarted link finds the other station, and is no longer dialled after its removal', async () => {
    const { address, port: brakePort } = await stations.brake.call('stations.read', {})
    const before = await stations.office.call('stations.read', {})
    const typed = { address, port: brakePort }
    // typed for the pairing
    expect(before.typedAddresses).toEqual([typed])
    const { name, port } = before
    const change = (isOn: boolean, typedAddresses: (typeof typed)[]) =>
      stations.office.call('stations.change', { isOn, name, address, port, typedAddresses })
    const isLinked = async () => (await stations.office.call('stations.read', {})).stations[0]?.isLinked
    await change(false, [typed])
    await change(true, [typed])
    await untilPasses(async () => expect(await isLinked()).toBe(true))

    const other = { address: '127.0.0.1', port: 9 }
    const changed = await change(true, [other])
    expect(changed.addresses.map((one) => one.port)).toEqual([other.port])
    // no new link is needed for another address
    expect(await isLinked()).toBe(true)
    await untilPasses(async () => {
      const { addresses } = await stations.office.call('stations.read', {})
      expect(addresses).toMatchObject([{ ...other, isTyped: true, isLinked: false, problem: 'no_answer' }])
    })
    expect((await change(true, [])).addresses).toEqual([])
    const again = await change(true, [typed])
    expect(again.typedAddresses).toEqual([typed])
    await untilPasses(async () => {
      const { addresses } = await stations.office.call('stations.read', {})
      expect(addresses).toMatchObject([{ ...typed, name: 'Kantpresse 2', isLinked: true, problem: null }])
    })
  })
})
