// Entry point of bending: profiles, their folded cross-section, their flat pattern, and its comparison with the service's. Pure.
export { hemTableRow, noTables, tableFigure } from './allowance-tables.ts'
export type { AllowanceTables, BendTableRow, HemTableRow } from './allowance-tables.ts'
export type { MaterialProfile, FlatPatternMethod } from './bend-deductions.ts'
export { validateBendLines, hundredthTolerance } from './bend-lines.ts'
export type { StatedBendLine } from './bend-lines.ts'

export {
  correctionByMeasure,
  isValidCorrection,
  maxCorrectionDeg,
  offeredCorrection,
  roundCorrection,
} from './corrections.ts'
export type { BendSetting, StoredCorrection } from './corrections.ts'
export { dinFigure, dinK } from './din-6935.ts'
export { preBendShare, stageAfter } from './fold-stage.ts'
export type { FoldStage } from './fold-stage.ts'
export { foldCrossSection } from './folded-section.ts'
export type { FoldedSection, FoldOptions } from './folded-section.ts'
export { kFactorFigure } from './k-factor.ts'
export type { LikelyCause } from './likely-cause.ts'
export { inSweep, intersections as meetings } from './intersections.ts'
export { outerFromFlat } from './outer-dimensions.ts'

export { badMeasure, refuse } from './refusal.ts'
export type { Refusal, RefusalCode, Refused } from './refusal.ts'
export {
  along,
  arcFrom,
  bulgeArc,
  distance,
  headingFrom,
  nearestOnLine,
  partOf,
  pieceLength,
  turnAbout,
} from './plane.ts'
export type { Arc, Line, PathPiece, Point } from './plane.ts'
export { planAnswerText, planMissingText, planPartText, planPieceText, planReasonText } from './plan-texts.ts'
export { allowancesOfLines } from './stated-allowances.ts'
export { flangeLength, isTapered, validateProfile } from './profile.ts'
export type { Bend, BendProfile, PieceEnd } from './profile.ts'
export { signedTurnDegOf, turnDegOf } from './sheet-angles.ts'
export { validateSection } from './section-crossing.ts'

export { maxBends, validateForFlatPattern, flatPatternOf } from './flat-pattern.ts'
export type { FlatPattern } from './flat-pattern.ts'
export { checkFlatPattern, usualToleranceMm } from './flat-pattern-check.ts'
export type { CheckedSheet, FlatPatternCheck, FlatPatternDifference } from './flat-pattern-check.ts'

export { degrees, radians } from './units.ts'
export type { Deg, Mm } from './units.ts'
