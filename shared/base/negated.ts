// Negation without negative zero. Pure.

/** The negative of a number, and 0 for 0: `-x` would give −0, which `toFixed` writes and `Object.is` distinguishes. */
export const negated = (value: number): number => 0 - value
