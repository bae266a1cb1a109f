// The force an air bend takes, and the share of a machine's force that is kept in reserve. Pure.
import type { Mm } from '../units.ts'

/** Megapascals. */
export type Mpa = number & { readonly unit?: 'MPa' }
/** Kilonewtons. */
export type Kn = number & { readonly unit?: 'kN' }

/**
 * Air-bending force in kN: 1.42 · Rm · s² · L / (1000 · V), Rm in MPa, the rest in mm. Reads up to 9 % below the Amada
 * air-bending chart and up to 12.7 % below another maker's stated pair, so hold it against a machine with `withMargin`.
 * A length of 0 takes no force; V must be above 0.
 */
export const airBendForce = (rm: Mpa, thicknessMm: Mm, lengthMm: Mm, vMm: Mm): Kn =>
  (1.42 * rm * thicknessMm ** 2 * lengthMm) / (1000 * vMm)

/** The formula reads low: this much is added before a force is held against a machine or a tool. */
export const forceMargin = 0.15

export const withMargin = (force: Kn): Kn => force * (1 + forceMargin)
