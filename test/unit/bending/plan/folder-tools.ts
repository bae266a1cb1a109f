// A folding machine for tests: nose 45 deep, upright front behind it, blade of 15, a solid table; and hems.
import type { FolderMachine, FolderOutlines } from '../../../../shared/bending/fit/index.ts'
import type { BendProfile } from '../../../../shared/bending/index.ts'
import { signedTurnDegOf } from '../../../../shared/bending/index.ts'
import type { PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { outlineOf, profileOf, withoutSpringback } from './plan-tools.ts'

export const foldRadius = 1

export const folderOf = (changed: Partial<FolderOutlines> = {}): FolderMachine => ({
  kind: 'folder',
  name: 'test folder',
  source: 'test',
  maxLengthMm: 4050,
  maxThicknessMm: 1.5,
  backgaugeMinMm: 10,
  backgaugeMaxMm: 1000,
  clampOpeningMm: 120,
  noseDepthMm: 45,
  clampHeightMm: 180,
  beamThicknessMm: 15,
  smallestFlangeMm: 8,
  largestTurnDeg: 145,
  folds: 'up',
  ratings: [{ upToLengthMm: 4050, thicknessMm: 1.5 }],
  hemThicknessMm: 1,
  outlines: {
    clamp: outlineOf([0, 0], [120, 0], [120, 180], [45, 180], [45, 24], [0, 1.5]),
    beam: outlineOf([0, 0], [-15, 0], [-15, -70], [-70, -70], [-70, -180], [0, -180]),
    barHeightMm: 70,
    beamAdjustmentMm: 5,
    table: outlineOf([0, 0], [0, -180], [60, -180], [60, -40], [1050, -40], [1050, 0]),
    tableLiftMm: 10,
    gauge: outlineOf([0, 0], [40, 0], [40, 15], [0, 15]),
    bladeOnHem: true,
    sidewaysRemoval: true,
    heaviestSwingMm: 1000,
    segmentsMm: [500, 500],
    ...changed,
  },
})

/** Turns of 180° are closed hems. */
export function hemmed(lengths: readonly number[], turns: readonly number[]): BendProfile {
  const profile = profileOf(lengths, turns, 0.6, foldRadius)
  const bends = profile.bends.map((bend) =>
    Math.abs(signedTurnDegOf(bend)) === 180 ? { ...bend, insideRadiusMm: 0, hem: 'closed' } : bend,
  )
  return { ...profile, bends }
}

export const folderRequest = (profile: BendProfile, machine: FolderMachine = folderOf()): PlanRequest => ({
  profile,
  lengthMm: 2000,
  material: withoutSpringback,
  machine,
  tools: { source: 'test', dies: [], punches: [], hemmingTools: [] },
})
