// The call about the bend plan of a sheet at a machine. Pure.
import * as z from 'zod'
import { bendPlanView, machineKey } from '../views/index.ts'
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
} as const satisfies Record<string, CallShape>
