// The first piece at the brake: its measured angle becomes a correction in the next program, and the loaded program does not change.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrakePreview, BrakeView, CallIn, SheetView } from '../../../../shared/station-api/index.ts'
import { startSimulator, type Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { readStore } from '../../../../src-main/ledger/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { linkCommissionedBrake } from '../commissioned-brake.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'
import { untilPasses } from '../../../until-passes.ts'

const controllerFile = readFileSync(
  join(import.meta.dirname, '../../../../resources/controllers/modbus-simulator.json'),
  'utf8',
)
type Sheet = NonNullable<SheetView['sheet']>
type Preview = Extract<BrakePreview, { kind: 'program' }>

let station: StationWithService
let simulator: Simulator
let view: BrakeView
let sheet: Sheet
let program: Preview['program']

const until = (state: BrakeView['state']): Promise<void> => untilPasses(() => expect(view.state).toBe(state))
const shown = ({ id: sheetId, drawingVersion, pieces }: Sheet) => ({
  sheetId,
  drawingVersion,
  pieceNo: pieces[0]?.pieceNo ?? 0,
})
const preview = async (of = sheet): Promise<Preview> => programOf(await station.link().call('brake.preview', shown(of)))
function programOf(answer: BrakePreview): Preview {
  if (answer.kind === 'refused') throw new Error(answer.message)
  return answer
}
const correct = (correction: CallIn<'brake.correct'>['correction'], more: Partial<CallIn<'brake.correct'>> = {}) =>
  station.link().call('brake.correct', { ...shown(sheet), bend: bend(), correction, operatorId: null, ...more })
const bend = (): number => program.steps[0]?.bend ?? 0
const angle = (): number => program.steps[0]?.includedDeg ?? 0
const correctionOf = ({ program: { steps } }: Preview): number | undefined => steps[0]?.correctionDeg
const send = async (): Promise<string> => {
  // on a busy computer the connection may be lost for a while, and then nothing can be sent
  await untilPasses(() => expect(view.state).not.toBe('stale'))
  await station.link().call('brake.send', {
    ...shown(sheet),
    hash: (await preview()).program.hash,
    notKnownHash: null,
    operatorId: null,
  })
  await until('verified')
  return view.loaded?.programId ?? ''
}

async function sheetWithProgram(): Promise<Sheet> {
  for (const { entry } of (await station.list()).entries) {
    const { sheet: foundSheet } = await station.link().call('sheet.read', { sheetId: entry.sheetId })
    if (foundSheet === null || foundSheet.bent !== null || foundSheet.pieces.length > 1) continue
    const { stop } = await station.link().call('work.read', { sheetId: foundSheet.id })
    if (stop !== null) continue
    if ((await station.link().call('brake.preview', shown(foundSheet))).kind === 'program') return foundSheet
  }
  throw new Error('there is no such sheet')
}

beforeAll(async () => {
  station = await stationWithService()
  await station.pulled()
  const line = { baud: 19_200, parity: 'even', bits: 8, turnaroundMs: 1, strokeMs: 40 } as const
  simulator = await startSimulator({
    controllerFile,
    endpoint: { port: 0 },
    ...line,
    clock: systemClock,
    random: () => 0.5,
  })
  await station.close()
  linkCommissionedBrake(station.data, simulator.uri, controllerFile)
  station.open()
  station.link().subscribe((message) => {
    if (message.kind === 'snapshot') view = message.snapshot.brake
    if (message.kind === 'push' && message.name === 'brake') view = message.data
  })
  await until('ready')
  sheet = await sheetWithProgram()
  ;({ program } = await preview())
})
afterAll(async () => {
  await station.end()
  await simulator.close()
})

test('a measurement needs a loaded program of the piece, and an invalid correction is not stored', async () => {
  const measured = { kind: 'measured', measuredDeg: angle() + 2, programId: 'none' } as const
  await expect(correct(measured)).rejects.toMatchObject({ code: 'not_measurable' })
  for (const correctionDeg of [15.1, -15.1, 180 - angle()])
    await expect(correct({ kind: 'entered', correctionDeg })).rejects.toMatchObject({ code: 'bad_correction' })
  await expect(correct({ kind: 'taken_back' })).rejects.toMatchObject({ code: 'nothing_to_take_back' })
  await expect(correct({ kind: 'entered', correctionDeg: 1 }, { bend: 99 })).rejects.toMatchObject({
    code: 'bad_input',
  })
  await expect(correct({ kind: 'entered', correctionDeg: 1 }, { operatorId: 'nobody' })).rejects.toMatchObject({
    code: 'operator_unknown',
  })
  await expect(correct({ kind: 'entered', correctionDeg: 1 }, { drawingVersion: 99 })).rejects.toMatchObject({
    code: 'drawing_changed',
  })
  expect(await preview()).toMatchObject({ kind: 'program', program, corrections: [] })
})

test('the measurement of the first piece is in the next program, not in the loaded one', async () => {
  const programId = await send()
  const before = simulator.modbus?.writes.length
  const { id: operatorId } = await station.link().call('operator.add', { initials: 'KN' })
  const given = { kind: 'measured', measuredDeg: angle() + 2, programId } as const
  const corrected = programOf(await correct(given, { operatorId }))
  expect(corrected.program.version).toBe(program.version + 1)
  expect(correctionOf(corrected)).toBe(-2)
  expect(corrected.corrections.find((one) => one.bend === bend())).toMatchObject({
    correctionDeg: -2,
    basedOn: [{ includedDeg: angle(), correctionDeg: -2, measuredDeg: angle() + 2, by: 'KN' }],
  })
  // a second measurement of the same piece gives the same correction
  expect(correctionOf(programOf(await correct(given)))).toBe(-2)
  expect([view.loaded?.programId, view.loaded?.version]).toEqual([programId, program.version])
  expect(simulator.modbus?.writes.length).toBe(before)
  // an earlier preview is no longer the program that would be sent
  await expect(
    station.link().call('brake.send', { ...shown(sheet), hash: program.hash, notKnownHash: null, operatorId: null }),
  ).rejects.toMatchObject({ code: 'program_changed' })
})

test('the measurement of a second piece is added to the correction that it was bent with', async () => {
  const old = view.loaded?.programId ?? ''
  await send()
  await untilPasses(() => expect(view.loaded?.version).toBe(program.version + 1))
  await expect(correct({ kind: 'measured', measuredDeg: angle(), programId: old })).rejects.toMatchObject({
    code: 'not_measurable',
  })
  const programId = view.loaded?.programId ?? ''
  const again = programOf(await correct({ kind: 'measured', measuredDeg: angle() - 0.5, programId }))
  expect(correctionOf(again)).toBe(-1.5)
  expect(again.program.version).toBe(program.version + 2)
})

test('a measured flange moves the backgauge of the next program; the loaded program does not change', async () => {
  const before = await preview()
  const [gauge] = before.gauges
  if (gauge === undefined) throw new Error('no gauge position sets a flange')
  const { flange, bend: gaugedBend, lengthMm, gaugeMm } = gauge
  const programId = view.loaded?.programId ?? ''
  const version = view.loaded?.version
  const writes = simulator.modbus?.writes.length
  const correctGauge = (correction: CallIn<'brake.correct_gauge'>['correction'], corrected = flange) =>
    station.link().call('brake.correct_gauge', { ...shown(sheet), flange: corrected, correction, operatorId: null })
  const measured = (measuredMm: number, id = programId) => ({ kind: 'measured', measuredMm, programId: id }) as const
  await expect(correctGauge(measured(lengthMm + 3))).rejects.toMatchObject({ code: 'bad_gauge_correction' })
  await expect(correctGauge(measured(lengthMm, 'none'))).rejects.toMatchObject({ code: 'not_measurable' })
  await expect(correctGauge(measured(lengthMm), 99)).rejects.toMatchObject({ code: 'flange_not_gauged' })
  await expect(correctGauge({ kind: 'taken_back' })).rejects.toMatchObject({ code: 'nothing_to_take_back' })

  const corrected = programOf(await correctGauge(measured(lengthMm + 0.4)))
  const basedOn = { drawnMm: lengthMm, measuredMm: lengthMm + 0.4, by: null }
  expect(corrected.gauges[0]).toMatchObject({ flange, correctionMm: -0.4, alike: 1, basedOn })
  const step = corrected.program.steps.find((one) => one.bend === gaugedBend && one.kind !== 'flatten')
  expect(step?.gaugeCorrectionMm).toBe(-0.4)
  expect(step?.gaugeMm).toBeCloseTo(gaugeMm - 0.4, 3)
  expect(corrected.program.hash).not.toBe(before.program.hash)
  expect([view.loaded?.programId, view.loaded?.version]).toEqual([programId, version])
  expect(simulator.modbus?.writes.length).toBe(writes)

  // without its correction the program is the one from before
  expect(programOf(await correctGauge({ kind: 'taken_back' })).program).toEqual(before.program)
})

test('an entered correction replaces the measured one, and none is left when it is removed, also after a restart', async () => {
  expect(correctionOf(programOf(await correct({ kind: 'entered', correctionDeg: 1.24 })))).toBe(1.2)
  const back = programOf(await correct({ kind: 'taken_back' }))
  expect(back).toMatchObject({ program: { version: program.version }, corrections: [] })
  await expect(correct({ kind: 'taken_back' })).rejects.toMatchObject({ code: 'nothing_to_take_back' })
  await station.close()
  station.open()
  // the thread of the planner starts again
  await untilPasses(async () => expect(correctionOf(await preview())).toBe(0))
  const reader = readStore(station.data)
  expect(reader.tables()['correction']?.rows.map((row) => row['correction_deg'])).toEqual([-2, -2, -1.5, 1.2, 0])
  reader.close()
})
