// Entry point of the folded cross-section: at any stage of folding, and whether it runs through itself. Pure.
export { middleLine, preBendShare, stageAfter, zoneLengths } from './fold-stage.ts'
export type { FoldStage, NeutralLine } from './fold-stage.ts'
export { foldCrossSection } from './folded-section.ts'
export type { FoldOptions, FoldedSection } from './folded-section.ts'
export { validateSection } from './section-crossing.ts'
