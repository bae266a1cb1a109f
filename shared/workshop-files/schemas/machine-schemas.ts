// The workshop's press brakes and folding machines; the files and the station API have the same form. Pure: uses only zod.
import * as z from 'zod'
import { explainedBy } from './file-problem.ts'

const mm = z.number().positive()
const ids = z.array(z.string().min(1))

const everyMachine = {
  name: z.string().min(1),
  source: z.string().min(1),
  maxLengthMm: mm,
  maxThicknessMm: mm,
  backgaugeMinMm: z.number().min(0),
  backgaugeMaxMm: mm,
}

const pressBrakeMachine = z
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
  })
  .refine((machine) => machine.backgaugeMinMm < machine.backgaugeMaxMm, {
    path: ['backgaugeMaxMm'],
    message: 'must be above backgaugeMinMm',
    params: explainedBy('backgauge'),
  })

const foldingMachine = z
  .strictObject({
    kind: z.literal('folder'),
    ...everyMachine,
    clampOpeningMm: mm,
    noseDepthMm: mm,
    clampHeightMm: mm,
    beamThicknessMm: mm,
    smallestFlangeMm: mm,
    largestAngleDeg: z.number().positive().max(180),
    folds: z.enum(['up', 'both']),
    ratings: z
      .array(z.strictObject({ upToLengthMm: mm, thicknessMm: mm }))
      .min(1)
      .readonly(),
    hemThicknessMm: mm.nullable(),
  })
  .superRefine((machine, context) => {
    if (machine.backgaugeMinMm >= machine.backgaugeMaxMm) {
      context.addIssue({
        code: 'custom',
        path: ['backgaugeMaxMm'],
        message: 'must be above backgaugeMinMm',
        params: explainedBy('backgauge'),
      })
    }
    for (const [index, rating] of machine.ratings.entries()) {
      const before = machine.ratings[index - 1]
      if (before && (rating.upToLengthMm <= before.upToLengthMm || rating.thicknessMm > before.thicknessMm)) {
        context.addIssue({
          code: 'custom',
          path: ['ratings', index],
          message: 'must be longer and no thicker than the one before',
          params: explainedBy('ratings_order'),
        })
      }
    }
    if ((machine.ratings.at(-1)?.upToLengthMm ?? 0) < machine.maxLengthMm) {
      context.addIssue({
        code: 'custom',
        path: ['ratings'],
        message: 'must reach to maxLengthMm',
        params: explainedBy('ratings_reach'),
      })
    }
  })

export const machine = z.discriminatedUnion('kind', [pressBrakeMachine, foldingMachine])
