// Entry point of the step: what the backgauge touches and how far a bend is over-bent, on either kind of machine. Pure.
export { isTight, mostClearanceMm, planClearance } from './clearance.ts'
export { gaugeMates } from './gauge-mates.ts'
export { gaugeFinder, noGaugeReason, stopFaceHeight } from './gauging.ts'
export type { GaugeContact, GaugeFinder } from './gauging.ts'
export { furtherTurn, overTurn } from './over-turn.ts'
