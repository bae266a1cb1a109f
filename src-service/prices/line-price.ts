// The price of one piece of a product, or the reason why only the workshop can price it. Used for POST /prices and for orders. Assumed
// (specification 4.7 names only the codes): the workshop's library of fittings limits dimensions and materials, and all offered colours cost
// the same. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { Fitting, OrderLineProfile, Product, SentProfile } from '../../shared/workshop-api/index.ts'
import { roundOre } from './rounding.ts'

export type LineRefusal = 'params_invalid' | 'params_impossible' | 'material_not_offered' | 'price_unavailable'

/** The profile of a line. Omitted members are those of the product. */
export function requestedProfile(
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

/** The price of one piece in øre, without VAT. `fittingOf` returns the workshop's fitting of a family, or null. `lengthMm` may be null. */
export function pieceOre(
  product: Product,
  fittingOf: (family: string | null) => Fitting | null,
  lengthMm: number | null,
  profile: OrderLineProfile | null,
): number | LineRefusal {
  const { unit, unitPriceOre, minLengthMm, maxLengthMm } = product
  const byTheMetre = unit === 'm'
  const refusal = profileRefusal(product, fittingOf, profile)
  if (refusal !== null) return refusal
  if (lengthMm === null && byTheMetre) return 'params_invalid'
  if (lengthMm !== null && (lengthMm < (minLengthMm ?? 0) || lengthMm > (maxLengthMm ?? Infinity))) {
    return 'params_impossible'
  }
  if (unitPriceOre === null || !costsTheSame(product.profile, profile)) return 'price_unavailable'
  const ore = byTheMetre ? roundOre((unitPriceOre * (lengthMm ?? 0)) / 1000) : unitPriceOre
  return Number.isSafeInteger(ore * maxFactor) ? ore : 'price_unavailable'
}

/** Above the factor of a price in any sum of an order. */
const maxFactor = 100 * 500 * 10_000

function profileRefusal(
  { profile: ownProfile }: Product,
  fittingOf: (family: string | null) => Fitting | null,
  requested: OrderLineProfile | null,
): LineRefusal | null {
  if (requested === ownProfile || isDeepStrictEqual(requested, ownProfile)) return null
  if (requested === null || ownProfile === null || requested.family !== ownProfile.family) return 'params_invalid'
  const params = Object.entries(requested.params)
  if (params.some(([name, value]) => !(name in ownProfile.params) || !(value > 0))) return 'params_invalid'
  const fitting = fittingOf(ownProfile.family)
  if (fitting === null) return null
  const ranges = fitting.params.map(({ name, minMm, maxMm }) => ({ value: requested.params[name], minMm, maxMm }))
  if (ranges.some(({ value, minMm, maxMm }) => value !== undefined && (value < minMm || value > maxMm))) {
    return 'params_impossible'
  }
  const { material, colour } = requested
  const isOffered = fitting.materials.some((each) => each.material === material && each.colours.includes(colour ?? ''))
  return isOffered || (material === ownProfile.material && colour === ownProfile.colour) ? null : 'material_not_offered'
}

function costsTheSame(ownProfile: OrderLineProfile | null, requested: OrderLineProfile | null): boolean {
  return (
    ownProfile === requested ||
    (ownProfile?.material === requested?.material && isDeepStrictEqual(ownProfile?.params, requested?.params))
  )
}
