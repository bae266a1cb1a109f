// The plan of a day on a real station with a real service: choices, moves, splits and undo, on two screens, over a restart, and after a
// changed drawing.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { usualTimes } from '../../../shared/planning/index.ts'
import type { CallIn, EntryView, PlanView } from '../../../shared/station-api/index.ts'
import type { BendingSheet } from '../../../shared/workshop-api/index.ts'
import { stationWithService, type StationWithService } from './station-with-service.ts'

let station: StationWithService
let date: string
let entries: EntryView['entry'][]
beforeEach(async () => {
  station = await stationWithService()
  await station.pulled()
  const list = await station.list()
  date = list.date
  entries = list.entries.map(({ entry }) => entry)
})
afterEach(() => station.end())

const plan = (): Promise<PlanView> => station.link().call('plan.read', { date })
const sheetIn = (view: PlanView, sheetId: string) => view.sheets.find((sheet) => sheet.sheetId === sheetId)
const brakeWithMost = (): string => {
  const counts = new Map<string, number>()
  for (const { pressBrakeId } of entries)
    if (pressBrakeId !== null) counts.set(pressBrakeId, (counts.get(pressBrakeId) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}
const laneOf = (view: PlanView, machine: string): string[] =>
  view.sheets.filter((sheet) => sheet.machine === machine).map(({ sheetId }) => sheetId)
const pinInput = (sheetId: string): Omit<CallIn<'plan.pin'>, 'isPinned'> => {
  const entry = entries.find((one) => one.sheetId === sheetId)
  return { date, sheetId, drawingVersion: entry?.drawingVersion ?? 0, operatorId: null }
}

describe('the plan', () => {
  test(
    'is the service’s until something is chosen, and the fit of every sheet is known',
    { tags: 'long' },
    async () => {
      const view = await plan()
      expect(view.sheets.map(({ sheetId }) => sheetId).toSorted()).toEqual(
        entries.map(({ sheetId }) => sheetId).toSorted(),
      )
      expect(view.sheets.every(({ isLocal, isStale }) => !isLocal && !isStale)).toBe(true)
      const fits = await station.link().call('plan.fits', { date })
      expect(fits.machines).toHaveLength(3)
      expect(
        fits.machines.every(
          ({ areDefaultTimes, pace, sampleSize }) => areDefaultTimes && pace === 1 && sampleSize === 0,
        ),
      ).toBe(true)
      const answers = fits.sheets.flatMap(({ facts }) => facts?.answers ?? [])
      expect(new Set(answers.map((answer) => answer.fits))).toEqual(new Set(['yes', 'no', 'unknown']))
      expect(answers.filter(({ fits, reasons }) => fits === 'no' && reasons.length === 0)).toEqual([])
    },
  )

  test(
    'a chosen machine is shown on another screen, is local, and is still chosen after a restart',
    { tags: 'long' },
    async () => {
      const [sheetId = ''] = laneOf(await plan(), brakeWithMost())
      const other = entries.map(({ pressBrakeId }) => pressBrakeId).find((id) => id !== null && id !== brakeWithMost())
      const another = station.anotherLink()
      const isThere = Promise.withResolvers<void>()
      const changePushed = new Promise<void>((resolve) => {
        another.subscribe((message) => {
          if (message.kind === 'snapshot') isThere.resolve()
          if (message.kind === 'push' && message.name === 'changed' && message.data.dates.includes(date)) resolve()
        })
      })
      await isThere.promise
      const chosen = await station.link().call('plan.choose', { ...pinInput(sheetId), machine: other ?? null })
      expect(sheetIn(chosen, sheetId)).toMatchObject({ machine: other, isLocal: true })
      await changePushed
      expect(await another.call('plan.read', { date })).toEqual(chosen)
      await station.close()
      station.open()
      await station.status(() => true)
      expect(await plan()).toEqual(chosen)
    },
  )

  test('has the finished pieces of a sheet that is counted by hand', async () => {
    const entry = entries.find(({ approval, bent }) => approval === 'not_required' && bent === null)
    const { sheetId = '', drawingVersion = 0 } = entry ?? {}
    const { pieces } = await station.link().call('work.read', { sheetId })
    const piece = { sheetId, drawingVersion, pieceNo: pieces[0]?.pieceNo ?? 0, kind: 'good' } as const
    const actId = crypto.randomUUID()
    await station.link().call('count.book', { ...piece, actId, count: 1, reason: null, operatorId: null })
    const { sheets } = await plan()
    expect(sheets.filter(({ done }) => done > 0)).toEqual([expect.objectContaining({ sheetId, done: 1 })])
  })

  test('the bend plan is that of the chosen machine', async () => {
    const [sheetId = ''] = laneOf(await plan(), brakeWithMost())
    const bendPlan = () =>
      station.link().call('bend_plan.read', {
        sheetId,
        drawingVersion: pinInput(sheetId).drawingVersion,
        machine: null,
      })
    expect((await bendPlan()).machine).toBe(brakeWithMost())
    const other = entries.map(({ pressBrakeId }) => pressBrakeId).find((id) => id !== null && id !== brakeWithMost())
    await station.link().call('plan.choose', { ...pinInput(sheetId), machine: other ?? null })
    expect((await bendPlan()).machine).toBe(other)
  })

  test('sheets are moved in the order of their machine, one by one and all at once, and undone act by act', async () => {
    const machine = brakeWithMost()
    const before = laneOf(await plan(), machine)
    const [first = '', second = '', third = ''] = before
    await station.link().call('plan.move', { ...pinInput(third), machine, before: first })
    const moved = await station.link().call('plan.move', { ...pinInput(first), machine, before: null })
    expect(laneOf(moved, machine)).toEqual([third, second, ...before.slice(3), first])
    const turned = await station
      .link()
      .call('plan.order', { date, machine, sheetIds: before.toReversed(), operatorId: null })
    expect(laneOf(turned, machine)).toEqual(before.toReversed())
    let view = turned
    for (const lane of [laneOf(moved, machine), [third, first, second, ...before.slice(3)], before]) {
      view = await station.link().call('plan.undo', { date, actId: view.lastAct?.id ?? '', operatorId: null })
      expect(laneOf(view, machine)).toEqual(lane)
    }
    expect(view.lastAct).toBeNull()
    expect(view.sheets.every(({ isLocal }) => !isLocal)).toBe(true)
  })

  test('a split sheet is worked on in lengths, fits, and can be made whole again', { tags: 'long' }, async () => {
    const sheet = entries.find(({ lengthMm }) => lengthMm > 1_500)
    const sheetId = sheet?.sheetId ?? ''
    await station.link().call('plan.split', { ...pinInput(sheetId), into: { longestMm: 1_500, lapMm: 40 } })
    const work = await station.link().call('work.read', { sheetId })
    expect(work.pieces.length).toBeGreaterThan(1)
    expect(work.pieces.every(({ pieceNo }) => pieceNo > 1_000 || pieceNo < 100)).toBe(true)
    const { sheets } = await station.link().call('plan.fits', { date })
    const facts = sheets.find((one) => one.sheetId === sheetId)?.facts
    expect(Math.max(...(facts?.pieces.map(({ lengthMm }) => lengthMm) ?? []))).toBeLessThanOrEqual(1_500)
    await expect(
      station.link().call('plan.split', { ...pinInput(sheetId), into: { longestMm: 1_500, lapMm: -1 } }),
    ).rejects.toMatchObject({ code: 'bad_split' })
    const whole = await station.link().call('plan.split', { ...pinInput(sheetId), into: null })
    expect(sheetIn(whole, sheetId)?.split).toBeNull()
  })

  test('the default lap of a split is stored, and an invalid one is refused', { tags: 'long' }, async () => {
    expect((await station.link().call('plan.fits', { date })).lapMm).toBe(50)
    expect((await station.link().call('plan.lap', { date, lapMm: 35 })).lapMm).toBe(35)
    await expect(station.link().call('plan.lap', { date, lapMm: -1 })).rejects.toMatchObject({ code: 'bad_input' })
    await station.close()
    station.open()
    await station.status(() => true)
    expect((await station.link().call('plan.fits', { date })).lapMm).toBe(35)
  })

  test('a choice for an old drawing is stale and loses its lengths; a new version of the same drawing does not make it stale', async () => {
    const sheet = entries.find(({ lengthMm }) => lengthMm > 1_500)
    const sheetId = sheet?.sheetId ?? ''
    await station.link().call('plan.split', { ...pinInput(sheetId), into: { longestMm: 1_500, lapMm: 40 } })
    const redrawn = async (change: (piece: BendingSheet['pieces'][number]) => BendingSheet['pieces'][number]) => {
      const { pieces } = station.admin.sheets.find(sheetId)
      const { drawingVersion } = station.admin.sheets.change(sheetId, { pieces: pieces.map(change) })
      await station.link().call('sync.now', {})
      const isHere = async () => (await station.link().call('sheet.read', { sheetId })).sheet?.drawingVersion
      await expect.poll(isHere).toBe(drawingVersion)
      const { pieces: counted } = await station.link().call('work.read', { sheetId })
      return {
        planned: sheetIn(await plan(), sheetId),
        lengths: counted.filter(({ pieceNo }) => pieceNo > 1_000).length,
      }
    }
    const same = await redrawn((piece) => piece)
    expect(same.planned).toMatchObject({ isStale: false, split: { longestMm: 1_500 } })
    expect(same.lengths).toBeGreaterThan(1)
    const other = await redrawn((piece) => ({ ...piece, quantity: piece.quantity + 1 }))
    expect(other).toMatchObject({ planned: { isStale: true, split: null }, lengths: 0 })
  })

  test('the times and the shift of a machine are set, stored and reset', async () => {
    const machine = brakeWithMost()
    const set = await station.link().call('plan.shift', { date, machine, minutes: 600 })
    expect(set.machines.find(({ key }) => key === machine)).toMatchObject({ shiftMin: 600 })
    const times = { ...usualTimes, setUpMin: 1, bendSec: 2, flipSec: 8, pieceSec: 3, metreSec: 4, kgSec: 5, toolMin: 6 }
    await station.link().call('plan.times', { date, machine, times })
    await station.close()
    station.open()
    await station.status(() => true)
    const fits = await station.link().call('plan.fits', { date })
    expect(fits.machines.find(({ key }) => key === machine)).toMatchObject({
      shiftMin: 600,
      times,
      areDefaultTimes: false,
    })
    const usual = await station.link().call('plan.times', { date, machine, times: null })
    expect(usual.machines.find(({ key }) => key === machine)).toMatchObject({ areDefaultTimes: true })
  })
})

describe('a refused call changes nothing', () => {
  test('an unknown sheet, machine, drawing or neighbour', async () => {
    const before = await plan()
    const machine = brakeWithMost()
    const [sheetId = ''] = laneOf(before, machine)
    const link = station.link()
    const stranger = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'
    const refused = [
      [link.call('plan.choose', { ...pinInput(sheetId), machine: 'Presse 99' }), 'machine_unknown'],
      [link.call('plan.choose', { ...pinInput(stranger), machine }), 'sheet_unknown'],
      [link.call('plan.pin', { ...pinInput(sheetId), drawingVersion: 99, isPinned: true }), 'drawing_changed'],
      [link.call('plan.move', { ...pinInput(sheetId), machine, before: stranger }), 'plan_changed'],
      [link.call('plan.order', { date, machine, sheetIds: [stranger], operatorId: null }), 'plan_changed'],
      [link.call('plan.undo', { date, actId: 'none', operatorId: null }), 'plan_changed'],
      [link.call('plan.shift', { date, machine, minutes: -1 }), 'bad_input'],
    ] as const
    for (const [call, code] of refused) await expect(call).rejects.toMatchObject({ code })
    expect(await plan()).toEqual(before)
  })
})
