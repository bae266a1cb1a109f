// The workshop's press brakes and folding machines. The files and the station API have the same form, except for the corners of
// outlines. Pure: uses only zod.
import * as z from 'zod'
import { explainedBy } from './file-problem.ts'
import { outline, outlineInFile } from './outline-schemas.ts'
import type { OutlineSchema } from './outline-schemas.ts'

const mm = z.number().positive()
const ids = z.array(z.string().min(1))

const everyMachine = {
  name: z.string().min(1),
  source: z.string().min(1),
  maxLengthMm: mm,
  maxThicknessMm: mm,
  backgaugeMinMm: z.number().min(0),
  backgaugeMaxMm: mm,
  clearanceMm: z.number().min(0.05).max(5).optional(),
}

const segmentsMm = z.array(mm).min(1).readonly()

const fingers = (outlineOf: OutlineSchema) =>
  z
    .strictObject({
      outline: outlineOf('fingers'),
      levelsMm: z.array(z.number()).min(1).readonly(),
      retracts: z.boolean(),
    })
    .superRefine(({ levelsMm }, context) => {
      for (const [index, level] of levelsMm.entries())
        if (level <= (levelsMm[index - 1] ?? -Infinity))
          context.addIssue({
            code: 'custom',
            path: ['levelsMm', index],
            message: 'must be above the level before',
            params: explainedBy('levels_order'),
          })
    })

const pressBrakeOutlines = (outlineOf: OutlineSchema) =>
  z.strictObject({
    clamp: outlineOf('clamp'),
    beam: outlineOf('beam'),
    holder: outlineOf('holder'),
    table: outlineOf('table'),
    apron: outlineOf('apron'),
    fingers: fingers(outlineOf),
    segmentsMm,
  })

const folderOutlines = (outlineOf: OutlineSchema) =>
  z.strictObject({
    clamp: outlineOf('folderClamp'),
    beam: outlineOf('folderBeam'),
    barHeightMm: mm,
    beamAdjustmentMm: z.number().min(0),
    table: outlineOf('folderTable'),
    tableLiftMm: z.number().min(0),
    gauge: outlineOf('folderGauge'),
    bladeOnHem: z.boolean(),
    sidewaysRemoval: z.boolean(),
    heaviestSwingMm: mm,
    segmentsMm,
  })

const pressBrakeMachine = (outlineOf: OutlineSchema) =>
  z
    .strictObject({
      kind: z.literal('press_brake'),
      ...everyMachine,
      maxForceKn: z.number().positive(),
      throatMm: mm,
      openHeightMm: mm,
      strokeMm: mm,
      holdersMm: z.number().min(0),
      dies: ids.min(1).readonly(),
      punches: ids.min(1).readonly(),
      hemmingTools: ids.readonly(),
      outlines: pressBrakeOutlines(outlineOf).optional(),
    })
    .refine((machine) => machine.backgaugeMinMm < machine.backgaugeMaxMm, {
      path: ['backgaugeMaxMm'],
      message: 'must be above backgaugeMinMm',
      params: explainedBy('backgauge'),
    })

const foldingMachine = (outlineOf: OutlineSchema) =>
  z.strictObject({
    kind: z.literal('folder'),
    ...everyMachine,
    clampOpeningMm: mm,
    noseDepthMm: mm,
    clampHeightMm: mm,
    beamThicknessMm: mm,
    smallestFlangeMm: mm,
    largestTurnDeg: z.number().positive().max(180),
    folds: z.enum(['up', 'both']),
    ratings: z
      .array(z.strictObject({ upToLengthMm: mm, thicknessMm: mm }))
      .min(1)
      .readonly(),
    hemThicknessMm: mm.nullable(),
    outlines: folderOutlines(outlineOf).optional(),
  })

interface FoldingMachineFigures {
  readonly backgaugeMinMm: number
  readonly backgaugeMaxMm: number
  readonly maxLengthMm: number
  readonly ratings: readonly { readonly upToLengthMm: number; readonly thicknessMm: number }[]
}

function checkFoldingMachine(machine: FoldingMachineFigures, context: z.RefinementCtx): void {
  const report = (path: (string | number)[], message: string, code: Parameters<typeof explainedBy>[0]): void =>
    context.addIssue({ code: 'custom', path, message, params: explainedBy(code) })
  if (machine.backgaugeMinMm >= machine.backgaugeMaxMm) {
    report(['backgaugeMaxMm'], 'must be above backgaugeMinMm', 'backgauge')
  }
  for (const [index, rating] of machine.ratings.entries()) {
    const before = machine.ratings[index - 1]
    if (before && (rating.upToLengthMm <= before.upToLengthMm || rating.thicknessMm > before.thicknessMm)) {
      report(['ratings', index], 'must be longer and no thicker than the one before', 'ratings_order')
    }
  }
  if ((machine.ratings.at(-1)?.upToLengthMm ?? 0) < machine.maxLengthMm) {
    report(['ratings'], 'must reach to maxLengthMm', 'ratings_reach')
  }
}

/** The file calls the largest turn `largestAngleDeg`. */
const foldingMachineInFile = (() => {
  const { largestTurnDeg, ...fields } = foldingMachine(outlineInFile).shape
  return z
    .strictObject({ ...fields, largestAngleDeg: largestTurnDeg })
    .superRefine(checkFoldingMachine)
    .transform(({ largestAngleDeg, ...machine }) => ({ ...machine, largestTurnDeg: largestAngleDeg }))
})()

export const machine = z.discriminatedUnion('kind', [
  pressBrakeMachine(() => outline),
  foldingMachine(() => outline).superRefine(checkFoldingMachine),
])
export const machineFile = z.discriminatedUnion('kind', [pressBrakeMachine(outlineInFile), foldingMachineInFile])
