// The calls about the plan. Each choice is one act in the ledger; afterwards every screen is notified, and the response is the new plan.
// A refusal is a CallError with its code.
import { splitSheet, type Split } from '../../../shared/planning/index.ts'
import {
  CallError,
  machineKeyOf,
  type CallIn,
  type EntryView,
  type PlanFits,
  type PlanMachine,
  type PlannedSheet,
  type PlanView,
  type Station,
  type WorkshopView,
} from '../../../shared/station-api/index.ts'
import { uuid } from '../../../shared/workshop-api/index.ts'
import type { Cache, Changes } from '../../cache/index.ts'
import type { NewChoice, Ledger } from '../../ledger/index.ts'
import type { MachineSettings } from './machine-settings.ts'
import { createPlanFits, planMachine, type PlanFitsParts } from './plan-fits.ts'
import { placedSheets, planView, type Placed, type PlanSources } from './plan-view.ts'
import { orRefused } from '../marks/index.ts'

export interface PlanCallParts {
  cache: Pick<Cache, 'sheetOf'>
  ledger: Pick<Ledger, 'plans' | 'bendOrders' | 'planLearning' | 'operators' | 'jobs' | 'work'>
  listOf: (date: string) => readonly EntryView[]
  workshop: () => WorkshopView
  bendPlans: PlanFitsParts['bendPlans']
  machineSettings: MachineSettings
  /** Called after the commit. */
  onChanges: (changes: Changes) => void
  /** The settings of a machine have changed. */
  onWorkshopChanged: () => void
}

type PlanCall = Extract<keyof Station['handlers'], `plan.${string}`>

interface SheetRequest {
  date: string
  sheetId: string
  drawingVersion: number
  operatorId: string | null
}

/** The distance between two new ranks, so that sheets can be moved in between. */
const rankStep = 1_024

export class PlanCalls {
  readonly handlers: Pick<Station['handlers'], PlanCall>
  readonly #parts: PlanCallParts
  readonly #fitsOf: ReturnType<typeof createPlanFits>

  constructor(parts: PlanCallParts) {
    this.#parts = parts
    this.#fitsOf = createPlanFits({ ...parts, settings: parts.machineSettings.current })
    this.handlers = {
      'plan.read': ({ date }) => this.#readPlan(date),
      'plan.fits': ({ date }) => this.#fitsOf(date, parts.listOf(date)),
      'plan.choose': ({ machine, ...request }) => {
        if (machine !== null) this.#machineOf(machine)
        return this.#changeChoice(request, () => ({ machine, rank: null }))
      },
      'plan.pin': ({ isPinned, ...request }) => this.#changeChoice(request, () => ({ pinned: isPinned })),
      'plan.move': (request) => this.#storeChoices(request.date, this.#moveSheet(request), request.operatorId),
      'plan.order': (request) => this.#orderSheets(request),
      'plan.split': ({ into, ...request }) => {
        const placed = requestedSheet(this.#placedOn(request.date), request)
        const choice = this.#choiceOf(placed, { split: this.#splitOf(placed, into) })
        return this.#storeChoices(request.date, [choice], request.operatorId, [request.sheetId])
      },
      'plan.undo': ({ date, actId, operatorId }) => {
        const isBent = (sheetId: string): boolean => this.#isBent(sheetId)
        const sheetIds = orRefused(parts.ledger.plans.undo(date, actId, operatorId, isBent))
        parts.onChanges({ dates: [date], sheetIds })
        return this.#readPlan(date)
      },
      'plan.times': ({ date, machine, times, operatorId = null }) => {
        this.#machineOf(machine)
        const by = this.#initialsOf(operatorId)
        return this.#changeSettings(date, (settings) => settings.setTimes(machine, times, by))
      },
      'plan.shift': ({ date, machine, minutes, operatorId = null }) => {
        this.#machineOf(machine)
        const by = this.#initialsOf(operatorId)
        return this.#changeSettings(date, (settings) => settings.setShift(machine, minutes, by))
      },
      'plan.lap': ({ date, lapMm }) => this.#changeSettings(date, (settings) => settings.setLap(lapMm)),
    }
  }

  /** The plan of a day for exports. */
  planOf(date: string): { sheets: PlannedSheet[]; machines: PlanMachine[] } {
    const { workshop, machineSettings, ledger } = this.#parts
    const settings = machineSettings.current()
    return {
      sheets: this.#readPlan(date).sheets,
      machines: workshop().machines.map((machine) => planMachine(machine, settings, ledger)),
    }
  }

  #readPlan(date: string): PlanView {
    return planView(date, this.#parts.listOf(date), this.#sources())
  }

  #placedOn(date: string): Placed[] {
    return placedSheets(date, this.#parts.listOf(date), this.#sources())
  }

  #sources(): PlanSources {
    const { cache, ledger, workshop } = this.#parts
    const atWork = ledger.jobs.sheetsAtWork()
    return {
      plans: ledger.plans,
      initialsOf: (operatorId) => (operatorId === null ? null : (ledger.operators.find(operatorId)?.initials ?? null)),
      hashOf: (sheetId, drawingVersion) => {
        const { sheet, drawingHash } = cache.sheetOf(sheetId)
        return sheet?.drawingVersion === drawingVersion ? drawingHash : null
      },
      machines: workshop().machines,
      doneOf: (sheetId) => {
        const sheet = atWork.has(sheetId) ? cache.sheetOf(sheetId).sheet : null
        return sheet === null ? 0 : ledger.work.workOf(sheet).done
      },
    }
  }

