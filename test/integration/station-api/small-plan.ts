// The plan calls of the small station: one valid input and one answer each.
import {
  type BendPlanView,
  type CallIn,
  type CallName,
  type PlanFits,
  type PlanView,
  type Station,
} from '../../../shared/station-api/index.ts'

const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'
const date = '2026-08-03'
const sheetRef = { date, sheetId, drawingVersion: 1, operatorId: null }

/** One valid input per call. */
export const planInputs = {
  'bend_plan.read': { sheetId, drawingVersion: 1, machine: null },
  'bend_plan.orders': { sheetId },
  'bend_plan.keep': {
    sheetId,
    drawingVersion: 1,
    machine: 'Knekkemaskin 2',
    steps: [{ kind: 'bend', bendIndex: 0, pose: { faceUp: 'B', edgeAtGauge: 'last' } }],
    operatorId: null,
  },
  'bend_plan.clear': { sheetId, drawingVersion: 1, machine: 'Knekkemaskin 2', operatorId: null },
  'plan.read': { date },
  'plan.fits': { date },
  'plan.choose': { ...sheetRef, machine: null },
  'plan.pin': { ...sheetRef, isPinned: true },
  'plan.move': { ...sheetRef, machine: 'Knekkemaskin 2', before: null },
  'plan.order': { date, machine: 'Knekkemaskin 2', sheetIds: [sheetId], operatorId: null },
  'plan.split': { ...sheetRef, into: { longestMm: 3_000, lapMm: 50 } },
  'plan.undo': { date, actId: 'act', operatorId: null },
  'plan.times': { date, machine: 'Knekkemaskin 2', times: null },
  'plan.shift': { date, machine: 'Knekkemaskin 2', minutes: 450 },
  'plan.lap': { date, lapMm: 40 },
} satisfies { [Name in CallName]?: CallIn<Name> }

type PlanCall = keyof typeof planInputs
type Answer = <Out>(name: CallName, input: unknown, usual: () => Out | Promise<Out>) => Out | Promise<Out>

const noPlan = (): PlanView => ({ date, sheets: [], lastAct: null })
export const notPlanned = (): BendPlanView => ({
  machine: null,
  drawingHash: 'ab12',
  keptOrder: null,
  answer: { kind: 'not_planned', code: 'no_machine', message: 'no file of the workshop describes this machine' },
})
const noFits = (): PlanFits => ({ date, machines: [], lapMm: 50, sheets: [] })

export const planHandlers = (answer: Answer): Pick<Station['handlers'], PlanCall> => ({
  'bend_plan.read': (input) => answer('bend_plan.read', input, notPlanned),
  'bend_plan.orders': (input) => answer('bend_plan.orders', input, () => ({ orders: [] })),
  'bend_plan.keep': (input) => answer('bend_plan.keep', input, notPlanned),
  'bend_plan.clear': (input) => answer('bend_plan.clear', input, notPlanned),
  'plan.read': (input) => answer('plan.read', input, noPlan),
  'plan.fits': (input) => answer('plan.fits', input, noFits),
  'plan.choose': (input) => answer('plan.choose', input, noPlan),
  'plan.pin': (input) => answer('plan.pin', input, noPlan),
  'plan.move': (input) => answer('plan.move', input, noPlan),
  'plan.order': (input) => answer('plan.order', input, noPlan),
  'plan.split': (input) => answer('plan.split', input, noPlan),
  'plan.undo': (input) => answer('plan.undo', input, noPlan),
  'plan.times': (input) => answer('plan.times', input, noFits),
  'plan.shift': (input) => answer('plan.shift', input, noFits),
  'plan.lap': (input) => answer('plan.lap', input, noFits),
})
