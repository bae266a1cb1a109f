// Rounding to whole øre: to the nearest, halves away from zero. Each unit price, line sum, discount and the VAT of each rate is rounded,
// and sums are computed from the rounded values. Pure.

export function roundOre(ore: number): number {
  return Math.sign(ore) * Math.round(Math.abs(ore))
}

/** The price of a quantity. Corrects the binary rounding of quantities such as 1.15, so that an exact half is rounded up. */
export function lineNetOre(unitPriceOre: number, quantity: number): number {
  const ore = unitPriceOre * quantity
  return roundOre(ore + ore * Number.EPSILON)
}

/** A share of a sum, in basis points. */
export function shareOre(ore: number, bp: number): number {
  // `|| 0`: never minus zero
  return roundOre((ore * bp) / 10_000) || 0
}