  /** Throws CallError for an operator that cannot be chosen. */
  #initialsOf(operatorId: string | null): string | null {
    if (operatorId === null) return null
    const operator = this.#parts.ledger.operators.find(operatorId)
    if (operator?.active !== true)
      throw new CallError('operator_unknown', `there is no operator ${operatorId} to choose`)
    return operator.initials
  }

  #isBent(sheetId: string): boolean {
    return (this.#parts.cache.sheetOf(sheetId).sheet?.bent ?? null) !== null
  }

  /** Throws CallError for an unknown machine. */
  #machineOf(key: string): WorkshopView['machines'][number] {
    const machine = this.#parts.workshop().machines.find((one) => machineKeyOf(one) === key)
    if (machine === undefined) throw new CallError('machine_unknown', `there is no machine ${key}`)
    return machine
  }

  #choiceOf({ entry, choice, rank }: Placed, change: Partial<NewChoice>): NewChoice {
    const { sheetId, drawingVersion } = entry
    const drawingHash = this.#parts.cache.sheetOf(sheetId).drawingHash ?? ''
    const machine = change.machine === undefined ? (choice?.machine ?? null) : change.machine
    return {
      sheetId,
      drawingHash,
      drawingVersion,
      rank,
      pinned: choice?.pinned ?? false,
      // a split holds only for the drawing for which it was made
      split: choice?.drawingHash === drawingHash ? choice.split : null,
      ...change,
      machine,
      pressBrakeId: uuid.safeParse(machine).success ? machine : null,
    }
  }

  #changeChoice(request: SheetRequest, change: (placed: Placed) => Partial<NewChoice>): PlanView {
    const placed = requestedSheet(this.#placedOn(request.date), request)
    return this.#storeChoices(request.date, [this.#choiceOf(placed, change(placed))], request.operatorId)
  }

  #storeChoices(
    date: string,
    choices: readonly NewChoice[],
    operatorId: string | null,
    sheetIds: string[] = [],
  ): PlanView {
    const { ledger, onChanges } = this.#parts
    this.#initialsOf(operatorId)
    if (choices.length > 0) {
      orRefused(ledger.plans.put(choices, { date, operatorId }, (sheetId) => this.#isBent(sheetId)))
      onChanges({ dates: [date], sheetIds })
    }
    return this.#readPlan(date)
  }

  #moveSheet(request: SheetRequest & { machine: string; before: string | null }): NewChoice[] {
    const { date, machine, before } = request
    this.#machineOf(machine)
    const placed = this.#placedOn(date)
    const sheet = requestedSheet(placed, request)
    const lane = placed.filter((one) => one.machine === machine && one !== sheet)
    const index = before === null ? lane.length : lane.findIndex(({ entry }) => entry.sheetId === before)
    if (index < 0) throw new CallError('plan_changed', `the sheet ${before} is not on ${machine} any more`)
    const rank = rankBetween(lane[index - 1], lane[index])
    if (rank === null) return this.#rankLane(lane.toSpliced(index, 0, sheet), machine)
    return [this.#choiceOf(sheet, { rank, ...(sheet.machine === machine ? {} : { machine }) })]
  }

  #orderSheets({ date, machine, sheetIds, operatorId }: CallIn<'plan.order'>): PlanView {
    this.#machineOf(machine)
    const onMachine = this.#placedOn(date).filter((one) => one.machine === machine)
    const lane = new Map(onMachine.map((one) => [one.entry.sheetId, one]))
    const named = [...new Set(sheetIds)].map((sheetId) => {
      const placed = lane.get(sheetId)
      if (placed === undefined) throw new CallError('plan_changed', `the sheet ${sheetId} is not on ${machine}`)
      lane.delete(sheetId)
      return placed
    })
    return this.#storeChoices(date, this.#rankLane([...named, ...lane.values()], machine), operatorId)
  }

  /** A machine's sheets in a new order: choices only for the sheets whose place changes. */
  #rankLane(lane: readonly Placed[], machine: string): NewChoice[] {
    return lane.flatMap((placed, index) => {
      const rank = (index + 1) * rankStep
      return placed.rank === rank && placed.machine === machine
        ? []
        : [this.#choiceOf(placed, { rank, ...(placed.machine === machine ? {} : { machine }) })]
    })
  }

  #splitOf({ entry: { sheetId } }: Placed, into: { longestMm: number; lapMm: number } | null): Split | null {
    if (into === null) return null
    const { sheet } = this.#parts.cache.sheetOf(sheetId)
    if (sheet === null) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not in this station's store`)
    const split = splitSheet(sheet.pieces, into.longestMm, into.lapMm)
    if (!split.ok) throw new CallError('bad_split', `${split.error.field}: ${split.error.message}`)
    return split.value
  }

  #changeSettings(date: string, change: (settings: MachineSettings) => void): Promise<PlanFits> {
    const { machineSettings, onWorkshopChanged, listOf } = this.#parts
    change(machineSettings)
    onWorkshopChanged()
    return this.#fitsOf(date, listOf(date))
  }
}

/** Null: the ranks are too close, or a neighbour has no rank. */
function rankBetween(previous: Placed | undefined, next: Placed | undefined): number | null {
  const [from, to] = [previous?.rank ?? null, next?.rank ?? null]
  if (previous === undefined && next === undefined) return rankStep
  if (next === undefined) return from === null ? null : from + rankStep
  if (previous === undefined) return to === null ? null : to - rankStep
  if (from === null || to === null || to - from < 1e-3) return null
  return (from + to) / 2
}

/** Throws CallError where the sheet is not on the list, or its drawing is another than the one on the screen. */
function requestedSheet(placed: readonly Placed[], { sheetId, drawingVersion }: SheetRequest): Placed {
  const requested = placed.find(({ entry }) => entry.sheetId === sheetId)
  if (requested === undefined) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not on this day's list`)
  if (requested.entry.drawingVersion !== drawingVersion)
    throw new CallError('drawing_changed', `the drawing is v${requested.entry.drawingVersion}, not v${drawingVersion}`)
  return requested
}
