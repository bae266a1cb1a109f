// Entry point of the flat pattern: its computation, its inverse, and its comparison with the service's. Pure.
export { hundredthTolerance, validateBendLines } from './bend-lines.ts'
export type { StatedBendLine } from './bend-lines.ts'
export { checkFlatPattern, usualToleranceMm } from './flat-pattern-check.ts'
export type { CheckedSheet, FlatPatternCheck, FlatPatternDifference } from './flat-pattern-check.ts'
export { flatPatternOf, maxBends, validateForFlatPattern } from './flat-pattern.ts'
export type { FlatPattern } from './flat-pattern.ts'
export type { LikelyCause } from './likely-cause.ts'
export { outerFromFlat } from './outer-dimensions.ts'
