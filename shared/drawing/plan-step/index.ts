// Entry point of drawing the steps of a bend plan at the machine. Pure.
export { isColourUp } from './colour-up.ts'
export { stepBox, stepScene } from './step-scene.ts'
export type { StepPlace, StepSheet, StepView } from './step-scene.ts'
