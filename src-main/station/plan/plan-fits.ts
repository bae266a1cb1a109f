// Computes which machines fit each sheet of a day, and the work from which its minutes are estimated: a few sheets per tick of the event
// loop, and once for each version of a sheet until the workshop changes. Reads the cache; writes nothing.
import { setImmediate } from 'node:timers/promises'
import { fit } from '../../../shared/bending/fit/index.ts'
import {
  fitInOrder,
  asMade,
  paceOf,
  secondsOfPiece,
  sheetWork,
  usualShiftMin,
  usualTimes,
  type Split,
} from '../../../shared/planning/index.ts'
import {
  machineKeyOf,
  type EntryView,
  type MachineView,
  type OrderAnswer,
  type PlanAnswer,
  type PlanFits,
  type PlanMachine,
  type PlanSettings,
  type WorkshopView,
} from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Ledger, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import { orderReader, type BendPlans } from '../bend-plans/index.ts'

export interface PlanFitsParts {
  cache: Pick<Cache, 'sheetOf'>
  ledger: {
    plans: Pick<Ledger['plans'], 'splitOf'>
    bendOrders: Pick<Ledger['bendOrders'], 'of'>
    planLearning: Ledger['planLearning']
  }
  /** The same object until the workshop's files, settings or brakes change. */
  workshop: () => WorkshopView
  bendPlans: Pick<BendPlans, 'stored'>
  settings: () => PlanSettings
}

type Known = NonNullable<PlanFits['sheets'][number]['facts']>

const sheetsPerTick = 8
const maxStoredAnswers = 4_000

/** The fit does not change; the order is planned later. */
interface StoredAnswer {
  readonly fit: Omit<PlanAnswer, 'order'>
  readonly orderNow: () => OrderAnswer
}

export function createPlanFits({ cache, ledger, workshop, settings, bendPlans }: PlanFitsParts) {
  const answers = new Map<string, readonly StoredAnswer[]>()
  let lastWorkshop: WorkshopView | null = null

  const answersOf = (sheet: Sheet, split: Split | null, workshopNow: WorkshopView): readonly StoredAnswer[] => {
    const sheetAsMade = asMade(sheet, split)
    return workshopNow.machines.map((machine) => ({
      fit: fitOf(sheetAsMade, machine, workshopNow),
      orderNow: orderReader({ plans: bendPlans, orderOf: ledger.bendOrders.of }, sheet, machine, workshopNow, split),
    }))
  }
  const storedAnswersOf = (sheet: Sheet, workshopNow: WorkshopView): readonly StoredAnswer[] => {
    const key = `${sheet.id} ${sheet.version}`
    const storedAnswers = answers.get(key) ?? answersOf(sheet, null, workshopNow)
    answers.set(key, storedAnswers)
    return storedAnswers
  }
  const knownOf = (sheetId: string, workshopNow: WorkshopView): Known | null => {
    const { sheet, state } = cache.sheetOf(sheetId)
    if (sheet === null || state !== 'ready') return null
    const split = ledger.plans.splitOf(sheetId, drawingHash(sheet))
    const { strokes, pieces } = sheetWork(sheet, split)
    const currentAnswers = split === null ? storedAnswersOf(sheet, workshopNow) : answersOf(sheet, split, workshopNow)
    const lengths = sheet.pieces.map(({ quantity, lengthMm, hand }) => ({ quantity, lengthMm, hand }))
    return { strokes, lengths, pieces: [...pieces], answers: currentAnswers.map(answerNow) }
  }

  return async (date: string, entries: readonly EntryView[]): Promise<PlanFits> => {
    const workshopNow = workshop()
    if (workshopNow !== lastWorkshop || answers.size > maxStoredAnswers) answers.clear()
    lastWorkshop = workshopNow
    const sheets: PlanFits['sheets'] = []
    for (const [index, { entry }] of entries.entries()) {
      if (index % sheetsPerTick === sheetsPerTick - 1) await setImmediate()
      sheets.push({ sheetId: entry.sheetId, facts: knownOf(entry.sheetId, workshopNow) })
    }
    return {
      date,
      machines: workshopNow.machines.map((machine) => planMachine(machine, settings(), ledger)),
      lapMm: settings().lapMm,
      sheets,
    }
  }
}

function answerNow({ fit: { fits, reasons, tool }, orderNow }: StoredAnswer): PlanAnswer {
  const order = orderNow()
  const inOrder = fitInOrder(fits, reasons, order)
  const settled = inOrder === 'yes' ? [] : reasons
  const isRefused = order.kind === 'impossible' && fits !== 'no'
  return { fits: inOrder, reasons: isRefused ? ['order_impossible', ...settled] : [...settled], tool, order }
}

function fitOf(
  sheet: Sheet,
  { machine }: MachineView,
  tables: Pick<WorkshopView, 'tools' | 'materials' | 'hemForces'>,
): StoredAnswer['fit'] {
  const result = fit(sheet, machine, tables)
  if (!result.ok) return { fits: 'unknown', reasons: [result.error.code], tool: null }
  const { fits, reasons, vMm } = result.value
  const tool = machine?.kind === 'folder' ? 'folder' : vMm === null ? null : `V${vMm}`
  const answer = fits === 'unknown' ? 'unknown' : fits ? 'yes' : 'no'
  return { fits: answer, reasons: [...new Set(reasons.map(({ code }) => code))], tool }
}

/** A machine with its times, its shift and the pace from its counts. */
export function planMachine(
  view: MachineView,
  { times, shiftMin }: PlanSettings,
  { planLearning }: Pick<PlanFitsParts['ledger'], 'planLearning'>,
): PlanMachine {
  const { pressBrakeId, name, kind, machine } = view
  const key = machineKeyOf(view)
  const machineTimes = times[key] ?? usualTimes
  const counted = planLearning.timed().filter((one) => one.pressBrakeId === pressBrakeId)
  return {
    key,
    pressBrakeId,
    name,
    kind,
    longestMm: machine?.maxLengthMm ?? null,
    times: machineTimes,
    areDefaultTimes: times[key] === undefined,
    shiftMin: shiftMin[key] ?? usualShiftMin,
    ...paceOf(
      counted.flatMap(({ sheet, pieceNo, pieces, afterSec }) => {
        const work = sheetWork(sheet)
        const piece = work.pieces[sheet.pieces.findIndex((one) => one.pieceNo === pieceNo)]
        return piece === undefined ? [] : [{ pieces, afterSec, expectedSec: secondsOfPiece(work, piece, machineTimes) }]
      }),
    ),
  }
}
