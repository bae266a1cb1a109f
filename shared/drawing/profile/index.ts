// Entry point of the folded profile: its drawing. Pure.
export { besidePiece } from './colour-side.ts'
export { hatchOf, hatchStepMm } from './hatch.ts'
export { colouredFace, colourPlace, mountedHeadings, mountingOf } from './mounted.ts'
export type { Face } from './mounted.ts'
export { profileScene } from './profile-scene.ts'
export type { ProfileOptions } from './profile-scene.ts'
export { thumbnailOf } from './thumbnail.ts'
export type { Thumbnail } from './thumbnail.ts'
