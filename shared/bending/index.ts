// The face of bending: what a profile is, what it looks like folded, what plate it takes, and whether the service agrees. Pure.
export { hemTableRow, noTables, readBendTable, readHemTable, tableFigure } from './allowance-tables.ts'
export type { AllowanceTables, BendTableRow, HemTableRow, TableBend, TableHem } from './allowance-tables.ts'
export type { MaterialProfile, UnfoldingBy, UnfoldingMethod } from './bend-deductions.ts'
export { soundBendLines, writtenAlike } from './bend-lines.ts'
export type { StatedBendLine, StatedLines } from './bend-lines.ts'
export type { BendFigure, SingleBend } from './bend-figure.ts'
export {
  correctionByMeasure,
  isSoundCorrection,
  mostCorrectionDeg,
  offeredCorrection,
  roundCorrection,
} from './corrections.ts'
export type { BendSetting, OfferedCorrection, StoredCorrection } from './corrections.ts'
export { dinFigure, dinK } from './din-6935.ts'
export { middleLine, preBendShare, stageAfter } from './fold-stage.ts'
export type { FoldStage, NeutralLine } from './fold-stage.ts'
export { foldCrossSection } from './folded-section.ts'
export type { FoldedBend, FoldedFlange, FoldedSection, FoldOptions } from './folded-section.ts'
export { kFactorFigure } from './k-factor.ts'
export type { LikelyCause } from './likely-cause.ts'
export { inSweep, meetings } from './meeting.ts'
export { outerFromFlat } from './outer-dimensions.ts'
export type { FlatPlate } from './outer-dimensions.ts'
export { badMeasure, good, refuse } from './outcome.ts'
export type { Outcome, Refusal, RefusalCode, Refused } from './outcome.ts'
export { along, arcFrom, distance, headingFrom, partOf, pieceLength, turnAbout } from './plane.ts'
export type { Arc, Line, PathPiece, Point } from './plane.ts'
export { flangeLength, isTapered, soundProfile } from './profile.ts'
export type { Bend, BendProfile, Flange, PieceEnd } from './profile.ts'
export { soundSection } from './section-crossing.ts'
export type { LengthConvention } from './setback.ts'
export { mostBends, soundForUnfolding, unfold } from './unfolding.ts'
export type { DevelopedWidth, UnfoldedEnd, UnfoldedProfile } from './unfolding.ts'
export { checkUnfolding, usualToleranceMm } from './unfolding-check.ts'
export type { CheckedSheet, UnfoldingCheck, UnfoldingDifference } from './unfolding-check.ts'
export { radians } from './units.ts'
export type { Deg, Mm } from './units.ts'
