// Entry point of the legs: the blank on both sides of a bend, the outlines of tools and machine, and where they meet. Pure.
export { blankModel } from './blank-model.ts'
export type { BendState, BlankModel, ModelStep } from './blank-model.ts'
export { legsMeet, mayCross, shapesMeetFirst, shapesNearest } from './leg-pair.ts'
export type { LegContact } from './leg-pair.ts'
export { legForest } from './leg-tree.ts'
export type { LegForest, Side, TreeNode } from './leg-tree.ts'
export { asLegShape, highest, legChild, legRoot, legShapes, lowest, placedShape, turnedShape } from './leg.ts'
export type { LegNode, LegShape, LegStart } from './leg.ts'
export { meetingHeight } from './meeting-height.ts'
export { dividedAt, emptyPart, isSymmetrical, mirroredPart, movedPart, partOutline, placePart } from './part-outline.ts'
export type { PartOutline } from './part-outline.ts'
export { chordsOf, pieceOf, segment, segmentToSegment } from './piece-shape.ts'
export type { PieceShape } from './piece-shape.ts'
export {
  besideAt,
  centreHeight,
  firstContact,
  gapTo,
  leastContact,
  moveShape,
  movedShape,
  noShoulders,
  shouldersAt,
  spinOf,
} from './sweep.ts'
export type { Contact, MovedShape, PartGroup, Shoulders, Stroke } from './sweep.ts'
