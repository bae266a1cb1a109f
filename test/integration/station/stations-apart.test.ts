// Two paired stations that do not see each other for a while, and what both say when they are linked again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StationLink } from '../../../shared/station-api/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { approvedSheets, elsewhere, machineAt, pieceOf, takeSheet, type SheetOfTwo } from './sheets-of-two.ts'
import { twoStations, type TwoStations } from './two-stations.ts'

let stations: TwoStations
let sheets: SheetOfTwo[]
beforeAll(async () => {
  stations = await twoStations(untilPasses)
  sheets = await approvedSheets(stations)
})
afterAll(() => stations.end())

const nextSheet = (): SheetOfTwo => takeSheet(sheets)

/** Runs `act` while the stations are not linked. */
async function apart(act: () => Promise<void>): Promise<void> {
  const { name, address, port, typedAddresses } = await stations.brake.call('stations.read', {})
  const turn = (isOn: boolean) => stations.brake.call('stations.change', { isOn, name, address, port, typedAddresses })
  await turn(false)
  try {
    await act()
  } finally {
    await turn(true)
  }
}

const choose = (link: StationLink, { sheetId, drawingVersion }: SheetOfTwo, machine: string) =>
  link.call('plan.choose', { date: stations.date, sheetId, drawingVersion, machine, operatorId: null })

const machineOf = (link: StationLink, { sheetId }: SheetOfTwo) => machineAt(link, stations.date, sheetId)

async function twoMachines(): Promise<[string, string]> {
  const { machines } = await stations.office.call('plan.fits', { date: stations.date })
  const [first = '', second = ''] = machines.map(({ key }) => key)
  return [first, second]
}

test('of two choices for one sheet the later one applies, and both stations say which choice was overwritten', async () => {
  const sheet = nextSheet()
  const [first, second] = await twoMachines()
  await apart(async () => {
    await choose(stations.office, sheet, first)
    const chosenMs = Date.now()
    // two choices of one millisecond are in the order of the stations
    await untilPasses(() => expect(Date.now()).toBeGreaterThan(chosenMs))
    await choose(stations.brake, sheet, second)
  })
  const { machines } = await stations.office.call('plan.fits', { date: stations.date })
  const nameOf = (machine: string) => machines.find(({ key }) => key === machine)?.name
  const [machine, appliedMachine] = [nameOf(first), nameOf(second)]
  const overwritten = [{ station: 'Kontor', machine, appliedStation: 'Kantpresse 2', appliedMachine }]
  for (const link of [stations.office, stations.brake]) {
    await untilPasses(async () => expect(await machineOf(link, sheet)).toBe(second))
    await untilPasses(async () => expect(await elsewhere(link, sheet.sheetId)).toMatchObject({ overwritten }))
  }
})

test('an undo at the brake gives the office’s choice back at both stations', async () => {
  const sheet = nextSheet()
  const { brake, office, date } = stations
  const [first, second] = await twoMachines()
  await choose(office, sheet, first)
  await untilPasses(async () => expect(await machineOf(brake, sheet)).toBe(first))
  await choose(brake, sheet, second)
  await untilPasses(async () => expect(await machineOf(office, sheet)).toBe(second))
  const { lastAct } = await brake.call('plan.read', { date })
  await brake.call('plan.undo', { date, actId: lastAct?.id ?? '', operatorId: null })
  for (const link of [brake, office]) await untilPasses(async () => expect(await machineOf(link, sheet)).toBe(first))
})

test('a sheet that is in work at the brake stays at its machine when the office moves it', async () => {
  const [inWork, other] = [nextSheet(), nextSheet()]
  const [first, second] = await twoMachines()
  for (const sheet of [inWork, other]) {
    await choose(stations.brake, sheet, first)
    await untilPasses(async () => expect(await machineOf(stations.office, sheet)).toBe(first))
  }
  await apart(async () => {
    await stations.brake.call('count.book', pieceOf(inWork))
    await choose(stations.office, inWork, second)
    await choose(stations.office, other, second)
  })
  await untilPasses(async () => expect(await machineOf(stations.brake, other)).toBe(second))
  expect(await machineOf(stations.brake, inWork)).toBe(first)
})

test('a sheet that both marked is reported at both, with the pieces of the other', async () => {
  const sheet = nextSheet()
  const { sheetId, drawingVersion } = sheet
  const pieces = { brake: 2, office: 1 }
  await apart(async () => {
    for (const place of ['brake', 'office'] as const) {
      const link = stations[place]
      for (let piece = 0; piece < pieces[place]; piece += 1) await link.call('count.book', pieceOf(sheet))
      const short = { count: pieces[place], choice: 'close_short', reason: 'the last are for tomorrow' } as const
      await link.call('mark.create', { sheetId, drawingVersion, by: 'OLA', pieces: short })
    }
  })
  for (const [link, station, good, ownPieces] of [
    [stations.office, 'Kantpresse 2', pieces.brake, pieces.office],
    [stations.brake, 'Kontor', pieces.office, pieces.brake],
  ] as const)
    await untilPasses(async () =>
      expect(await elsewhere(link, sheetId)).toMatchObject({
        isMarkedTwice: true,
        ownPieces,
        marks: [{ station, pieces: good }],
        pieces: [{ station, pieceNo: sheet.pieceNo, good }],
      }),
    )
})

test('a program for a sheet that is bent at the brake asks first in the office, and nothing is sent', async () => {
  const sheet = nextSheet()
  await stations.brake.call('count.book', pieceOf(sheet))
  await untilPasses(async () => expect((await elsewhere(stations.office, sheet.sheetId)).bending).toHaveLength(1))
  const { sheetId, drawingVersion, pieceNo } = sheet
  const program = { sheetId, drawingVersion, pieceNo, hash: '0'.repeat(64), notKnownHash: null, operatorId: null }
  const send = (isDespiteOthers?: boolean) =>
    stations.office.call('brake.send', { ...program, ...(isDespiteOthers === undefined ? {} : { isDespiteOthers }) })
  await expect(send()).rejects.toMatchObject({ code: 'in_work_elsewhere' })
  // this office has no brake
  await expect(send(true)).rejects.toMatchObject({ code: 'brake_not_linked' })
})
