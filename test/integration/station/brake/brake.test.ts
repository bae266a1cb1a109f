// A station with a real service and a simulated brake: a program from the sheet to the controller, counts of pieces from the controller,
// and refusals.
import { startModbusOnPort } from '../../brake/simulated-modbus.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrakePreview, BrakeView, SheetView } from '../../../../shared/station-api/index.ts'
import type { Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { commissionOf, storeCommission } from '../../../../src-main/station/brake/brake-commissions.ts'
import { ownControllers } from '../../../../src-main/station/brake/brake-link.ts'
import { readSettings, writeSettings } from '../../../../src-main/station/settings/settings.ts'
import { commissionBrake } from '../commissioned-brake.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'
import { untilPasses } from '../../../until-passes.ts'

/** On a busy computer an answer may take seconds, and after a late one the connection counts as lost. */
const controllerFile = readFileSync(
  join(import.meta.dirname, '../../../../resources/controllers/modbus-simulator.json'),
  'utf8',
).replace('"answerWithinMs": 500', '"answerWithinMs": 2000')

let station: StationWithService
let simulator: Simulator
let view: BrakeView
/** The time of every push. */
let pushes: number[] = []
let uri = ''

const set = (more: { marksByItself?: boolean } = {}): void => {
  const baseUrl = readSettings(station.data)?.baseUrl ?? ''
  writeSettings(station.data, { baseUrl, brake: { uri, map: 'modbus-simulator' }, ...more })
}
const open = (): void => {
  station.open()
  pushes = []
  station.link().subscribe((message) => {
    if (message.kind === 'snapshot') view = message.snapshot.brake
    if (message.kind !== 'push' || message.name !== 'brake') return
    pushes.push(performance.now())
    view = message.data
  })
}
const until = (state: BrakeView['state']): Promise<void> => untilPasses(() => expect(view.state).toBe(state))

beforeAll(async () => {
  station = await stationWithService()
  // a sheet for each test
  station.admin.makeSheets({ count: 6 })
  await station.pulled()
  simulator = await startModbusOnPort(controllerFile, 40)
  ;({ uri } = simulator)
  await station.close()
  mkdirSync(ownControllers(station.data), { recursive: true })
  writeFileSync(join(ownControllers(station.data), 'modbus-simulator.json'), controllerFile)
  set()
  open()
  await until('ready')
})
afterAll(async () => {
  await station.end()
  await simulator.close()
})

type Sheet = NonNullable<SheetView['sheet']>
type Program = Extract<BrakePreview, { kind: 'program' }>['program']

const used = new Set<string>()
/** A sheet with a program that no other test uses. */
async function freshSheet(): Promise<{ sheet: Sheet; program: Program }> {
  for (const { entry } of (await station.list()).entries) {
    const { sheet } = await station.link().call('sheet.read', { sheetId: entry.sheetId })
    if (sheet === null || sheet.bent !== null || used.has(sheet.id)) continue
    const preview = await previewed(sheet)
    const { stop } = await station.link().call('work.read', { sheetId: sheet.id })
    if (preview.kind === 'refused' || stop !== null || sheet.pieces.length > 1) continue
    used.add(sheet.id)
    return { sheet, program: preview.program }
  }
  throw new Error('there is no such sheet')
}
const pieceOf = ({ id: sheetId, drawingVersion, pieces }: Sheet) => ({
  sheetId,
  drawingVersion,
  pieceNo: pieces[0]?.pieceNo ?? 0,
})
const previewed = (sheet: Sheet): Promise<BrakePreview> => station.link().call('brake.preview', pieceOf(sheet))
async function send(sheet: Sheet, { hash }: Program): Promise<BrakeView> {
  // on a busy computer the connection may be lost for a while, and then nothing can be sent
  await untilPasses(() => expect(view.state).not.toBe('stale'))
  return station.link().call('brake.send', { ...pieceOf(sheet), hash, notKnownHash: null, operatorId: null })
}
const bend = async (pieces: number, { steps }: Program): Promise<void> => {
  for (let stroke = 0; stroke < pieces * steps.length; stroke += 1) await simulator.machine.bend()
}
const prove = (): void => commissionBrake(station.data, uri, controllerFile)

test('nothing is sent before the controller file is proven on this machine', async () => {
  const { sheet, program } = await freshSheet()
  expect(view).toMatchObject({ readOnly: 'not_commissioned', link: { commissioned: null, driver: 'modbus-rtu' } })
  await expect(send(sheet, program)).rejects.toMatchObject({ code: 'brake_not_commissioned' })
  expect(simulator.modbus?.writes).toEqual([])
  prove()
  expect(await station.link().call('brake.read', {})).toMatchObject({
    readOnly: null,
    link: { commissioned: { by: 'KN' } },
  })
})

test('a changed file or another brake must be proven again', () => {
  const link = { uri, mapHash: 'another', pressBrakeId: null }
  expect(commissionOf(station.data, link)).toBeNull()
  storeCommission(station.data, { ...link, pressBrakeId: 'a', map: 'm', by: 'KN', at: '2026-11-24T08:00:00.000Z' })
  expect(commissionOf(station.data, { ...link, pressBrakeId: 'b' })).toBeNull()
  expect(commissionOf(station.data, { ...link, pressBrakeId: 'a' })).toMatchObject({ by: 'KN' })
})

test('the previewed program is sent and read back, its pieces are counted, and the sheet can be marked when all are done', async () => {
  const { sheet, program } = await freshSheet()
  const [piece] = sheet.pieces
  const wanted = piece?.quantity ?? 0
  await send(sheet, program)
  await until('verified')
  expect(view.loaded).toMatchObject({
    sheetId: sheet.id,
    steps: program.steps.length,
    countedPieces: 0,
    donePieces: 0,
    wantedPieces: wanted,
  })
  await bend(1, program)
  await until('piece_done')
  expect(view.loaded).toMatchObject({ countedPieces: 1, donePieces: 1, isComplete: false })
  await bend(wanted - 1, program)
  await untilPasses(() => expect(view.loaded).toMatchObject({ donePieces: wanted, isComplete: true }))
  const work = await station.link().call('work.read', { sheetId: sheet.id })
  expect(work).toMatchObject({ isComplete: true, stop: null })
  expect(
    await station.link().call('mark.create', { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, by: 'KN' }),
  ).toMatchObject({
    state: 'held',
    quantity: sheet.quantity,
  })
  await expect(send(sheet, program)).rejects.toMatchObject({ code: 'already_marked' })
})

test('a sheet that was redrawn in the service after it was shown is not sent', async () => {
  const { sheet, program } = await freshSheet()
  const pieces = station.admin.sheets.find(sheet.id).pieces.map((piece) => ({ ...piece, quantity: piece.quantity + 1 }))
  // the network failed for a moment: the old connections are closed
  await station.network.cut()
  station.admin.sheets.change(sheet.id, { pieces })
  await station.network.restore()
  await expect(send(sheet, program)).rejects.toMatchObject({ code: 'drawing_changed' })
})

test('a program other than the shown one is not sent, and a sheet whose drawing was reported wrong is not sent', async () => {
  const { sheet, program } = await freshSheet()
  await expect(send(sheet, { ...program, hash: 'another' })).rejects.toMatchObject({ code: 'program_changed' })
  const { sheetId, drawingVersion } = pieceOf(sheet)
  await station
    .link()
    .call('deviation.report', { sheetId, drawingVersion, operatorId: null, reason: 'measure', text: null })
  await expect(send(sheet, program)).rejects.toMatchObject({ code: 'drawing_wrong' })
  expect(simulator.modbus?.writes.every(({ state }) => state === 'idle')).toBe(true)
})

test('without a network the stored sheet is sent', async () => {
  const { sheet, program } = await freshSheet()
  await station.network.cut()
  await send(sheet, program)
  await until('verified')
  await station.network.restore()
  expect(view.loaded).toMatchObject({ sheetId: sheet.id })
  // a person releases it: its pieces are no longer counted
  await station.link().call('brake.release', { programId: view.loaded?.programId ?? '' })
  await until('ready')
  await expect(station.link().call('brake.resume', { programId: 'x', operatorId: null })).rejects.toMatchObject({
    code: 'program_unknown',
  })
})

test('screens are notified at most ten times a second; an unfinished sheet is not replaced by another one', async () => {
  const { sheet, program } = await freshSheet()
  await send(sheet, program)
  await until('verified')
  const other = await freshSheet()
  await expect(send(other.sheet, other.program)).rejects.toMatchObject({ code: 'brake_has_another' })
  used.delete(other.sheet.id)
  simulator.machine.setPace(40)
  await untilPasses(() => expect(view.loaded?.countedPieces).toBeGreaterThan(2))
  simulator.machine.setPace(0)
  // one may be late and the next on time, so the average is checked
  const tenths = ((pushes.at(-1) ?? 0) - (pushes[0] ?? 0)) / 100
  expect(pushes.length).toBeLessThanOrEqual(tenths + 2)
})

test('if the setting is on, the last piece marks the sheet automatically, once', { tags: 'long' }, async () => {
  await station.close()
  set({ marksByItself: true })
  open()
  await until('ready')
  const { sheet, program } = await freshSheet()
  // since the start, the loaded program waits for a person
  await expect(send(sheet, program)).rejects.toMatchObject({ code: 'brake_asks_first' })
  await station.link().call('brake.release', { programId: view.loaded?.programId ?? '' })
  await send(sheet, program)
  await until('verified')
  await bend(sheet.pieces[0]?.quantity ?? 0, program)
  await untilPasses(async () => {
    const { marks } = await station.link().call('marks.list', {})
    expect(marks.filter(({ sheetId }) => sheetId === sheet.id)).toMatchObject([{ quantity: sheet.quantity }])
  })
})

test('a last piece that is booked by hand marks the sheet, too', { tags: 'long' }, async () => {
  const { sheet, program } = await freshSheet()
  const wanted = sheet.pieces[0]?.quantity ?? 0
  await send(sheet, program)
  await until('verified')
  await bend(wanted - 1, program)
  await untilPasses(() => expect(view.loaded?.donePieces).toBe(wanted - 1))
  const by = { operatorId: null, kind: 'good', count: 1, reason: null, actId: 'the last, by hand' } as const
  await station.link().call('count.book', { ...pieceOf(sheet), ...by })
  await untilPasses(async () => {
    const { marks } = await station.link().call('marks.list', {})
    expect(marks.filter(({ sheetId }) => sheetId === sheet.id)).toMatchObject([{ quantity: sheet.quantity }])
  })
})

test('an invalid controller file is reported with its line, and the rest of the station works', async () => {
  await station.close()
  const baseUrl = readSettings(station.data)?.baseUrl ?? ''
  writeSettings(station.data, { baseUrl, brake: { uri, map: join(import.meta.dirname, 'brake.test.ts') } })
  open()
  await untilPasses(() => expect(view.fault).toMatchObject({ code: 'map_wrong' }))
  expect(view.fault?.message).toMatch(/line 1/)
  await expect(station.link().call('brake.retry', {})).rejects.toMatchObject({ code: 'brake_not_ready' })
  expect((await station.list()).entries.length).toBeGreaterThan(0)
})
