// The workshop's tables of materials and of the force that closes a hem. Pure.
import type { Mm } from '../units.ts'
import type { Mpa } from './bend-force.ts'

export interface Material {
  /** The name of the material on sheets. */
  readonly material: string
  /** Used where a sheet states none. */
  readonly tensileStrengthMpa: Mpa
  readonly yieldMpa: Mpa
  readonly elasticMpa: Mpa
  /** The inside radius of an air bend as a share of V. */
  readonly radiusShare: number
  /** Smallest inside radius as a multiple of the thickness; `painted`: the limit for a paint film, null without one. */
  readonly smallestRadius: {
    readonly alongGrain: number
    readonly acrossGrain: number
    readonly painted: number | null
  }
  /** Colder metal cracks; null where the temperature does not matter. */
  readonly lowestTemperatureC: number | null
}

export interface MaterialTable {
  /** Who supplied the figures. */
  readonly source: string
  readonly materials: readonly Material[]
}

/** The figures for the material of a sheet; null: the table has none, or there is no table. */
export const materialOf = (
  table: { readonly materials: readonly Material[] } | null,
  sheet: { readonly material: string },
): Material | null => table?.materials.find(({ material }) => material === sheet.material) ?? null

/** The tensile strength that a sheet states, else that of its material; null: neither is known. */
export const strengthOf = (sheet: { readonly tensileStrengthMpa: Mpa | null }, material: Material | null): Mpa | null =>
  sheet.tensileStrengthMpa ?? material?.tensileStrengthMpa ?? null

interface HemForceRow {
  readonly material: string
  readonly thicknessMm: Mm
  readonly hem: 'closed' | 'open' | 'teardrop'
  /** The strongest sheet metal for which the figure holds. */
  readonly tensileStrengthMpa: Mpa
  readonly knPerM: number
}

export interface HemForceTable {
  /** Who supplied the figures. */
  readonly source: string
  readonly rows: readonly HemForceRow[]
}

export interface HemInSheet {
  readonly material: string
  readonly thicknessMm: Mm
  readonly hem: string
  readonly tensileStrengthMpa: Mpa
}

/**
 * The force that closes a hem, kN per metre, from the row for exactly this material, thickness and kind. Null where there is no row or
 * the sheet is stronger than the row's: then the force is unknown, and it is never estimated.
 */
export const hemForce = (table: HemForceTable | null, hem: HemInSheet): number | null =>
  table?.rows.find(
    (row) =>
      row.material === hem.material &&
      row.hem === hem.hem &&
      Math.abs(row.thicknessMm - hem.thicknessMm) < 1e-6 &&
      hem.tensileStrengthMpa <= row.tensileStrengthMpa,
  )?.knPerM ?? null
