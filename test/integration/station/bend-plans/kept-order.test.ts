// The order of bends that a person keeps for a sheet, on a real station with a real service and a simulated brake: it becomes the plan of
// everything that leaves the station, outlives a restart, and is discarded when what it was kept for changes.
import { startModbusOnPort } from '../../brake/simulated-modbus.ts'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OrderedStep } from '../../../../shared/bending/plan/index.ts'
import { machineKeyOf } from '../../../../shared/station-api/index.ts'
import type { BendPlanView, BrakePreview, BrakeView, CallIn, SheetView } from '../../../../shared/station-api/index.ts'
import type { Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { linkCommissionedBrake } from '../commissioned-brake.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'
import { untilPasses } from '../../../until-passes.ts'

type Sheet = NonNullable<SheetView['sheet']>

const resources = join(import.meta.dirname, '../../../../resources')
const controllerFile = readFileSync(join(resources, 'controllers/modbus-simulator.json'), 'utf8')
const shippedTools = readFileSync(join(resources, 'tools/tools.json'), 'utf8')
const untilReady = (): Promise<void> => untilPasses(() => expect(brake.state).toBe('ready'))

let station: StationWithService
let simulator: Simulator
let brake: BrakeView

function open(): void {
  station.open()
  station.link().subscribe((message) => {
    if (message.kind === 'snapshot') brake = message.snapshot.brake
    if (message.kind === 'push' && message.name === 'brake') brake = message.data
  })
}

beforeAll(async () => {
  station = await stationWithService()
  await station.pulled()
  simulator = await startModbusOnPort(controllerFile, 40)
  await station.close()
  linkCommissionedBrake(station.data, simulator.uri, controllerFile)
  open()
  await untilReady()
})
afterAll(async () => {
  await station.end()
  await simulator.close()
})

const shown = ({ id: sheetId, drawingVersion }: Sheet) => ({ sheetId, drawingVersion })
const read = (sheet: Sheet): Promise<BendPlanView> =>
  station.link().call('bend_plan.read', { ...shown(sheet), machine: null })
const preview = (sheet: Sheet): Promise<BrakePreview> =>
  station.link().call('brake.preview', { ...shown(sheet), pieceNo: sheet.pieces[0]?.pieceNo ?? 0 })
const keep = (sheet: Sheet, machine: string, steps: readonly OrderedStep[], operatorId: string | null = null) =>
  station.link().call('bend_plan.keep', { ...shown(sheet), machine, steps: [...steps], operatorId })
const clear = (sheet: Sheet, machine: string) =>
  station.link().call('bend_plan.clear', { ...shown(sheet), machine, operatorId: null })

const stepsOf = ({ answer }: Pick<BendPlanView, 'answer'>) =>
  answer.kind === 'works' || answer.kind === 'not_known'
    ? (answer.plan?.steps ?? [])
    : answer.kind === 'impossible'
      ? (answer.bestOrder?.steps ?? [])
      : []
const orderOf = (view: Pick<BendPlanView, 'answer'>): OrderedStep[] =>
  stepsOf(view).map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))
const bendsOf = (shownPreview: BrakePreview): number[] =>
  shownPreview.kind === 'program' ? shownPreview.program.steps.map(({ bend }) => bend - 1) : []

interface Found {
  sheet: Sheet
  machine: string
  planned: OrderedStep[]
  ownOrder: OrderedStep[]
}
let foundSheets: Promise<{ free: Found; blocked: Found }> | null = null

/** A sheet that can be bent in an order that the planner does not choose, and one with an order that hits something. */
const sheets = (): Promise<{ free: Found; blocked: Found }> => (foundSheets ??= findSheets())

