// Entry point of the folded profile: its drawing. Pure.
export { profileScene } from './profile-scene.ts'
export type { ProfileOptions } from './profile-scene.ts'
