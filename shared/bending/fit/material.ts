// What a material brings to a bend, and what closing a hem in it takes: a workshop's own tables. Pure; zod alone.
import * as z from 'zod'
import { noTwice } from '../no-twice.ts'

const timesThickness = z.number().min(0)

export const material = z.strictObject({
  /** As sheets name it. */
  material: z.string().min(1),
  /** Where a sheet states none. */
  tensileStrengthMpa: z.number().positive(),
  yieldMpa: z.number().positive(),
  elasticMpa: z.number().positive(),
  /** An air bend's inside radius as a share of V. */
  radiusShare: z.number().positive().max(1),
  /** Smallest inside radius as a multiple of the thickness; `painted` is what a paint film stands, null without one. */
  smallestRadius: z.strictObject({
    alongGrain: timesThickness,
    acrossGrain: timesThickness,
    painted: timesThickness.nullable(),
  }),
  /** Colder metal cracks; null where it does not matter. */
  lowestTemperatureC: z.number().nullable(),
})
export type Material = z.infer<typeof material>

export const materialTable = z.strictObject({
  /** Who gave the figures. */
  source: z.string().min(1),
  materials: z
    .array(material)
    .min(1)
    .superRefine(noTwice<Material>((row) => row.material)),
})
export type MaterialTable = z.infer<typeof materialTable>

export const hemForceRow = z.strictObject({
  material: z.string().min(1),
  thicknessMm: z.number().positive(),
  hem: z.enum(['closed', 'open', 'teardrop']),
  /** The strongest plate that the figure was taken for. */
  tensileStrengthMpa: z.number().positive(),
  knPerM: z.number().positive(),
})
export type HemForceRow = z.infer<typeof hemForceRow>

export const hemForceTable = z.strictObject({
  /** Who gave the figures. */
  source: z.string().min(1),
  rows: z
    .array(hemForceRow)
    .superRefine(noTwice<HemForceRow>((row) => `${row.hem} in ${row.material} ${row.thicknessMm}`)),
})
export type HemForceTable = z.infer<typeof hemForceTable>

/** Which hem, in which plate. */
export interface HemInPlate {
  readonly material: string
  readonly thicknessMm: number
  readonly hem: string
  readonly tensileStrengthMpa: number
}

/**
 * What closing a hem takes, kN per metre, from the table's row for exactly this material, thickness and kind; null where
 * there is none or the plate is stronger than the row's: then nobody knows, and a hem is never guessed.
 */
export const hemForce = (table: HemForceTable | null, hem: HemInPlate): number | null =>
  table?.rows.find(
    (row) =>
      row.material === hem.material &&
      row.hem === hem.hem &&
      Math.abs(row.thicknessMm - hem.thicknessMm) < 1e-6 &&
      hem.tensileStrengthMpa <= row.tensileStrengthMpa,
  )?.knPerM ?? null
