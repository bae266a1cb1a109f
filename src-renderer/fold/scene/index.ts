// Entry point of the scene of the 3D view. Pure.
export type { FoldedPiece, FoldScene, MachineStage } from './fold-scene.ts'
export { plannedScene } from './planned-scene.ts'
export { unplannedScene, type FoldedProfile } from './unplanned-scene.ts'
export { timelineOfSteps } from './planned-steps.ts'
