// The force of an air bend, and the margin that is added to it. Pure.
import type { Mm } from '../units.ts'

/** Megapascals. */
export type Mpa = number & { readonly unit?: 'MPa' }
/** Kilonewtons. */
export type Kn = number & { readonly unit?: 'kN' }

/**
 * Air-bending force in kN: 1.42 · Rm · s² · L / (1000 · V), Rm in MPa, the rest in mm. The result is up to 9 % below the
 * Amada air-bending chart and 12.7 % below another maker's published pair, so add `withMargin` before comparing it with a machine.
 * A length of 0 gives 0; V must be above 0.
 */
export const airBendForce = (rm: Mpa, thicknessMm: Mm, lengthMm: Mm, vMm: Mm): Kn =>
  (1.42 * rm * thicknessMm ** 2 * lengthMm) / (1000 * vMm)

/** The share that is added to a force, because the formula gives low values. */
export const forceMargin = 0.15

export const withMargin = (force: Kn): Kn => force * (1 + forceMargin)