async function findSheets() {
  let free: Found | null = null
  let blocked: Found | null = null
  for (const { entry } of (await station.list()).entries) {
    const { sheet } = await station.link().call('sheet.read', { sheetId: entry.sheetId })
    if (sheet === null || sheet.bent !== null || sheet.pieces.length > 1) continue
    const { stop } = await station.link().call('work.read', { sheetId: sheet.id })
    const view = await read(sheet)
    if (stop !== null || view.machine === null || view.answer.kind !== 'works') continue
    if ((await preview(sheet)).kind !== 'program') continue
    const planned = orderOf(view)
    const ownOrder = planned.toReversed()
    if (ownOrder.length < 3 || ownOrder.every(({ bendIndex }, index) => bendIndex === planned[index]?.bendIndex))
      continue
    const { answer } = await keep(sheet, view.machine, ownOrder)
    await clear(sheet, view.machine)
    const one = { sheet, machine: view.machine, planned, ownOrder }
    if (answer.kind === 'works') free ??= one
    if (answer.kind === 'impossible') blocked ??= one
    if (free !== null && blocked !== null) return { free, blocked }
  }
  throw new Error('the sandbox has such sheets')
}

/** A file of the workshop, such as `tools.json`; null: removes it, or a folder of them, so that the shipped one applies. */
async function useFile(name: string, text: string | null): Promise<void> {
  const { folder } = await station.link().call('workshop.read', {})
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  if (text === null) rmSync(path, { force: true, recursive: true })
  else writeFileSync(path, text)
}
const useTools = (text: string | null): Promise<void> => useFile('tools.json', text)

/** The shipped file of a machine. */
function machineFile(name: string): { name: string; text: string } {
  const files = readdirSync(join(resources, 'machines')).map((file) => ({
    name: `machines/${file}`,
    text: readFileSync(join(resources, 'machines', file), 'utf8'),
  }))
  const file = files.find(({ text }) => text.includes(`"${name}"`))
  if (file === undefined) throw new Error(`no file of ${name}`)
  return file
}

/** The files that an export writes. */
async function exported(order: CallIn<'export.start'>['order']): Promise<readonly string[]> {
  const link = station.link()
  const { exportId } = await link.call('export.start', { order, preset: 'plain', language: 'en' })
  return new Promise((resolve) => {
    link.subscribe((message) => {
      if (message.kind !== 'push' || message.name !== 'export') return
      if (message.data.exportId === exportId && message.data.state === 'done') resolve(message.data.files)
    })
  })
}

afterEach(async () => {
  await useTools(null)
  if (foundSheets === null) return
  const { free, blocked } = await foundSheets
  for (const { sheet, machine } of [free, blocked]) await clear(sheet, machine)
})

describe('an order that works', () => {
  test(
    'is the plan, the list’s answer and the program, with the proof of a checked order',
    { tags: 'long' },
    async () => {
      const { sheet, machine, planned, ownOrder } = (await sheets()).free
      expect((await read(sheet)).keptOrder).toBeNull()
      const before = await preview(sheet)
      expect(bendsOf(before)).toEqual(planned.map(({ bendIndex }) => bendIndex))
      const answered = await keep(sheet, machine, ownOrder)
      expect(answered).toMatchObject({ keptOrder: { state: 'used', by: null }, answer: { plan: { proof: 'manual' } } })
      expect(orderOf(answered)).toEqual(ownOrder)
      expect(await read(sheet)).toEqual(answered)
      const shownPreview = await preview(sheet)
      expect(shownPreview).toMatchObject({ isOwnOrder: true })
      expect(bendsOf(shownPreview)).toEqual(ownOrder.map(({ bendIndex }) => bendIndex))
      const { orders } = await station.link().call('bend_plan.orders', { sheetId: sheet.id })
      expect(orders.find((one) => one.machine === machine)?.order).toMatchObject({ kind: 'works', isOwn: true })
      expect(orderOf(await clear(sheet, machine))).toEqual(planned)
      expect(await preview(sheet)).toEqual(before)
    },
  )

  test('is still the plan after a restart, with the initials of who keeps it', { tags: 'long' }, async () => {
    const { sheet, machine, ownOrder } = (await sheets()).free
    const { id } = await station.link().call('operator.add', { initials: 'KN' })
    await keep(sheet, machine, ownOrder, id)
    await station.close()
    open()
    await station.status(() => true)
    expect(await read(sheet)).toMatchObject({
      keptOrder: { state: 'used', by: 'KN' },
      answer: { plan: { proof: 'manual' } },
    })
    expect(bendsOf(await preview(sheet))).toEqual(ownOrder.map(({ bendIndex }) => bendIndex))
  })

  test('is sent to the brake; the program of the planner’s order is not sent any more', async () => {
    const { sheet, machine, ownOrder } = (await sheets()).free
    const before = await preview(sheet)
    await keep(sheet, machine, ownOrder)
    const now = await preview(sheet)
    if (before.kind !== 'program' || now.kind !== 'program') throw new Error('there is a program')
    await untilReady()
    const send = (hash: string) =>
      station.link().call('brake.send', {
        ...shown(sheet),
        pieceNo: now.program.pieceNo,
        hash,
        notKnownHash: null,
        operatorId: null,
      })
    await expect(send(before.program.hash)).rejects.toMatchObject({ code: 'program_changed' })
    await send(now.program.hash)
    await untilPasses(() => expect(brake).toMatchObject({ state: 'verified', loaded: { sheetId: sheet.id } }))
  })

  test('is discarded with the drawing or the tools for which it was kept', async () => {
    const { sheet, machine, planned, ownOrder } = (await sheets()).free
    await keep(sheet, machine, ownOrder)
    await useTools(shippedTools.replace('"source": "', '"source": "Own. '))
    const view = await read(sheet)
    expect(view).toMatchObject({ keptOrder: { state: 'inputs_changed' }, answer: { plan: { proof: 'proven' } } })
    expect(bendsOf(await preview(sheet))).toEqual(planned.map(({ bendIndex }) => bendIndex))
  })
})

