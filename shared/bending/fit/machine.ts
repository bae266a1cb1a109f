// The two kinds of machine that bend sheets, as a workshop's file describes them: the limits the service knows of, and what
// it does not say. Pure; zod alone.
import * as z from 'zod'
import { saying } from '../wrong-why.ts'

const mm = z.number().positive()
const ids = z.array(z.string().min(1))

const everyMachine = {
  /** As the service names it. */
  name: z.string().min(1),
  /** Who gave the figures. */
  source: z.string().min(1),
  maxLengthMm: mm,
  maxThicknessMm: mm,
  backgaugeMinMm: z.number().min(0),
  backgaugeMaxMm: mm,
}

export const pressBrakeMachine = z
  .strictObject({
    kind: z.literal('press_brake'),
    ...everyMachine,
    maxForceKn: z.number().positive(),
    throatMm: mm,
    /** Between table and beam, with the beam up and nothing mounted. */
    openHeightMm: mm,
    strokeMm: mm,
    /** What is mounted always, above the punch and below the die together. */
    holdersMm: z.number().min(0),
    dies: ids.min(1),
    punches: ids.min(1),
    hemmingTools: ids,
  })
  .refine((machine) => machine.backgaugeMinMm < machine.backgaugeMaxMm, {
    path: ['backgaugeMaxMm'],
    message: 'must be above backgaugeMinMm',
    params: saying('backgauge'),
  })
export type PressBrakeMachine = z.infer<typeof pressBrakeMachine>

export const folderMachine = z
  .strictObject({
    kind: z.literal('folder'),
    ...everyMachine,
    /** How far the clamp lifts off the table. */
    clampOpeningMm: mm,
    /** How far the clamp's low nose reaches before the clamp rises. */
    noseDepthMm: mm,
    /** How high the clamp stands behind its nose. */
    clampHeightMm: mm,
    beamThicknessMm: mm,
    smallestFlangeMm: mm,
    largestAngleDeg: z.number().positive().max(180),
    folds: z.enum(['up', 'both']),
    /** The maker's rating for plate of 400 MPa: up to each length, this thickness. */
    ratings: z.array(z.strictObject({ upToLengthMm: mm, thicknessMm: mm })).min(1),
    /** The thickest plate of 400 MPa whose hems it presses together; null where the maker does not say. */
    hemThicknessMm: mm.nullable(),
  })
  .superRefine((machine, context) => {
    if (machine.backgaugeMinMm >= machine.backgaugeMaxMm) {
      context.addIssue({
        code: 'custom',
        path: ['backgaugeMaxMm'],
        message: 'must be above backgaugeMinMm',
        params: saying('backgauge'),
      })
    }
    for (const [index, rating] of machine.ratings.entries()) {
      const before = machine.ratings[index - 1]
      if (before && (rating.upToLengthMm <= before.upToLengthMm || rating.thicknessMm > before.thicknessMm)) {
        context.addIssue({
          code: 'custom',
          path: ['ratings', index],
          message: 'must be longer and no thicker than the one before',
          params: saying('ratings_order'),
        })
      }
    }
    if ((machine.ratings.at(-1)?.upToLengthMm ?? 0) < machine.maxLengthMm) {
      context.addIssue({
        code: 'custom',
        path: ['ratings'],
        message: 'must reach to maxLengthMm',
        params: saying('ratings_reach'),
      })
    }
  })
export type FolderMachine = z.infer<typeof folderMachine>

export const machine = z.discriminatedUnion('kind', [pressBrakeMachine, folderMachine])
export type Machine = z.infer<typeof machine>
