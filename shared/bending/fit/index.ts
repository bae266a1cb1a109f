// Entry point of fitting: machines, tools and materials, the published formulas, and which machine can bend a sheet. Pure.
export { airBendForce, withMargin } from './bend-force.ts'
export type { Kn, Mpa } from './bend-force.ts'
export { bumpPitch, bumpStrokes, chooseBumps, largestAirBendRadius } from './bump.ts'
export { fit } from './fit.ts'
export type { FitTables } from './fit.ts'
export { largestFoldRadius, ratedFor } from './folding-machine-fit.ts'
export type {
  FolderMachine,
  FolderOutlines,
  GaugeFingers,
  Machine,
  PressBrakeMachine,
  PressBrakeOutlines,
} from './machine.ts'
export { materialOf, strengthOf } from './material.ts'
export type { HemForceTable, Material, MaterialTable } from './material.ts'
export { fitInWords } from './reason-texts.ts'
export type { Fit, FitWarning } from './reason.ts'
export type { SheetToFit } from './sheet-to-fit.ts'
export { flangeToShoulder, smallestFlange, toMouldLine } from './smallest-flange.ts'
export { remainingShare, turnToBend } from './springback.ts'
export {
  airBendLoad,
  closingForce,
  closingLoad,
  daylightRefusals,
  hemDaylightRefusals,
  hemmingToolHeight,
  leastPreTurnDeg,
} from './tool-load.ts'
export {
  deriveTool,
  levelToleranceMm,
  outlinesOverlap,
  partReferencePoints,
  placeOutline,
  referencePoints,
  shifted,
  slotBack,
  toolDifferences,
  turnUpright,
  validateOutline,
} from './tools/index.ts'
export type { Die, HemmingTool, Outline, OutlineFault, OutlinePart, Punch, Tooling, Upright } from './tools/index.ts'
export { airBendRadius, mildSteelRadiusShare, narrowestV, vOverThickness, wantedV } from './v-opening.ts'
