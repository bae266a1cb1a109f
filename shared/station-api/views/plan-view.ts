// The plan of a day: the planned sheets, the machines that can make them, and how long that takes. Pure.
import * as z from 'zod'
import { split } from '../../planning/split.ts'
import { machineTimes } from '../../planning/work-time.ts'
import { day, instant, uuid } from '../../workshop-api/index.ts'
import { machineKey } from './machine/index.ts'
import { orderAnswer } from './order-view.ts'

export const plannedSheet = z.strictObject({
  sheetId: uuid,
  /** The assigned machine: the planner's choice, or else the service's; null: none. */
  machine: machineKey.nullable(),
  /** The planner changed something that only this station stores. */
  isLocal: z.boolean(),
  /** It has a place in the order of its machine. */
  isPlaced: z.boolean(),
  isPinned: z.boolean(),
  /** It was planned for another drawing version. */
  isStale: z.boolean(),
  /** The lengths into which the sheet is split; null: made whole. */
  split: split.nullable(),
  by: z.string().nullable(),
  plannedAt: instant.nullable(),
  /** The finished pieces that are counted at this station. */
  done: z.int().min(0),
})
export type PlannedSheet = z.infer<typeof plannedSheet>

export const planView = z.strictObject({
  date: day,
  /** Every sheet of the day's list in the planner's order: machine by machine, those without one last. */
  sheets: z.array(plannedSheet),
  /** What `plan.undo` would undo; null: nothing. */
  lastAct: z.strictObject({ id: z.string(), actedAt: instant, by: z.string().nullable(), sheets: z.int() }).nullable(),
})
export type PlanView = z.infer<typeof planView>

export const planMachine = z.strictObject({
  key: machineKey,
  pressBrakeId: uuid.nullable(),
  name: z.string(),
  /** 'press_brake' or 'folder'. */
  kind: z.string(),
  /** mm; null: unknown. */
  longestMm: z.number().nullable(),
  times: machineTimes,
  /** Nobody has set the times. */
  areDefaultTimes: z.boolean(),
  shiftMin: z.number(),
  /** The median ratio of the counted to the computed time per piece; 1: too few pieces were counted. */
  pace: z.number(),
  secondsPerPiece: z.number().nullable(),
  /** The number of pieces from which `pace` is computed. */
  sampleSize: z.int(),
})
export type PlanMachine = z.infer<typeof planMachine>

export const planAnswer = z.strictObject({
  /** Whether the machine fits with the planned order: one on which no order works does not fit. */
  fits: z.enum(['yes', 'no', 'unknown']),
  /** Codes without values; the machines of the sheet view have the values. `order_impossible`: `order` has the reasons. */
  reasons: z.array(z.string()),
  /** The tool that has to be mounted; null: unknown. */
  tool: z.string().nullable(),
  order: orderAnswer,
})
export type PlanAnswer = z.infer<typeof planAnswer>

/** How far one length overlaps the next, mm. */
export const planLap = z.number().min(0).max(1_000)

export const planFits = z.strictObject({
  date: day,
  machines: z.array(planMachine),
  /** The initial lap of a split. */
  lapMm: planLap,
  sheets: z.array(
    z.strictObject({
      sheetId: uuid,
      /** Null: the sheet is missing or malformed. */
      facts: z
        .strictObject({
          strokes: z.int(),
          /** The pieces of the sheet, not split, in their order. `hand`: 'none', 'left' or 'right'. */
          lengths: z.array(z.strictObject({ quantity: z.int(), lengthMm: z.number(), hand: z.string() })),
          pieces: z.array(z.strictObject({ quantity: z.int(), lengthMm: z.number(), massKg: z.number().nullable() })),
          /** One answer per machine. */
          answers: z.array(planAnswer),
        })
        .nullable(),
    }),
  ),
})
export type PlanFits = z.infer<typeof planFits>

/** When and by whom a setting was changed last at this station. */
const settingChange = z.strictObject({
  /** Milliseconds since 1970, by the hybrid clock. */
  changedAtMs: z.int().min(0),
  by: z.string().nullable(),
})
const settingChanges = z.record(machineKey, settingChange).default({})

/** A workshop's settings for its machines, by machine key. Absent settings have their defaults. */
export const planSettings = z.strictObject({
  times: z.record(machineKey, machineTimes).default({}),
  shiftMin: z.record(machineKey, z.number().min(1).max(1_440)).default({}),
  lapMm: planLap.default(50),
  /** Absent for a setting that was made before its changes had times. */
  timesChanges: settingChanges,
  shiftChanges: settingChanges,
})
export type PlanSettings = z.infer<typeof planSettings>