test('an order is discarded with the machine file for which it was kept', async () => {
  const { sheet, machine, planned, ownOrder } = (await sheets()).free
  await keep(sheet, machine, ownOrder)
  const { machines } = await station.link().call('workshop.read', {})
  const file = machineFile(machines.find((one) => machineKeyOf(one) === machine)?.name ?? '')
  await useFile(file.name, file.text.replace('"source": "', '"source": "Own. '))
  try {
    expect(await read(sheet)).toMatchObject({
      keptOrder: { state: 'inputs_changed' },
      answer: { plan: { proof: 'proven' } },
    })
    expect(bendsOf(await preview(sheet))).toEqual(planned.map(({ bendIndex }) => bendIndex))
  } finally {
    // without the folder, the shipped machines apply again
    await useFile('machines', null)
  }
})

test(
  'the table of the list and the printed sheets say that a custom order works or does not',
  { tags: 'long' },
  async () => {
    const { free, blocked } = await sheets()
    const { today } = await station.pulled()
    await keep(free.sheet, free.machine, free.ownOrder)
    await keep(blocked.sheet, blocked.machine, blocked.ownOrder)
    const files = await exported({ kind: 'day', date: today, pressBrakeId: null, formats: ['list-csv', 'pdf'] })
    const table = readFileSync(files.find((path) => path.endsWith('.csv')) ?? '', 'utf8').split('\r\n')
    const rowOf = ({ sheet: { order, sheetNo } }: Found): string | undefined =>
      table.find((row) => row.includes(`;${order.numberDisplay};${sheetNo};`))
    expect(rowOf(free)).toContain('custom order works')
    expect(rowOf(blocked)).toMatch(/custom order does not work: .*bend \d/)
    const printed = (one: Found): string => {
      const { order, sheetNo } = one.sheet
      const path = files.find((file) => basename(file).startsWith(`${order.numberDisplay}_s${sheetNo}_`)) ?? ''
      return execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ')
    }
    expect(printed(free)).toContain('custom order works')
    expect(printed(blocked)).toMatch(/custom order does not work: .*bend \d/)
  },
)

describe('an order with a blocked step', () => {
  test('is kept with its hits, and no program of it leaves the station', async () => {
    const { sheet, machine, ownOrder } = (await sheets()).blocked
    const answered = await keep(sheet, machine, ownOrder)
    const { answer } = answered
    if (answer.kind !== 'impossible') throw new Error(answer.kind)
    expect(answer.bestOrder?.blocked.length).toBeGreaterThan(0)
    expect(orderOf(answered)).toEqual(ownOrder)
    const refused = await preview(sheet)
    expect(refused).toMatchObject({ kind: 'refused', code: 'own_order_blocked' })
    expect(refused.kind === 'refused' && refused.planReasons).toEqual(answer.reasons)
    const { orders } = await station.link().call('bend_plan.orders', { sheetId: sheet.id })
    expect(orders.find((one) => one.machine === machine)?.order).toMatchObject({ kind: 'impossible', isOwn: true })
  })
})

