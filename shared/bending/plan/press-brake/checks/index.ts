// Entry point of the checks of one step: the sweep of its legs, the gauge, flattening, and the reasons of a report. They import of the
// press brake only the kit of tools. Pure.
export { brakeChecker } from './brake-checker.ts'
export type { BrakeChecker, StepBend } from './brake-checker.ts'
export { flattenChecker, slotOf } from './brake-flatten.ts'
export type { FlattenChecker } from './brake-flatten.ts'
export { clearanceOf, reasonsOf } from './brake-report.ts'
export { brakeGaugeFinder } from './gauge-reading.ts'
export { verdictsOf } from './step-verdicts.ts'
export type { VerdictsOf } from './step-verdicts.ts'
