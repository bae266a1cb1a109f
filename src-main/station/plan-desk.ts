// The calls about the plan: what each chooses is one act in the outbox, every screen is told, and each answers with the plan as it is
// then. A refusal is a CallError with its code.
import { splitSheet, type Split } from '../../shared/planning/index.ts'
import {
  CallError,
  type EntryView,
  type PlanFits,
  type PlanMachine,
  type PlannedSheet,
  type PlanSettings,
  type PlanView,
  type Station,
  type WorkshopView,
} from '../../shared/station-api/index.ts'
import { uuid } from '../../shared/workshop-api/index.ts'
import type { Cache, Changes } from '../cache/cache.ts'
import type { NewChoice, Outbox } from '../outbox/index.ts'
import { createPlanFits, keyOf, planMachine } from './plan-fits.ts'
import { placedSheets, planView, type Placed, type PlanSources } from './plan-view.ts'
import { orRefused } from './work-handlers.ts'

export interface PlanDeskParts {
  cache: Pick<Cache, 'sheetOf'>
  outbox: Pick<Outbox, 'plans' | 'planLearning' | 'operators'>
  listOf: (date: string) => readonly EntryView[]
  workshop: () => WorkshopView
  settings: () => PlanSettings
  /** Throws CallError where nothing is set up yet. */
  keepSettings: (settings: PlanSettings) => void
  /** After the commit. */
  changed: (changes: Changes) => void
  /** The machines are not what they were. */
  workshopChanged: () => void
}

export type PlanCall = Extract<keyof Station['handlers'], `plan.${string}`>
export interface PlanDesk {
  handlers: Pick<Station['handlers'], PlanCall>
  /** For the tables of the day. */
  planOf: (date: string) => { sheets: PlannedSheet[]; machines: PlanMachine[] }
}

interface Asked {
  date: string
  sheetId: string
  drawingVersion: number
  operatorId: string | null
}

/** Between two places that are given anew, so that others can be moved between them. */
const rankStep = 1_024

