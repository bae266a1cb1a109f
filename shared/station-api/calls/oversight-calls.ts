// The calls about what is bent, left and stuck over several days. Pure.
import * as z from 'zod'
import { addDays, day } from '../../workshop-api/index.ts'
import { oversightAct, oversightSheet, oversightView, oversightFilter } from '../views/index.ts'
import { noFields, type CallShape } from './call.ts'

/** The longest range of one call. */
const maxDays = 92

const range = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to && to < addDays(from, maxDays), {
    message: `a range of 1 to ${maxDays} days`,
    path: ['to'],
  })

export const oversightCalls = {
  'oversight.read': {
    purpose: 'Reads the counts per brake, order and day; each sheet is counted once.',
    in: range,
    out: oversightView,
    grant: 'oversee',
    automatic: true,
  },
  'oversight.sheets': {
    purpose: 'Lists the sheets behind a count, the earliest day first.',
    in: z.strictObject({ range, filter: oversightFilter }),
    /** `total` counts the sheets that are not listed, too. */
    out: z.strictObject({ sheets: z.array(oversightSheet).max(500), total: z.int() }),
    grant: 'oversee',
    automatic: true,
  },
  'oversight.acts': {
    purpose: 'Lists what people decided in these days, newest first.',
    in: range,
    out: z.strictObject({ acts: z.array(oversightAct).max(500), isAll: z.boolean() }),
    grant: 'oversee',
    automatic: true,
  },
  'oversight.ask': {
    purpose: 'Fetches the list of a day from the service now, for the counts only; fails with `service_not_reached`.',
    in: z.strictObject({ date: day }),
    out: noFields,
    grant: 'oversee',
    automatic: false,
  },
  'oversight.export': {
    purpose: 'Writes the counts as CSV files into the export folder and returns their full paths.',
    in: z.strictObject({ range, language: z.enum(['nb', 'en']) }),
    out: z.strictObject({ files: z.array(z.string()) }),
    grant: 'oversee',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
