// Entry point of fitting: machines, tools and materials, the published formulas, and which machine can bend a sheet. Pure.
export { airBendForce, withMargin } from './bend-force.ts'
export type { Kn } from './bend-force.ts'
export { fit } from './fit.ts'
export type { FitTables } from './fit.ts'
export { ratedFor } from './folding-machine-fit.ts'
export type {
  FolderMachine,
  FolderOutlines,
  GaugeFingers,
  Machine,
  PressBrakeMachine,
  PressBrakeOutlines,
} from './machine.ts'

export type { HemForceTable, Material, MaterialTable } from './material.ts'
export type { Outline } from './outline.ts'
export { validateOutline } from './outline-check.ts'
export type { OutlineFault, OutlinePart } from './outline-check.ts'
export { outlineBox, outlinesOverlap, shifted } from './outline-edges.ts'
export { deriveTool, levelToleranceMm, toolDifferences } from './outline-figures.ts'

export { placeOutline, referencePoints, turnUpright } from './outline-placing.ts'
export type { Upright } from './outline-placing.ts'
export { fitInWords } from './reason-texts.ts'
export type { Fit, FitWarning } from './reason.ts'
export type { SheetToFit } from './sheet-to-fit.ts'
export { flangeToShoulder, smallestFlange, toMouldLine } from './smallest-flange.ts'
export { remainingShare, turnToBend } from './springback.ts'

export type { Die, HemmingTool, Punch, Tooling } from './tooling.ts'
export { airBendRadius, mildSteelRadiusShare, narrowestV, vOverThickness, wantedV } from './v-opening.ts'