export function createPlanDesk(parts: PlanDeskParts): PlanDesk {
  const { cache, outbox, listOf, workshop, settings } = parts
  const { plans, operators } = outbox
  const isBent = (sheetId: string): boolean => (cache.sheetOf(sheetId).sheet?.bent ?? null) !== null
  const fitsOf = createPlanFits({ cache, outbox, workshop, settings })
  const sources = (): PlanSources => ({
    plans,
    initialsOf: (operatorId) => (operatorId === null ? null : (operators.find(operatorId)?.initials ?? null)),
    hashOf: (sheetId, drawingVersion) => {
      const { sheet, drawingHash } = cache.sheetOf(sheetId)
      return sheet?.drawingVersion === drawingVersion ? drawingHash : null
    },
    machines: workshop().machines,
  })
  const planOf = (date: string): PlanView => planView(date, listOf(date), sources())
  const placedOn = (date: string): Placed[] => placedSheets(date, listOf(date), sources())

  const machineOf = (key: string): WorkshopView['machines'][number] => {
    const found = workshop().machines.find((machine) => keyOf(machine) === key)
    if (found === undefined) throw new CallError('machine_unknown', `there is no machine ${key}`)
    return found
  }
  const choiceOf = ({ entry, choice, rank }: Placed, change: Partial<NewChoice>): NewChoice => {
    const { sheetId, drawingVersion } = entry
    const drawingHash = cache.sheetOf(sheetId).drawingHash ?? ''
    const machine = change.machine === undefined ? (choice?.machine ?? null) : change.machine
    return {
      sheetId,
      drawingHash,
      drawingVersion,
      rank,
      pinned: choice?.pinned ?? false,
      // the lengths of another drawing are none of this one
      split: choice?.drawingHash === drawingHash ? choice.split : null,
      ...change,
      machine,
      pressBrakeId: uuid.safeParse(machine).success ? machine : null,
    }
  }
  const keep = (date: string, choices: readonly NewChoice[], operatorId: string | null, sheetIds: string[] = []) => {
    if (operatorId !== null && operators.find(operatorId)?.active !== true)
      throw new CallError('operator_unknown', `there is no operator ${operatorId} to choose`)
    if (choices.length > 0) {
      orRefused(plans.put(choices, { date, operatorId }, isBent))
      parts.changed({ dates: [date], sheetIds })
    }
    return planOf(date)
  }
  /** A lane in a new order: rows for those alone whose place is another. */
  const ordered = (lane: readonly Placed[], machine: string): NewChoice[] =>
    lane.flatMap((placed, index) => {
      const rank = (index + 1) * rankStep
      return placed.rank === rank && placed.machine === machine
        ? []
        : [choiceOf(placed, { rank, ...(placed.machine === machine ? {} : { machine }) })]
    })
  const moved = (asked: Asked & { machine: string; before: string | null }): NewChoice[] => {
    const { date, machine, before } = asked
    machineOf(machine)
    const placed = placedOn(date)
    const sheet = askedOf(placed, asked)
    const lane = placed.filter((one) => one.machine === machine && one !== sheet)
    const at = before === null ? lane.length : lane.findIndex(({ entry }) => entry.sheetId === before)
    if (at < 0) throw new CallError('plan_changed', `the sheet ${before} is not on ${machine} any more`)
    const [previous, next] = [lane[at - 1], lane[at]]
    const rank = rankBetween(previous, next)
    if (rank === null) return ordered(lane.toSpliced(at, 0, sheet), machine)
    return [choiceOf(sheet, { rank, ...(sheet.machine === machine ? {} : { machine }) })]
  }
  const splitOf = ({ entry: { sheetId } }: Placed, into: { longestMm: number; lapMm: number } | null): Split | null => {
    if (into === null) return null
    const { sheet } = cache.sheetOf(sheetId)
    if (sheet === null) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not in this station's store`)
    const split = splitSheet(sheet.pieces, into.longestMm, into.lapMm)
    if (!split.ok) throw new CallError('bad_split', `${split.refusal.field}: ${split.refusal.message}`)
    return split.value
  }
  const chosen = (asked: Asked, change: (placed: Placed) => Partial<NewChoice>): PlanView => {
    const placed = askedOf(placedOn(asked.date), asked)
    return keep(asked.date, [choiceOf(placed, change(placed))], asked.operatorId)
  }
  const set = (date: string, change: (settings: PlanSettings) => PlanSettings): Promise<PlanFits> => {
    parts.keepSettings(change(settings()))
    parts.workshopChanged()
    return fitsOf(date, listOf(date))
  }

  return {
    planOf: (date) => ({
      sheets: planOf(date).sheets,
      machines: workshop().machines.map((machine) => planMachine(machine, settings(), outbox)),
    }),
    handlers: {
      'plan.read': ({ date }) => planOf(date),
      'plan.fits': ({ date }) => fitsOf(date, listOf(date)),
      'plan.choose': ({ machine, ...asked }) => {
        if (machine !== null) machineOf(machine)
        return chosen(asked, () => ({ machine, rank: null }))
      },
      'plan.pin': ({ isPinned, ...asked }) => chosen(asked, () => ({ pinned: isPinned })),
      'plan.move': (asked) => keep(asked.date, moved(asked), asked.operatorId),
      'plan.order': ({ date, machine, sheetIds, operatorId }) => {
        machineOf(machine)
        const lane = new Map(
          placedOn(date)
            .filter((one) => one.machine === machine)
            .map((one) => [one.entry.sheetId, one]),
        )
        const named = [...new Set(sheetIds)].map((sheetId) => {
          const found = lane.get(sheetId)
          if (found === undefined) throw new CallError('plan_changed', `the sheet ${sheetId} is not on ${machine}`)
          lane.delete(sheetId)
          return found
        })
        return keep(date, ordered([...named, ...lane.values()], machine), operatorId)
      },
      'plan.split': ({ into, ...asked }) => {
        const placed = askedOf(placedOn(asked.date), asked)
        const choice = choiceOf(placed, { split: splitOf(placed, into) })
        return keep(asked.date, [choice], asked.operatorId, [asked.sheetId])
      },
      'plan.undo': ({ date, actId, operatorId }) => {
        const { sheetIds } = orRefused(plans.undo(date, actId, operatorId, isBent))
        parts.changed({ dates: [date], sheetIds })
        return planOf(date)
      },
      'plan.times': ({ date, machine, times }) => {
        machineOf(machine)
        return set(date, (now) => ({ ...now, times: withKey(now.times, machine, times) }))
      },
      'plan.shift': ({ date, machine, minutes }) => {
        machineOf(machine)
        return set(date, (now) => ({ ...now, shiftMin: withKey(now.shiftMin, machine, minutes) }))
      },
      'plan.lap': ({ date, lapMm }) => set(date, (now) => ({ ...now, lapMm })),
    },
  }
}

/** Null: there is no room, or a neighbour has no place of its own yet. */
function rankBetween(previous: Placed | undefined, next: Placed | undefined): number | null {
  const [from, to] = [previous?.rank ?? null, next?.rank ?? null]
  if (previous === undefined && next === undefined) return rankStep
  if (next === undefined) return from === null ? null : from + rankStep
  if (previous === undefined) return to === null ? null : to - rankStep
  if (from === null || to === null || to - from < 1e-3) return null
  return (from + to) / 2
}

/** Throws CallError where the sheet is not on the list, or its drawing is another than the one on the screen. */
function askedOf(placed: readonly Placed[], { sheetId, drawingVersion }: Asked): Placed {
  const found = placed.find(({ entry }) => entry.sheetId === sheetId)
  if (found === undefined) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not on this day's list`)
  if (found.entry.drawingVersion !== drawingVersion)
    throw new CallError('drawing_changed', `the drawing is v${found.entry.drawingVersion}, not v${drawingVersion}`)
  return found
}

function withKey<T>(record: Readonly<Record<string, T>>, key: string, value: T | null): Record<string, T> {
  const { [key]: _, ...others } = record
  return value === null ? others : { ...others, [key]: value }
}
