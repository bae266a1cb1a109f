// Entry point of the pictures: the blank, the tools and the machine at a step. Pure.
export type { PictureBlank, StepPicture } from './picture.ts'
export { stepPicture } from './step-picture.ts'
