// The picture of the machine at a step, and of the turn before it.
export { MachinePicture } from './machine-picture.tsx'
export { TurnPicture } from './turn-picture.tsx'
export { useStepPicture } from './use-step-picture.ts'
