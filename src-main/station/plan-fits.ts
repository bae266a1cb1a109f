// Which machines can take each sheet of a day, and what its minutes are reckoned from: worked out a few sheets a turn of the loop, and
// once for each version of a sheet as long as the workshop's tables stay as they are. Reads the cache; writes nothing.
import { setImmediate as turn } from 'node:timers/promises'
import { fit } from '../../shared/bending/fit/index.ts'
import { madeOf, paceOf, secondsOfPiece, sheetWork, usualShiftMin, usualTimes } from '../../shared/planning/index.ts'
import type {
  EntryView,
  MachineView,
  PlanAnswer,
  PlanFits,
  PlanMachine,
  PlanSettings,
  WorkshopView,
} from '../../shared/station-api/index.ts'
import type { Cache } from '../cache/cache.ts'
import type { Outbox, Sheet } from '../outbox/index.ts'
import { drawingHash } from '../platform/drawing-hash.ts'

export interface PlanFitsParts {
  cache: Pick<Cache, 'sheetOf'>
  outbox: { plans: Pick<Outbox['plans'], 'splitOf'>; planLearning: Outbox['planLearning'] }
  workshop: () => WorkshopView
  settings: () => PlanSettings
}

type Known = NonNullable<PlanFits['sheets'][number]['known']>

const sheetsATurn = 8
const mostRemembered = 4_000

export const keyOf = ({ pressBrakeId, name }: Pick<MachineView, 'pressBrakeId' | 'name'>): string =>
  pressBrakeId ?? name

export function createPlanFits({ cache, outbox, workshop, settings }: PlanFitsParts) {
  const answers = new Map<string, readonly PlanAnswer[]>()
  let tables = ''

  const answersOf = (sheet: Sheet, { machines, ...hall }: WorkshopView): readonly PlanAnswer[] => {
    const key = `${sheet.id} ${sheet.version}`
    const found = answers.get(key) ?? machines.map((machine) => answerOf(sheet, machine, hall))
    answers.set(key, found)
    return found
  }
  const knownOf = (sheetId: string, hall: WorkshopView): Known | null => {
    const { sheet, state } = cache.sheetOf(sheetId)
    if (sheet === null || state !== 'ready') return null
    const split = outbox.plans.splitOf(sheetId, drawingHash(sheet))
    const { strokes, pieces } = sheetWork(sheet, split)
    // its lengths are what a machine has to take
    const asMade = split === null ? null : { ...sheet, ...madeOf(sheet, split.pieces) }
    const found = asMade === null ? answersOf(sheet, hall) : hall.machines.map((one) => answerOf(asMade, one, hall))
    return { strokes, pieces: [...pieces], answers: [...found] }
  }

  return async (date: string, entries: readonly EntryView[]): Promise<PlanFits> => {
    const hall = workshop()
    const now = JSON.stringify([hall.machines, hall.tools, hall.materials, hall.hemForces])
    if (now !== tables || answers.size > mostRemembered) answers.clear()
    tables = now
    const sheets: PlanFits['sheets'] = []
    for (const [index, { entry }] of entries.entries()) {
      if (index % sheetsATurn === sheetsATurn - 1) await turn()
      sheets.push({ sheetId: entry.sheetId, known: knownOf(entry.sheetId, hall) })
    }
    return {
      date,
      machines: hall.machines.map((machine) => planMachine(machine, settings(), outbox)),
      lapMm: settings().lapMm,
      sheets,
    }
  }
}

function answerOf(
  sheet: Sheet,
  { machine }: MachineView,
  tables: Pick<WorkshopView, 'tools' | 'materials' | 'hemForces'>,
): PlanAnswer {
  const found = fit(sheet, machine, tables)
  if (!found.ok) return { fits: 'unknown', reasons: [found.refusal.code], tool: null }
  const { fits, reasons, vMm } = found.value
  const tool = machine?.kind === 'folder' ? 'folder' : vMm === null ? null : `V${vMm}`
  const answer = fits === 'unknown' ? 'unknown' : fits ? 'yes' : 'no'
  return { fits: answer, reasons: [...new Set(reasons.map(({ code }) => code))], tool }
}

/** A machine with its times, its shift and what its counts taught. */
export function planMachine(
  view: MachineView,
  { times, shiftMin }: PlanSettings,
  { planLearning }: PlanFitsParts['outbox'],
): PlanMachine {
  const { pressBrakeId, name, kind, machine } = view
  const key = keyOf(view)
  const own = times[key] ?? usualTimes
  const counted = planLearning.timed().filter((one) => one.pressBrakeId === pressBrakeId)
  return {
    key,
    pressBrakeId,
    name,
    kind,
    longestMm: machine?.maxLengthMm ?? null,
    times: own,
    areUsual: times[key] === undefined,
    shiftMin: shiftMin[key] ?? usualShiftMin,
    ...paceOf(
      counted.flatMap(({ sheet, pieceNo, pieces, afterSec }) => {
        const { strokes, pieces: works } = sheetWork(sheet)
        const piece = works[sheet.pieces.findIndex((one) => one.pieceNo === pieceNo)]
        return piece === undefined ? [] : [{ pieces, afterSec, expectedSec: secondsOfPiece(strokes, piece, own) }]
      }),
    ),
  }
}