const withoutOutline = (tool: Record<string, unknown>) => ({ ...tool, outline: undefined })

test('an order on tools without an outline is sent only after the prompt, and only while the same outlines are missing', async () => {
  const { sheet, machine, planned } = (await sheets()).free
  const { dies, punches, ...others } = JSON.parse(shippedTools)
  await useTools(JSON.stringify({ ...others, dies: dies.map(withoutOutline), punches }))
  expect(await keep(sheet, machine, planned)).toMatchObject({
    answer: { kind: 'not_known', plan: { proof: 'manual' } },
  })
  const shownPreview = await preview(sheet)
  if (shownPreview.kind !== 'program') throw new Error(shownPreview.message)
  expect(shownPreview.notKnown?.missing.length).toBeGreaterThan(0)
  const { hash, pieceNo } = shownPreview.program
  const send = (notKnownHash: string | null) =>
    station.link().call('brake.send', { ...shown(sheet), pieceNo, hash, notKnownHash, operatorId: null })
  await expect(send(null)).rejects.toMatchObject({ code: 'plan_not_known' })
  // the same steps, on tools about which less is known
  await useTools(JSON.stringify({ ...others, dies: dies.map(withoutOutline), punches: punches.map(withoutOutline) }))
  await keep(sheet, machine, planned)
  const now = await preview(sheet)
  if (now.kind !== 'program') throw new Error(now.message)
  expect(now.program.hash).toBe(hash)
  expect(now.notKnown?.missing.length).toBeGreaterThan(shownPreview.notKnown?.missing.length ?? 0)
  await expect(send(shownPreview.notKnown?.hash ?? '')).rejects.toMatchObject({ code: 'plan_not_known' })
  // an earlier test may have sent a program of the same sheet
  await untilPasses(() => expect(['ready', 'verified']).toContain(brake.state))
  expect(await send(now.notKnown?.hash ?? '')).toMatchObject({ upload: { sheetId: sheet.id } })
})

test('an operator may keep an order; one that is not of this sheet, machine or person changes nothing', async () => {
  const { sheet, machine, ownOrder } = (await sheets()).free
  const before = await read(sheet)
  const operator = station.anotherLink('operate')
  await new Promise<void>((resolve) => {
    operator.subscribe(({ kind }) => kind === 'snapshot' && resolve())
  })
  const input = { ...shown(sheet), machine, steps: ownOrder, operatorId: null }
  const wrong = [
    [{ steps: ownOrder.slice(1) }, 'bad_order'],
    [{ machine: 'another' }, 'machine_unknown'],
    [{ operatorId: 'nobody' }, 'operator_unknown'],
    [{ drawingVersion: sheet.drawingVersion + 1 }, 'drawing_changed'],
  ] as const
  for (const [change, code] of wrong)
    await expect(operator.call('bend_plan.keep', { ...input, ...change })).rejects.toMatchObject({ code })
  expect(await read(sheet)).toEqual(before)
  expect((await operator.call('bend_plan.keep', input)).keptOrder?.state).toBe('used')
})

test('a redrawn sheet is planned again, and its order is discarded', { tags: 'long' }, async () => {
  const { sheet, machine, ownOrder } = (await sheets()).free
  await keep(sheet, machine, ownOrder)
  const pieces = station.admin.sheets.find(sheet.id).pieces.map((piece) => ({ ...piece, quantity: piece.quantity + 1 }))
  station.admin.sheets.change(sheet.id, { pieces })
  await station.link().call('sync.now', {})
  const redrawn = (await station.link().call('sheet.read', { sheetId: sheet.id })).sheet
  if (redrawn === null) throw new Error('the sheet is here')
  expect(redrawn.drawingVersion).toBeGreaterThan(sheet.drawingVersion)
  expect(await read(redrawn)).toMatchObject({
    keptOrder: { state: 'drawing_changed' },
    answer: { plan: { proof: 'proven' } },
  })
  foundSheets = null
})
