// What one piece of a product costs, or why nobody but the workshop can say it: the one place that prices products, for POST
// /prices and for orders. Assumed (specification 4.7 names the codes alone): measures and materials are held to the workshop's
// library of fittings, and another colour that is offered costs the same. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { Fitting, OrderLineProfile, Product, SentProfile } from '../../shared/workshop-api/index.ts'
import { wholeOre } from './whole-ore.ts'

export type LineRefusal = 'params_invalid' | 'params_impossible' | 'material_not_offered' | 'price_unavailable'

/** The profile that a line asks for: what it leaves out is as the product has it. */
export function profileAsked(
  { profile }: Pick<Product, 'profile'>,
  sent: SentProfile | null | undefined,
): OrderLineProfile | null {
  if (sent === null || sent === undefined) return profile
  return {
    family: sent.family ?? profile?.family ?? null,
    params: { ...profile?.params, ...sent.params },
    material: sent.material ?? profile?.material ?? null,
    colour: sent.colour ?? profile?.colour ?? null,
    colourSide: sent.colourSide ?? profile?.colourSide ?? null,
  }
}

/**
 * Øre for one piece, without VAT. `fittingOf` finds the workshop's own of a family, null where it has none; `lengthMm` is null
 * where none is said.
 */
export function pieceOre(
  product: Product,
  fittingOf: (family: string | null) => Fitting | null,
  lengthMm: number | null,
  profile: OrderLineProfile | null,
): number | LineRefusal {
  const { unit, unitPriceOre, minLengthMm, maxLengthMm } = product
  const byTheMetre = unit === 'm'
  const refused = refusedProfile(product, fittingOf, profile)
  if (refused !== null) return refused
  if (lengthMm === null && byTheMetre) return 'params_invalid'
  if (lengthMm !== null && (lengthMm < (minLengthMm ?? 0) || lengthMm > (maxLengthMm ?? Infinity))) {
    return 'params_impossible'
  }
  if (unitPriceOre === null || !costsTheSame(product.profile, profile)) return 'price_unavailable'
  const ore = byTheMetre ? wholeOre((unitPriceOre * (lengthMm ?? 0)) / 1000) : unitPriceOre
  return Number.isSafeInteger(ore * mostPieces) ? ore : 'price_unavailable'
}

/** Beyond what any sum of an order's lines multiplies a price by. */
const mostPieces = 100 * 500 * 10_000

function refusedProfile(
  { profile: own }: Product,
  fittingOf: (family: string | null) => Fitting | null,
  asked: OrderLineProfile | null,
): LineRefusal | null {
  if (asked === own || isDeepStrictEqual(asked, own)) return null
  if (asked === null || own === null || asked.family !== own.family) return 'params_invalid'
  const params = Object.entries(asked.params)
  if (params.some(([name, value]) => !(name in own.params) || !(value > 0))) return 'params_invalid'
  const fitting = fittingOf(own.family)
  if (fitting === null) return null
  const ranges = fitting.params.map(({ name, minMm, maxMm }) => ({ value: asked.params[name], minMm, maxMm }))
  if (ranges.some(({ value, minMm, maxMm }) => value !== undefined && (value < minMm || value > maxMm))) {
    return 'params_impossible'
  }
  const { material, colour } = asked
  const offered = fitting.materials.some((each) => each.material === material && each.colours.includes(colour ?? ''))
  return offered || (material === own.material && colour === own.colour) ? null : 'material_not_offered'
}

function costsTheSame(own: OrderLineProfile | null, asked: OrderLineProfile | null): boolean {
  return own === asked || (own?.material === asked?.material && isDeepStrictEqual(own?.params, asked?.params))
}
