// What the screen sees of the plan: what was chosen for the day's sheets, which machines can take them, and how long that takes. Plain
// data, every field a schema. Pure.
import * as z from 'zod'
import { split } from '../planning/split.ts'
import { machineTimes } from '../planning/times.ts'
import { day, instant, uuid } from '../workshop-api/index.ts'

/** A machine: the id of the service's press brake, or the name of one that the service does not know. */
export const machineKey = z.string().min(1).max(200)

export const plannedSheet = z.strictObject({
  sheetId: uuid,
  /** Who is to bend it: as chosen here, else as the service says; null: nobody said. */
  machine: machineKey.nullable(),
  /** Something of it was chosen here, and is known here alone. */
  isLocal: z.boolean(),
  /** It has a place in its machine's order. */
  isPlaced: z.boolean(),
  isPinned: z.boolean(),
  /** It was chosen for another drawing. */
  isStale: z.boolean(),
  /** The lengths that this drawing is made in. */
  split: split.nullable(),
  by: z.string().nullable(),
  at: instant.nullable(),
})
export type PlannedSheet = z.infer<typeof plannedSheet>

export const planView = z.strictObject({
  date: day,
  /** Every sheet of the day's list in the planner's order: machine by machine, those without one last. */
  sheets: z.array(plannedSheet),
  /** What `plan.undo` takes back; null: nothing. */
  lastAct: z.strictObject({ id: z.string(), at: instant, by: z.string().nullable(), sheets: z.int() }).nullable(),
})
export type PlanView = z.infer<typeof planView>

export const planMachine = z.strictObject({
  key: machineKey,
  pressBrakeId: uuid.nullable(),
  name: z.string(),
  /** 'press_brake' or 'folder'. */
  kind: z.string(),
  /** mm; null: no file says. */
  longestMm: z.number().nullable(),
  times: machineTimes,
  /** Nobody has set them. */
  areUsual: z.boolean(),
  shiftMin: z.number(),
  /** How many times as long as by the times a piece takes here, the median of what was counted; 1: too little was. */
  pace: z.number(),
  secondsPerPiece: z.number().nullable(),
  learntFrom: z.int(),
})
export type PlanMachine = z.infer<typeof planMachine>

export const planAnswer = z.strictObject({
  fits: z.enum(['yes', 'no', 'unknown']),
  /** Codes alone: the sheet's own machines say the figures. */
  reasons: z.array(z.string()),
  /** What has to be mounted for it; null: not known. */
  tool: z.string().nullable(),
})
export type PlanAnswer = z.infer<typeof planAnswer>

/** How far one length laps over the next, mm. */
export const planLap = z.number().min(0).max(1_000)

export const planFits = z.strictObject({
  date: day,
  machines: z.array(planMachine),
  /** What a split begins with. */
  lapMm: planLap,
  sheets: z.array(
    z.strictObject({
      sheetId: uuid,
      /** Null: the sheet is not here, or cannot be read. */
      known: z
        .strictObject({
          strokes: z.int(),
          pieces: z.array(z.strictObject({ quantity: z.int(), lengthMm: z.number(), massKg: z.number().nullable() })),
          /** Machine by machine. */
          answers: z.array(planAnswer),
        })
        .nullable(),
    }),
  ),
})
export type PlanFits = z.infer<typeof planFits>

/** What a workshop has set for its machines, by their keys; what is not set is as usual. */
export const planSettings = z.strictObject({
  times: z.record(machineKey, machineTimes).default({}),
  shiftMin: z.record(machineKey, z.number().min(1).max(1_440)).default({}),
  lapMm: planLap.default(50),
})
export type PlanSettings = z.infer<typeof planSettings>
