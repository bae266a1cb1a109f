// Money is whole øre: what a reckoning gives between two is rounded to the nearest, half an øre away from zero. Each price of a
// piece, each line's sum, each discount and each line's VAT is rounded by itself, and sums are of rounded parts. Pure.

export function wholeOre(ore: number): number {
  return Math.sign(ore) * Math.round(Math.abs(ore))
}

/**
 * What so many cost at a price for one. A quantity such as 1.15 is no number that a computer holds: what comes to a half but for that
 * is a half.
 */
export function netOf(unitPriceOre: number, quantity: number): number {
  const ore = unitPriceOre * quantity
  return wholeOre(ore + ore * Number.EPSILON)
}

/** Basis points of a sum. */
export function shareOf(ore: number, bp: number): number {
  return wholeOre((ore * bp) / 10_000)
}
