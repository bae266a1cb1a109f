// The calls about the bend plans of a sheet. Pure.
import * as z from 'zod'
import { uuid } from '../../workshop-api/index.ts'
import { bendPlanView, machineKey, sheetOrders } from '../views/index.ts'
import { shownDrawing, type CallShape } from './call.ts'

export const bendPlanCalls = {
  'bend_plan.read': {
    purpose:
      "Plans how a machine bends a sheet: the steps with tools, gauge and clearance, or the reasons why there are none; null: the station's machine, or else the one that the sheet is planned for.",
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
} as const satisfies Record<string, CallShape>
