// The calls about the plan of a day. Whatever is chosen is kept here and known here alone. Pure.
import * as z from 'zod'
import { machineTimes } from '../../planning/times.ts'
import { day, uuid } from '../../workshop-api/index.ts'
import { machineKey, planFits, planLap, planView } from '../plan-view.ts'
import { operatorId, shown, type CallShape } from './call.ts'

const sheetOfDay = { date: day, ...shown, operatorId }

export const planCalls = {
  /** What was chosen, in the planner's order. */
  'plan.read': { in: z.strictObject({ date: day }), out: planView, grant: 'operate' },
  /** Which machines can take each sheet of the day, and what its minutes are reckoned from. */
  'plan.fits': { in: z.strictObject({ date: day }), out: planFits, grant: 'operate' },
  /** A machine for a sheet, whether or not it fits; null: as the service says. It loses its place. */
  'plan.choose': {
    in: z.strictObject({ ...sheetOfDay, machine: machineKey.nullable() }),
    out: planView,
    grant: 'plan',
  },
  /** A pinned sheet, and all before it, keep their places in a proposed order. */
  'plan.pin': { in: z.strictObject({ ...sheetOfDay, isPinned: z.boolean() }), out: planView, grant: 'plan' },
  /** To a place in a machine's order: before another sheet of it, or last. */
  'plan.move': {
    in: z.strictObject({ ...sheetOfDay, machine: machineKey, before: uuid.nullable() }),
    out: planView,
    grant: 'plan',
  },
  /** The whole order of a machine's day; sheets of it that are not named go last. */
  'plan.order': {
    in: z.strictObject({ date: day, machine: machineKey, sheetIds: z.array(uuid).max(5_000), operatorId }),
    out: planView,
    grant: 'plan',
  },
  /** A sheet in lengths of which none is longer than `longestMm`; null: whole again. Refused once pieces of it are counted. */
  'plan.split': {
    in: z.strictObject({
      ...sheetOfDay,
      into: z.strictObject({ longestMm: z.number(), lapMm: z.number() }).nullable(),
    }),
    out: planView,
    grant: 'plan',
  },
  /** Takes the day's last act back; refused where it is no longer the last. */
  'plan.undo': { in: z.strictObject({ date: day, actId: z.string(), operatorId }), out: planView, grant: 'plan' },
  /** How long a machine takes; null: as usual. */
  'plan.times': {
    in: z.strictObject({ date: day, machine: machineKey, times: machineTimes.nullable() }),
    out: planFits,
    grant: 'plan',
  },
  /** Minutes of work in a day at a machine; null: as usual. */
  'plan.shift': {
    in: z.strictObject({ date: day, machine: machineKey, minutes: z.number().min(1).max(1_440).nullable() }),
    out: planFits,
    grant: 'plan',
  },
  /** What a split begins with, at every machine. */
  'plan.lap': { in: z.strictObject({ date: day, lapMm: planLap }), out: planFits, grant: 'plan' },
} as const satisfies Record<string, CallShape>
