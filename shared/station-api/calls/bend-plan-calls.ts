// The calls about the bend plans of a sheet. Pure.
import * as z from 'zod'
import { uuid } from '../../workshop-api/index.ts'
import { bendPlanView, machineKey, orderedStep, sheetOrders } from '../views/index.ts'
import { operatorId, shownDrawing, type CallShape } from './call.ts'

export const bendPlanCalls = {
  'bend_plan.read': {
    purpose:
      "Plans how a machine bends a sheet: the steps with tools, gauge and clearance, or why there are none; with `machine` null, for the station's machine or else the one that the sheet is planned for.",
    in: z.strictObject({ ...shownDrawing, machine: machineKey.nullable() }),
    out: bendPlanView,
    grant: 'operate',
    automatic: true,
  },
  'bend_plan.orders': {
    purpose:
      'Reads for each machine whether there is an order in which it can bend the sheet, as far as that is planned.',
    in: z.strictObject({ sheetId: uuid }),
    out: sheetOrders,
    grant: 'operate',
    automatic: true,
  },
  'bend_plan.keep': {
    purpose:
      "Keeps an order of steps for a sheet at a machine in place of the planner's and checks it; an order with a blocked step is kept, but is never sent.",
    in: z.strictObject({
      ...shownDrawing,
      machine: machineKey,
      steps: z.array(orderedStep).min(1).max(100),
      operatorId,
    }),
    out: bendPlanView,
    grant: 'operate',
    automatic: false,
  },
  'bend_plan.clear': {
    purpose: "Drops the order that is kept for a sheet at a machine, so that the planner's applies again.",
    in: z.strictObject({ ...shownDrawing, machine: machineKey, operatorId }),
    out: bendPlanView,
    grant: 'operate',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
