// Entry point of the profile: its bends, their angles, and the lengths of its flanges. Pure.
export { flangeLength, isTapered, profileAlong, validateProfile } from './profile.ts'
export type { Bend, BendProfile, PieceEnd } from './profile.ts'
export { bendSetback, foldRadius, outsideSetback, sheetConvention } from './setback.ts'
export type { LengthConvention } from './setback.ts'
export { angleField, includedDegOf, signedTurnDegOf, turnDegOf } from './sheet-angles.ts'
export type { SheetAngle } from './sheet-angles.ts'
export { straightLengths } from './straight-lengths.ts'
