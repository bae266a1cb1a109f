// The workshop's tables of materials and of the force that closes a hem; the files and the station API have the same form. Pure: uses
// only zod.
import * as z from 'zod'
import { uniqueRows } from './unique-rows.ts'

const timesThickness = z.number().min(0)

const material = z.strictObject({
  material: z.string().min(1),
  tensileStrengthMpa: z.number().positive(),
  yieldMpa: z.number().positive(),
  elasticMpa: z.number().positive(),
  radiusShare: z.number().positive().max(1),
  smallestRadius: z.strictObject({
    alongGrain: timesThickness,
    acrossGrain: timesThickness,
    painted: timesThickness.nullable(),
  }),
  lowestTemperatureC: z.number().nullable(),
})

export const materialTable = z.strictObject({
  source: z.string().min(1),
  materials: z
    .array(material)
    .min(1)
    .superRefine(uniqueRows((row) => row.material))
    .readonly(),
})

const hemForceRow = z.strictObject({
  material: z.string().min(1),
  thicknessMm: z.number().positive(),
  hem: z.enum(['closed', 'open', 'teardrop']),
  tensileStrengthMpa: z.number().positive(),
  knPerM: z.number().positive(),
})

export const hemForceTable = z.strictObject({
  source: z.string().min(1),
  rows: z
    .array(hemForceRow)
    .superRefine(uniqueRows((row) => `${row.hem} in ${row.material} ${row.thicknessMm}`))
    .readonly(),
})
