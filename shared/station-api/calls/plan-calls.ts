// The calls about the plan of a day. The plan is stored at this station; the service does not have it. Pure.
import * as z from 'zod'
import { machineTimes } from '../../planning/work-time.ts'
import { day, uuid } from '../../workshop-api/index.ts'
import { machineKey, planFits, planLap, planView } from '../views/index.ts'
import { operatorId, shownDrawing, type CallShape } from './call.ts'

const sheetOfDay = { date: day, ...shownDrawing, operatorId }

export const planCalls = {
  'plan.read': {
    purpose: "Reads the plan of a day in the planner's order.",
    in: z.strictObject({ date: day }),
    out: planView,
    grant: 'operate',
    automatic: true,
  },
  'plan.fits': {
    purpose: 'Reads which machines can make each sheet of a day, and the figures from which its minutes are computed.',
    in: z.strictObject({ date: day }),
    out: planFits,
    grant: 'operate',
    automatic: true,
  },
  'plan.choose': {
    purpose:
      "Assigns a sheet to a machine, whether or not it fits, and removes its place in the order; with `machine` null, the service's choice applies.",
    in: z.strictObject({ ...sheetOfDay, machine: machineKey.nullable() }),
    out: planView,
    grant: 'plan',
    automatic: false,
  },
  'plan.pin': {
    purpose: 'Pins or unpins a sheet; a proposed order moves neither a pinned sheet nor the sheets before it.',
    in: z.strictObject({ ...sheetOfDay, isPinned: z.boolean() }),
    out: planView,
    grant: 'plan',
    automatic: false,
  },
  'plan.move': {
    purpose: "Moves a sheet in a machine's order: before another sheet, or with `before` null to the end.",
    in: z.strictObject({ ...sheetOfDay, machine: machineKey, before: uuid.nullable() }),
    out: planView,
    grant: 'plan',
    automatic: false,
  },
  'plan.order': {
    purpose: "Sets the order of a machine's day; sheets that are not named come last.",
    in: z.strictObject({ date: day, machine: machineKey, sheetIds: z.array(uuid).max(5_000), operatorId }),
    out: planView,
    grant: 'plan',
    automatic: false,
  },
  'plan.split': {
    purpose:
      'Splits a sheet into lengths of at most `longestMm`, or with `into` null makes it whole; refused after a piece of it is counted.',
    in: z.strictObject({
      ...sheetOfDay,
      into: z.strictObject({ longestMm: z.number(), lapMm: z.number() }).nullable(),
    }),
    out: planView,
    grant: 'plan',
    automatic: false,
  },
  'plan.undo': {
    purpose: 'Undoes the last change of a day; refused if `actId` is no longer the last.',
    in: z.strictObject({ date: day, actId: z.string(), operatorId }),
    out: planView,
    grant: 'plan',
    automatic: false,
  },
  'plan.times': {
    purpose: 'Sets how long the steps of a machine take; with `times` null, the default applies.',
    in: z.strictObject({
      date: day,
      machine: machineKey,
      times: machineTimes.nullable(),
      operatorId: operatorId.optional(),
    }),
    out: planFits,
    grant: 'plan',
    automatic: false,
  },
  'plan.shift': {
    purpose: "Sets the minutes of work in a machine's day; with `minutes` null, the default applies.",
    in: z.strictObject({
      date: day,
      machine: machineKey,
      minutes: z.number().min(1).max(1_440).nullable(),
      operatorId: operatorId.optional(),
    }),
    out: planFits,
    grant: 'plan',
    automatic: false,
  },
  'plan.lap': {
    purpose: 'Sets the lap with which a split starts, for all machines.',
    in: z.strictObject({ date: day, lapMm: planLap }),
    out: planFits,
    grant: 'plan',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
