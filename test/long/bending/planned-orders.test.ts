// The planned orders of bends on a real station with a real service: screens get one message for many answers, the answers of the machines
// follow, and a change by the planner or in the workshop's files is planned again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OrderAnswer } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { stationWithService, type StationWithService } from '../../integration/station/station-with-service.ts'

/** Ends the pause after the last push. */
let endPause = () => {}

/** The delay of planning ahead ends at once, the pause between two pushes when the test ends it. */
const clock = {
  ...systemClock,
  wait: async (ms: number, signal?: AbortSignal) => {
    if (ms !== 2_000) return systemClock.wait(ms === 10_000 ? 0 : ms, signal)
    const { promise, resolve } = Promise.withResolvers<void>()
    endPause = resolve
    signal?.addEventListener('abort', () => resolve())
    return promise
  },
}

let station: StationWithService
let date: string
let planned: number
beforeEach(async () => {
  planned = 0
  station = await stationWithService({ plansBendsAhead: true, clock })
  station.link().subscribe((message) => {
    if (message.kind === 'push' && message.name === 'planned') planned += 1
  })
  await station.pulled()
  date = (await station.list()).date
})
afterEach(() => station.end())

/** A long sheet that is planned early, and the machine that it is assigned to. */
async function firstLongSheet() {
  const { entries } = await station.list()
  const { sheets } = await station.link().call('plan.read', { date })
  for (const { sheetId, machine } of sheets) {
    const entry = entries.map((one) => one.entry).find((one) => one.sheetId === sheetId)
    if (entry !== undefined && entry.lengthMm > 1_500 && machine !== null) return { ...entry, machine }
  }
  throw new Error('the sandbox has a long sheet')
}

async function orderOf({ sheetId, machine }: { sheetId: string; machine: string }): Promise<OrderAnswer['kind']> {
  const { orders } = await station.link().call('bend_plan.orders', { sheetId })
  return orders.find((one) => one.machine === machine)?.order.kind ?? 'not_planned_yet'
}

async function isPlanned(sheet: { sheetId: string; machine: string }): Promise<void> {
  await expect.poll(() => orderOf(sheet)).not.toBe('not_planned_yet')
}

/** How many sheets of the day have an order that works on some machine. */
async function plannedSheets(): Promise<number> {
  const { sheets } = await station.link().call('plan.fits', { date })
  return sheets.filter(({ facts }) => facts?.answers.some(({ order }) => order.kind === 'works')).length
}

test('the answers follow in the plan of the day, with one push for many of them', async () => {
  const sheet = await firstLongSheet()
  await isPlanned(sheet)
  const { machines, sheets } = await station.link().call('plan.fits', { date })
  const answers = sheets.find(({ sheetId }) => sheetId === sheet.sheetId)?.facts?.answers
  expect(answers?.[machines.findIndex(({ key }) => key === sheet.machine)]?.order.kind).toBe(await orderOf(sheet))
  const all = sheets.flatMap(({ facts }) => facts?.answers ?? [])
  expect(all.filter(({ fits, order }) => order.kind === 'impossible' && fits !== 'no')).toEqual([])
  await expect.poll(plannedSheets).toBeGreaterThan(3)
  expect(planned).toBe(1)
  endPause()
  await expect.poll(() => planned).toBe(2)
})

test('a sheet that the planner splits is planned again', async () => {
  const sheet = await firstLongSheet()
  await isPlanned(sheet)
  const { sheetId, drawingVersion } = sheet
  const into = { longestMm: 1_500, lapMm: 40 }
  await station.link().call('plan.split', { date, sheetId, drawingVersion, operatorId: null, into })
  expect(await orderOf(sheet)).toBe('not_planned_yet')
  await isPlanned(sheet)
})

test('a changed file of the workshop is planned again', async () => {
  const sheet = await firstLongSheet()
  await isPlanned(sheet)
  const { folder } = await station.link().call('workshop.read', {})
  const shipped = readFileSync(new URL('../../../resources/tools/tools.json', import.meta.url), 'utf8')
  const changed = shipped.replace('"source": "', '"source": "Own. ')
  expect(changed).not.toBe(shipped)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tools.json'), changed)
  expect(await orderOf(sheet)).toBe('not_planned_yet')
  await isPlanned(sheet)
})
