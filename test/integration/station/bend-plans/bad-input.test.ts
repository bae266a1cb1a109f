// Bad outlines, bad machine files, a plan for earlier files and a worker that ends, on a real station with a real service and a simulated
// brake: each is named, nothing is sent, and the sheet is still shown, exported and marked.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { machineKeyOf } from '../../../../shared/station-api/index.ts'
import type {
  BendPlanView,
  BrakePreview,
  BrakeView,
  ExportView,
  SheetView,
} from '../../../../shared/station-api/index.ts'
import type { Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { planThread } from '../../../../src-main/station/bend-plans/index.ts'
import { startModbusOnPort } from '../../brake/simulated-modbus.ts'
import { linkCommissionedBrake } from '../commissioned-brake.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'
import { onlyLongUnless } from '../../../only-long.ts'
import { untilPasses } from '../../../until-passes.ts'

type Sheet = NonNullable<SheetView['sheet']>
type Corners = [number, number][]

const resources = join(import.meta.dirname, '../../../../resources')
const controllerFile = readFileSync(join(resources, 'controllers/modbus-simulator.json'), 'utf8')
const toolsText = readFileSync(join(resources, 'tools/tools.json'), 'utf8')
const machinesText = new Map(
  readdirSync(join(resources, 'machines')).map((name) => [
    name,
    readFileSync(join(resources, 'machines', name), 'utf8'),
  ]),
)
const machineName = 'Kantpresse 1'

const untilReady = (): Promise<void> => untilPasses(() => expect(brake.state).toBe('ready'))

let station: StationWithService
let simulator: Simulator
let brake: BrakeView
let shown: Sheet
let machine: string
let hash: string
/** The worker that searches bend plans. */
let planWorker: Worker | null = null
let endsWorkers = false

const watchWorkers = (worker: Worker): void => {
  if (worker.threadName !== planThread) return
  planWorker = worker
  if (endsWorkers) void worker.terminate()
}

const drawing = () => ({ sheetId: shown.id, drawingVersion: shown.drawingVersion })
const piece = () => ({ ...drawing(), pieceNo: shown.pieces[0]?.pieceNo ?? 0 })
const readPlan = (): Promise<BendPlanView> => station.link().call('bend_plan.read', { ...drawing(), machine: null })
const preview = (): Promise<BrakePreview> => station.link().call('brake.preview', piece())
const send = () => station.link().call('brake.send', { ...piece(), hash, notKnownHash: null, operatorId: null })

beforeAll(async () => {
  process.on('worker', watchWorkers)
  station = await stationWithService()
  await station.pulled()
  await station.close()
  simulator = await startModbusOnPort(controllerFile, 40)
  linkCommissionedBrake(station.data, simulator.uri, controllerFile)
  station.open()
  station.link().subscribe((message) => {
    if (message.kind === 'snapshot') brake = message.snapshot.brake
    if (message.kind === 'push' && message.name === 'brake') brake = message.data
  })
  await untilReady()
  await chooseSheet()
})
afterAll(async () => {
  process.off('worker', watchWorkers)
  await station.end()
  await simulator.close()
})
afterEach(() => rmSync(join(station.data, 'workshop'), { recursive: true, force: true }))

/** The first sheet of the machine that has a program. */
async function chooseSheet(): Promise<void> {
  const { machines } = await station.link().call('workshop.read', {})
  const view = machines.find(({ name }) => name === machineName)
  if (view === undefined) throw new Error('the sandbox has this machine')
  machine = machineKeyOf(view)
  for (const { entry } of (await station.list()).entries) {
    if (entry.pressBrakeId !== view.pressBrakeId) continue
    const { sheet } = await station.link().call('sheet.read', { sheetId: entry.sheetId })
    if (sheet === null || sheet.bent !== null || sheet.pieces.length > 1) continue
    if ((await station.link().call('work.read', { sheetId: sheet.id })).stop !== null) continue
    shown = sheet
    const program = await preview()
    if (program.kind === 'refused') continue
    ;({ hash } = program.program)
    return
  }
  throw new Error('the sandbox has such a sheet')
}

const workshopFile = (name: string): string => join(station.data, 'workshop', name)
function putTools(text: string): void {
  mkdirSync(workshopFile('.'), { recursive: true })
  writeFileSync(workshopFile('tools.json'), text)
}
/** The shipped tools with a changed outline of the straight punch. */
function putPunch(change: (corners: Corners) => Corners): void {
  const tools = JSON.parse(toolsText)
  for (const punch of tools.punches) if (punch.id === 'straight-88') punch.outline = change(punch.outline)
  putTools(JSON.stringify(tools, null, 1))
}
/** The shipped machines with changed outlines of one press brake. */
function putMachine(change: (outlines: { table: Corners; fingers: { outline: Corners } }) => void): void {
  mkdirSync(workshopFile('machines'), { recursive: true })
  for (const [name, text] of machinesText) {
    const file = JSON.parse(text)
    if (file.name === machineName) change(file.outlines)
    writeFileSync(workshopFile(`machines/${name}`), JSON.stringify(file, null, 1))
  }
}
/** The shipped tools as an older file has them. */
function withoutOutlines(): string {
  const tools = JSON.parse(toolsText)
  for (const tool of [...tools.dies, ...tools.punches]) delete tool.outline
  return JSON.stringify(tools)
}

async function exported(): Promise<ExportView> {
  const link = station.link()
  const order = { kind: 'sheets' as const, sheetIds: [shown.id], formats: ['pdf' as const, 'dxf' as const] }
  const { exportId } = await link.call('export.start', { order, preset: 'plain', language: 'en' })
  return new Promise((resolve) => {
    link.subscribe((message) => {
      if (message.kind !== 'push' || message.name !== 'export') return
      if (message.data.exportId === exportId && message.data.state !== 'running') resolve(message.data)
    })
  })
}

/** Nothing was sent, and the sheet is shown, exported and marked as with good files. */
async function expectUsable(): Promise<void> {
  expect(simulator.modbus?.writes).toEqual([])
  // on a busy computer an answer may be late, and the connection counts as lost for a while
  await untilPasses(() => expect(brake).toMatchObject({ state: 'ready', loaded: null }))
  expect((await station.link().call('sheet.read', { sheetId: shown.id })).sheet).toEqual(shown)
  const view = await exported()
  expect(view).toMatchObject({ state: 'done', refusals: [], failure: null })
  expect(view.files.map((path) => [path.slice(-4), existsSync(path)])).toEqual([
    ['.pdf', true],
    ['.dxf', true],
  ])
  const mark = await station.link().call('mark.create', { ...drawing(), by: 'KN' })
  expect(mark).toMatchObject({ sheetId: shown.id, state: 'held' })
  expect(await station.link().call('mark.undo', { markId: mark.id })).toMatchObject({ state: 'cancelled' })
}

const badTools: [string, () => void, string, string][] = [
  [
    'a punch whose outline crosses itself',
    () =>
      putPunch(() => [
        [0, 0],
        [10, 90],
        [-10.5, 10],
        [10, 10],
        [-10, 90],
      ]),
    'punches[0].outline[2]',
    'outline_crosses',
  ],
  [
    'a punch whose outline runs clockwise',
    () => putPunch((corners) => corners.toReversed()),
    'punches[0].outline',
    'outline_clockwise',
  ],
  [
    'a punch whose outline misses its tip',
    () => putPunch((corners) => corners.map(([x, y]) => [x + 2, y])),
    'punches[0].outline[3]',
    'outline_tip',
  ],
  [
    'a punch whose outline overlaps its holder',
    () => putPunch((corners) => corners.map(([x, y]) => [x, y > 80 ? y + 6 : y])),
    'punches[0].outline',
    'outline_past_seat',
  ],
]
for (const [name, put, field, code] of badTools)
  test(`${name} is named, and nothing is sent`, onlyLongUnless(code === 'outline_crosses'), async () => {
    put()
    const { wrong, tools } = await station.link().call('workshop.read', {})
    expect(tools).toBeNull()
    expect(wrong).toMatchObject([{ file: workshopFile('tools.json'), field, why: { code } }])
    expect(wrong[0]?.line).toBeGreaterThan(1)
    expect(await readPlan()).toMatchObject({ machine, answer: { kind: 'not_planned', code: 'no_tools' } })
    expect(await preview()).toMatchObject({ kind: 'refused', code: 'tools_unreadable' })
    await expect(send()).rejects.toMatchObject({ code: 'program_refused' })
    await expectUsable()
  })

const badMachines: [string, () => void, string, string][] = [
  [
    'a table that is narrower than a die',
    () => putMachine(({ table }) => table.forEach((corner) => (corner[0] *= 0.45))),
    'dies[6]',
    'die_beside_table',
  ],
  [
    'a finger that is inside a die',
    () => putMachine(({ fingers }) => fingers.outline.splice(1, 0, [13, -9])),
    'outlines.fingers.levelsMm[1]',
    'finger_in_die',
  ],
]
for (const [name, put, field, code] of badMachines)
  test(`${name} is named, and nothing is sent`, onlyLongUnless(code === 'finger_in_die'), async () => {
    put()
    const { wrong, machines } = await station.link().call('workshop.read', {})
    expect(machines.map((one) => one.machine === null)).toEqual(machines.map(({ name }) => name === machineName))
    const file = workshopFile('machines/kantpresse-1.json')
    expect(wrong[0]).toMatchObject({ file, field, why: { code } })
    expect(wrong.every((one) => one.file === file)).toBe(true)
    expect(wrong[0]?.line).toBeGreaterThan(1)
    expect(await readPlan()).toMatchObject({ machine, answer: { kind: 'not_planned', code: 'no_machine' } })
    expect(await preview()).toMatchObject({ kind: 'refused', code: 'no_machine' })
    await expect(send()).rejects.toMatchObject({ code: 'program_refused' })
    await expectUsable()
  })

test('an order that was kept for an earlier file is named as discarded, and its program is not sent', async () => {
  const { answer } = await readPlan()
  if (answer.kind !== 'works') throw new Error(answer.kind)
  const steps = answer.plan.steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))
  const answered = await station.link().call('bend_plan.keep', { ...drawing(), machine, steps, operatorId: null })
  expect(answered).toMatchObject({ keptOrder: { state: 'used' }, answer: { kind: 'works' } })
  putTools(withoutOutlines())
  expect(await readPlan()).toMatchObject({ keptOrder: { state: 'inputs_changed' }, answer: { kind: 'not_known' } })
  expect(await preview()).toMatchObject({ isOwnOrder: false, notKnown: { missing: expect.any(Array) } })
  await expect(send()).rejects.toMatchObject({ code: 'plan_not_known' })
  await expectUsable()
  await station.link().call('bend_plan.clear', { ...drawing(), machine, operatorId: null })
})

test('a worker that ends is named, nothing is sent, and the next worker has an answer', async () => {
  putTools(toolsText.replace('"source": "', '"source": "Own. '))
  endsWorkers = true
  await planWorker?.terminate()
  try {
    expect(await readPlan()).toMatchObject({ machine, answer: { kind: 'not_planned', code: 'failed' } })
    expect(await preview()).toMatchObject({ kind: 'refused', code: 'not_planned' })
    await expect(send()).rejects.toMatchObject({ code: 'program_refused' })
    await expectUsable()
  } finally {
    endsWorkers = false
  }
  expect(await readPlan()).toMatchObject({ answer: { kind: 'works' } })
})

test('with good files, the same program is sent', async () => {
  await send()
  await untilPasses(() => expect(brake).toMatchObject({ state: 'verified', loaded: { sheetId: shown.id } }))
  expect(simulator.modbus?.writes.length).toBeGreaterThan(0)
})
