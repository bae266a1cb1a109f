// A sheet handed over between two paired stations with one service: at once, to one that is off, across restarts, and by code.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StationLink } from '../../../shared/station-api/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { twoStations, type TwoStations } from './two-stations.ts'

let stations: TwoStations
let brake: StationLink
let office: StationLink
let officeId: string
const sheets: { sheetId: string; drawingVersion: number; pieceNo: number }[] = []
beforeAll(async () => {
  stations = await twoStations(untilPasses)
  ;({ brake, office } = stations)
  const { entries } = await brake.call('list.read', { date: stations.date })
  const approved = entries.filter(
    ({ entry }) =>
      entry.bent === null &&
      entry.approval !== 'awaiting' &&
      entry.approval !== 'change_requested' &&
      entry.quantity > 3,
  )
  for (const { entry } of approved.slice(0, 6)) {
    const { sheet } = await brake.call('sheet.read', { sheetId: entry.sheetId })
    const { sheetId, drawingVersion } = entry
    const [piece] = sheet?.pieces ?? []
    if (piece !== undefined) sheets.push({ sheetId, drawingVersion, pieceNo: piece.pieceNo })
  }
  const { stations: tiles } = await brake.call('stations.work', {})
  officeId = tiles.find(({ isOwn }) => !isOwn)?.stationId ?? ''
})
afterAll(() => stations.end())

const nextSheet = () => {
  const sheet = sheets.shift()
  if (sheet === undefined) throw new Error('no sheet left')
  return sheet
}
const book = (link: StationLink, sheet: ReturnType<typeof nextSheet>, count: number) =>
  link.call('count.book', {
    ...sheet,
    operatorId: null,
    actId: crypto.randomUUID(),
    kind: 'good',
    count,
    reason: null,
    isDespiteOthers: true,
  })
const give = (link: StationLink, { sheetId, drawingVersion }: ReturnType<typeof nextSheet>, to: string | null) =>
  link.call('handover.give', { sheetId, drawingVersion, operatorId: null, to })
const doneAt = async (link: StationLink, sheetId: string): Promise<number> =>
  (await link.call('work.read', { sheetId })).pieces.reduce((sum, { done }) => sum + done, 0)
const untilTaken = (sheetId: string, done: number) =>
  untilPasses(async () => {
    expect(await doneAt(office, sheetId)).toBe(done)
    expect((await brake.call('work.read', { sheetId })).handOver).toMatchObject({ to: officeId, isTaken: true })
  })

test('the other station takes it over automatically, continues the count, and the sender cannot take it back', async () => {
  const sheet = nextSheet()
  const { sheetId } = sheet
  await book(brake, sheet, 2)
  expect(await give(brake, sheet, officeId)).toMatchObject({ stop: 'handed_over', handOver: { to: officeId } })
  await untilTaken(sheetId, 2)
  await book(office, sheet, 1)
  expect(await doneAt(office, sheetId)).toBe(3)
  await expect(
    brake.call('handover.take_back', { sheetId, reason: 'a mistake', operatorId: null }),
  ).rejects.toMatchObject({ code: 'hand_over_taken' })
  const { sheets: all } = await office.call('stations.work', {})
  expect(all.find((one) => one.sheetId === sheetId)).toMatchObject({
    handOvers: [{ station: 'Kantpresse 2', waitsFor: null }],
    // counted where they were made
    pieces: [{ station: 'Kantpresse 2', good: 2 }],
  })
})

test('a station that is not paired is refused, and nothing is frozen', async () => {
  const sheet = nextSheet()
  await book(brake, sheet, 1)
  await expect(give(brake, sheet, 'f'.repeat(16))).rejects.toMatchObject({ code: 'station_unknown' })
  expect((await brake.call('work.read', { sheetId: sheet.sheetId })).stop).toBeNull()
})

test('a station that is off takes over once when it is back, but not what was taken back meanwhile; both survive restarts', async () => {
  const [offered, returned] = [nextSheet(), nextSheet()]
  await stations.closeOffice()
  for (const sheet of [offered, returned]) {
    await book(brake, sheet, 2)
    expect(await give(brake, sheet, officeId)).toMatchObject({ handOver: { isTaken: false } })
  }
  await brake.call('handover.take_back', { sheetId: returned.sheetId, reason: 'a mistake', operatorId: null })
  office = stations.openOffice()
  await untilTaken(offered.sheetId, 2)
  await stations.closeOffice()
  office = stations.openOffice()
  await untilPasses(async () => {
    const { stations: tiles } = await office.call('stations.work', {})
    expect(tiles.map(({ isLinked }) => isLinked)).toEqual([true, true])
  })
  expect(await doneAt(office, offered.sheetId)).toBe(2)
  expect(await doneAt(office, returned.sheetId)).toBe(0)
  await book(brake, returned, 1)
  expect(await doneAt(brake, returned.sheetId)).toBe(3)
})

test('a take-over wins over a take-back at the same time, and the sender keeps only what it counted since', async () => {
  const sheet = nextSheet()
  const { sheetId, drawingVersion } = sheet
  await book(brake, sheet, 2)
  // the office cannot take it over while it has a mark
  const mark = await office.call('mark.create', { sheetId, drawingVersion, by: 'OLA', isDespiteOthers: true })
  await give(brake, sheet, officeId)
  await untilPasses(async () => {
    const { sheets: all } = await office.call('stations.work', {})
    expect(all.find((one) => one.sheetId === sheetId)?.handOvers).toMatchObject([{ waitsFor: 'already_marked' }])
  })
  const { name, address, port, typedAddresses } = await brake.call('stations.read', {})
  await brake.call('stations.change', { isOn: false, name, address, port, typedAddresses })
  await office.call('mark.undo', { markId: mark.id })
  await brake.call('handover.take_back', { sheetId, reason: 'a mistake', operatorId: null })
  await book(brake, sheet, 1)
  await untilPasses(async () => expect(await doneAt(office, sheetId)).toBe(2))
  expect(await doneAt(brake, sheetId)).toBe(3)
  await brake.call('stations.change', { isOn: true, name, address, port, typedAddresses })
  await untilPasses(async () => expect(await doneAt(brake, sheetId)).toBe(1))
  // and hands over the rest
  await give(brake, sheet, officeId)
  await untilTaken(sheetId, 3)
})

test('a hand-over by code still works between paired stations, and is not taken over automatically', async () => {
  const sheet = nextSheet()
  const { sheetId, drawingVersion } = sheet
  await book(brake, sheet, 2)
  const { handOver } = await give(brake, sheet, null)
  expect(handOver).toMatchObject({ to: null, isTaken: false })
  expect(await doneAt(office, sheetId)).toBe(0)
  await office.call('handover.take', { text: handOver?.code ?? '', drawingVersion, operatorId: null })
  expect(await doneAt(office, sheetId)).toBe(2)
})
