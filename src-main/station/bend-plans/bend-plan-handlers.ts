// The calls about the bend plans of a sheet. A refusal is a CallError with its code.
import type { CancelSignal } from '../../../shared/base/cancellation.ts'
import {
  bendPlanAnswer,
  CallError,
  machineKeyOf,
  type BendPlanAnswer,
  type BendPlanView,
  type CallIn,
  type KeptOrderView,
  type MachineView,
  type Station,
  type WorkshopView,
} from '../../../shared/station-api/index.ts'
import type { BendOrders, Ledger, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { Clock } from '../../platform/clock.ts'
import type { BendPlans, PlanOutcome } from './bend-plans.ts'
import { orRefused } from '../marks/index.ts'
import { inOrder, inputsDigest, stateOfKept } from './kept-order.ts'
import { ordersOfSheet } from './order-answer.ts'
import { chosenRequest, type SheetChoices } from './chosen-request.ts'
import { planRequestOf, type KeyedPlanRequest } from './plan-request.ts'

export interface BendPlanParts {
  readonly plans: BendPlans
  readonly workshop: () => WorkshopView
  /** Throws CallError where the sheet is not here, or its drawing is another. */
  readonly sheetAsShown: (sheetId: string, drawingVersion: number) => Sheet
  /** Throws CallError where the sheet is not here, or is malformed. */
  readonly readableSheet: (sheetId: string) => Sheet
  /** The machine of the station, otherwise the machine that the sheet is planned for; null: none. */
  readonly machineFor: (sheet: Sheet) => string | null
  readonly bendOrders: BendOrders
  readonly splitOf: SheetChoices['splitOf']
  readonly operators: Pick<Ledger['operators'], 'find'>
  readonly wait: Clock['wait']
}

/** A plan whose proof takes longer is shown before it is proven, ms. */
const proofPauseMs = 500

type BendPlanCall = Extract<keyof Station['handlers'], `bend_plan.${string}`>
export type BendPlanHandlers = Pick<Station['handlers'], BendPlanCall>

export function bendPlanHandlers(parts: BendPlanParts): BendPlanHandlers {
  const { plans, workshop, sheetAsShown, bendOrders } = parts
  const choices: SheetChoices = { splitOf: parts.splitOf, orderOf: bendOrders.of }
  return {
    'bend_plan.read': ({ sheetId, drawingVersion, machine }, _, signal) => {
      const sheet = sheetAsShown(sheetId, drawingVersion)
      const key = machine ?? parts.machineFor(sheet)
      const tables = workshop()
      const view = tables.machines.find((one) => machineKeyOf(one) === key) ?? null
      if (machine !== null && view === null) throw unknownMachine(machine)
      return planView(parts, choices, sheet, view, tables, (request) => planForScreen(parts, request, signal))
    },
    'bend_plan.orders': ({ sheetId }) => {
      const orders = ordersOfSheet({ plans, ...choices }, parts.readableSheet(sheetId), workshop())
      return { orders: [...orders].map(([machine, order]) => ({ machine, order })) }
    },
    'bend_plan.keep': async (input) => {
      const { sheet, view, tables } = orderedAt(parts, input)
      const { steps, operatorId } = input
      const request = planRequestOf(sheet, view.machine, tables, parts.splitOf(sheet.id, drawingHash(sheet)))
      if (!request.ok) throw new CallError('bad_order', request.error.message)
      const checked = await plans.planNow(inOrder(request.value, steps))
      if (!checked.ok) throw new CallError(isFailure(checked.error) ? 'failed' : 'bad_order', checked.error.message)
      const inputs = inputsDigest(request.value.request)
      const order = {
        sheetId: sheet.id,
        machine: input.machine,
        drawingHash: drawingHash(sheet),
        inputs,
        steps,
        operatorId,
      }
      orRefused(bendOrders.keep(order))
      return planView(parts, choices, sheet, view, tables)
    },
    'bend_plan.clear': (input) => {
      const { sheet, view, tables } = orderedAt(parts, input)
      orRefused(bendOrders.clear(sheet.id, input.machine, input.operatorId))
      return planView(parts, choices, sheet, view, tables)
    },
  }
}

const unknownMachine = (key: string): CallError => new CallError('machine_unknown', `there is no machine ${key}`)

/** Throws CallError where the sheet, the machine or the operator is not here. */
function orderedAt(parts: BendPlanParts, input: CallIn<'bend_plan.clear'>) {
  const { sheetId, drawingVersion, machine, operatorId } = input
  const sheet = parts.sheetAsShown(sheetId, drawingVersion)
  const tables = parts.workshop()
  const view = tables.machines.find((one) => machineKeyOf(one) === machine)
  if (view === undefined) throw unknownMachine(machine)
  if (operatorId !== null && parts.operators.find(operatorId)?.active !== true)
    throw new CallError('operator_unknown', `there is no operator ${operatorId} to choose`)
  return { sheet, view, tables }
}

/** The proven answer, or the first plan that works where the proof takes long. The push `planned` follows the proof. */
async function planForScreen(
  { plans, wait }: Pick<BendPlanParts, 'plans' | 'wait'>,
  request: KeyedPlanRequest,
  signal: CancelSignal | undefined,
): Promise<PlanOutcome> {
  const answered = new AbortController()
  try {
    return await plans.planOrFirst(request, wait(proofPauseMs, answered.signal), signal)
  } finally {
    answered.abort()
  }
}

async function planView(
  { plans, bendOrders, operators }: BendPlanParts,
  choices: SheetChoices,
  sheet: Sheet,
  view: MachineView | null,
  tables: WorkshopView,
  answerTo: (request: KeyedPlanRequest) => Promise<PlanOutcome> = (request) => plans.planNow(request),
): Promise<BendPlanView> {
  const request = chosenRequest(sheet, view, tables, choices)
  const storedOrder = view === null ? null : bendOrders.of(sheet.id, machineKeyOf(view))
  const keptOrder: KeptOrderView | null = storedOrder && {
    state: stateOfKept(storedOrder, sheet, request.ok ? request.value.request : null),
    by: storedOrder.operatorId === null ? null : (operators.find(storedOrder.operatorId)?.initials ?? null),
    keptAt: new Date(storedOrder.keptAt).toISOString(),
  }
  return {
    machine: view === null ? null : machineKeyOf(view),
    drawingHash: drawingHash(sheet),
    keptOrder,
    answer: request.ok ? answerView(await answerTo(request.value)) : { kind: 'not_planned', ...request.error },
  }
}

const isFailure = ({ code }: { readonly code: string }): boolean => code === 'failed' || code === 'cancelled'

function answerView(outcome: PlanOutcome): BendPlanAnswer {
  // the schema copies the answer, without its readonly types
  if (outcome.ok) return bendPlanAnswer.parse(outcome.value)
  const { message } = outcome.error
  return { kind: 'not_planned', code: isFailure(outcome.error) ? 'failed' : 'unsound', message }
}
