// Entry point of bending: profiles, their folded cross-section, their flat pattern, and its comparison with the service's. Pure.
export {
  allowancesOfLines,
  dinFigure,
  dinK,
  hemTableRow,
  kFactorFigure,
  noTables,
  tableFigure,
} from './allowance/index.ts'
export type {
  AllowanceTables,
  BendTableRow,
  FlatPatternMethod,
  HemTableRow,
  MaterialProfile,
} from './allowance/index.ts'

export { angleText, bendAngleText, swingText, turnText } from './angle-texts.ts'
export {
  alikeCorrections,
  correctionByMeasure,
  isValidCorrection,
  maxCorrectionDeg,
  offeredCorrection,
  roundCorrection,
} from './corrections.ts'
export type { BendSetting, StoredCorrection } from './corrections.ts'
export {
  alikeGaugeCorrections,
  bendThatSets,
  gaugeCorrectionByMeasure,
  isValidGaugeCorrection,
  maxGaugeCorrectionMm,
  offeredGaugeCorrection,
  placeOfFlange,
} from './gauge-corrections.ts'
export type { FlangePlace, GaugeSetting, StoredGaugeCorrection } from './gauge-corrections.ts'

export {
  checkFlatPattern,
  flatPatternOf,
  hundredthTolerance,
  maxBends,
  outerFromFlat,
  usualToleranceMm,
  validateBendLines,
  validateForFlatPattern,
} from './flat-pattern/index.ts'
export type {
  CheckedSheet,
  FlatPattern,
  FlatPatternCheck,
  FlatPatternDifference,
  LikelyCause,
  StatedBendLine,
} from './flat-pattern/index.ts'

export {
  along,
  arcFrom,
  bulgeArc,
  chordPoints,
  distance,
  distanceToLine,
  headingFrom,
  inSweep,
  intersections,
  isInside,
  linesCross,
  partOf,
  pieceLength,
  pointsBox,
  signedArea,
  turnAbout,
} from './geometry/index.ts'
export type { Arc, Box, Line, PathPiece, Point } from './geometry/index.ts'

export type { CodedReason } from './coded-reason.ts'
export {
  correctionNotKnownText,
  planAnswerText,
  planMissingText,
  planPartText,
  planPieceText,
  planReasonText,
  stationPlaceText,
  stationText,
} from './plan-texts.ts'
export { flangeLength, includedDegOf, isTapered, signedTurnDegOf, turnDegOf, validateProfile } from './profile/index.ts'
export type { Bend, BendProfile, PieceEnd } from './profile/index.ts'
export { badMeasure, refuse } from './refusal.ts'
export type { Refusal, RefusalCode, Refused } from './refusal.ts'
export { foldCrossSection, preBendShare, stageAfter, validateSection } from './section/index.ts'
export type { FoldedSection, FoldOptions, FoldStage } from './section/index.ts'
export { degrees, radians } from './units.ts'
export type { Deg, Mm } from './units.ts'
