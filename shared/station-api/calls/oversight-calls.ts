// The calls about what is bent, left and stuck over days. Pure.
import * as z from 'zod'
import { addDays, day } from '../../workshop-api/index.ts'
import { oversightAct, oversightSheet, oversightView, oversightWanted } from '../oversight-view.ts'
import { nothing, type CallShape } from './call.ts'

/** As many days are asked for at once. */
export const mostDays = 92

const range = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to && to < addDays(from, mostDays), {
    message: `a range of 1 to ${mostDays} days`,
    path: ['to'],
  })

export const oversightCalls = {
  /** Counts per brake, order and day, each sheet counted once. */
  'oversight.read': { in: range, out: oversightView, grant: 'oversee', byItself: true },
  /** The sheets behind a number, those of the first day first. */
  'oversight.sheets': {
    in: z.strictObject({ range, wanted: oversightWanted }),
    /** `total`: how many there are, listed or not. */
    out: z.strictObject({ sheets: z.array(oversightSheet).max(500), total: z.int() }),
    grant: 'oversee',
    byItself: true,
  },
  /** What people decided in these days, newest first. */
  'oversight.acts': {
    in: range,
    out: z.strictObject({ acts: z.array(oversightAct).max(500), isAll: z.boolean() }),
    grant: 'oversee',
    byItself: true,
  },
  /** Reads a day's list from the service now, for the counts alone. Refused with `service_not_reached`. */
  'oversight.ask': { in: z.strictObject({ date: day }), out: nothing, grant: 'oversee' },
  /** Writes the counts as CSV into the folder of exports. */
  'oversight.export': {
    in: z.strictObject({ range, language: z.enum(['nb', 'en']) }),
    /** Whole paths. */
    out: z.strictObject({ files: z.array(z.string()) }),
    grant: 'oversee',
  },
} as const satisfies Record<string, CallShape>
