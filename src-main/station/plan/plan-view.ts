// The plan of a day for screens and tables: the service's data with the planner's choices, in the planner's order. Pure.
import { machineKeyOf, type EntryView, type PlannedSheet, type PlanView } from '../../../shared/station-api/index.ts'
import type { Choice, Ledger } from '../../ledger/index.ts'

export interface PlanSources {
  plans: Pick<Ledger['plans'], 'of' | 'lastAct'>
  /** The initials of an operator; null: none. */
  initialsOf: (operatorId: string | null) => string | null
  /** The hash of this drawing of the sheet; null: it is not stored. */
  hashOf: (sheetId: string, drawingVersion: number) => string | null
  machines: readonly { pressBrakeId: string | null; name: string }[]
  /** The finished pieces of a sheet that are counted at this station. */
  doneOf: (sheetId: string) => number
}

/** A sheet in its machine's order. */
export interface Placed {
  entry: EntryView['entry']
  choice: Choice | null
  machine: string | null
  rank: number | null
}

/** The sheets of a day in the order of the machines; sheets without a known machine are last. */
export function placedSheets(date: string, entries: readonly EntryView[], sources: PlanSources): Placed[] {
  const keys = sources.machines.map(machineKeyOf)
  const placed = entries.map(({ entry }, position) => {
    const choice = sources.plans.of(entry.sheetId)
    const machine = choice?.machine ?? entry.pressBrakeId
    const rank = choice?.date === date ? choice.rank : null
    const lane = machine === null ? -1 : keys.indexOf(machine)
    return { entry, choice, machine, rank, lane: lane < 0 ? keys.length : lane, position }
  })
  return placed
    .toSorted((a, b) => a.lane - b.lane || (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.position - b.position || 0)
    .map(({ entry, choice, machine, rank }) => ({ entry, choice, machine, rank }))
}

export function planView(date: string, entries: readonly EntryView[], sources: PlanSources): PlanView {
  const act = sources.plans.lastAct(date)
  return {
    date,
    sheets: placedSheets(date, entries, sources).map((placed) => plannedSheet(placed, sources)),
    lastAct:
      act === null
        ? null
        : {
            id: act.id,
            actedAt: new Date(act.actedAtMs).toISOString(),
            by: sources.initialsOf(act.operatorId),
            sheets: act.sheetIds.length,
          },
  }
}

function plannedSheet(
  { entry, choice, machine, rank }: Placed,
  { initialsOf, hashOf, doneOf }: PlanSources,
): PlannedSheet {
  const isChosen =
    choice !== null && (choice.machine !== null || rank !== null || choice.pinned || choice.split !== null)
  const hash = isChosen ? hashOf(entry.sheetId, entry.drawingVersion) : null
  // a new version may have the same drawing: then its split and the choices stay valid
  const isStale =
    isChosen &&
    (hash !== null && choice.drawingHash !== ''
      ? hash !== choice.drawingHash
      : choice.drawingVersion !== entry.drawingVersion)
  return {
    sheetId: entry.sheetId,
    machine,
    isLocal: isChosen,
    isPlaced: rank !== null,
    isPinned: choice?.pinned ?? false,
    isStale,
    split: isStale ? null : (choice?.split ?? null),
    by: isChosen ? initialsOf(choice.operatorId) : null,
    plannedAt: isChosen ? new Date(choice.chosenAtMs).toISOString() : null,
    done: doneOf(entry.sheetId),
  }
}
