// Entry point of programs: the steps of a bend plan as a controller makes them.
export { buildProgram } from './build-program.ts'
export type { NoOrder, PlannedOrder } from './program-request.ts'
export type { ProgramRefusal } from './program-refusal.ts'
export { correctedGaugeRefusal } from './step-checks.ts'
export { isHemStep, plainBend } from './program.ts'
export type { BrakeProgram, ProgramStep } from './program.ts'
