// How low the ram comes for the steps on one set of tools, and where an empty punch meets its die. Pure. Units: mm, radians.
//
// All sets of a set-up are clamped in one ram and stand on one table. So while one set bends, every other set closes as far, without a
// blank. Its punch must not meet its die. The position of the ram is the height of the clamp above the table.
import { maxCorrectionDeg } from '../../corrections.ts'
import { radians } from '../../units.ts'
import type { Mm } from '../../units.ts'
import { centreHeight, meetingHeight } from '../legs/index.ts'
import type { BlankModel, Stroke } from '../legs/index.ts'
import type { ProblemKit } from './brake-problem.ts'

/** The tools of another set stay at least this far apart: segments and holders differ by some tenths, and a long table bends. */
const ramClearanceMm: Mm = 0.5

export interface RamRange {
  /** The lowest position for its steps, with the largest correction. */
  readonly lowestMm: Mm
  /** The position at which the tools are closed without a blank. Null: an outline is missing. */
  readonly meetMm: Mm | null
}

/** `steps`: those of the model that are made on the tools. */
export function ramRange(model: BlankModel, { checker, flatten }: ProblemKit, steps: readonly number[]): RamRange {
  const { kit } = checker
  const openMm = kit.v.heightMm + kit.punch.heightMm
  const isKnown = kit.missing.every(({ part }) => part === 'clamp' || part === 'beam' || part === 'apron')
  // an empty slot may close: its upper bar gives way until it lies on the lower one
  const closedMm = openMm - (kit.hemmingTool?.closing?.widthMm ?? 0)
  const meetMm = isKnown ? closedMm + meetingHeight(kit.sides[0].moving.parts, kit.sides[0].fixed.parts) : null
  const lowestTipMm = Math.min(
    ...steps.map((step) =>
      flatten !== null && model.steps[step]?.kind === 'flatten'
        ? kit.bottomMm - flatten.dropMm(step)
        : lowestTip(checker.bumps(step)?.map(({ back }) => back) ?? [checker.stroke(step)]),
    ),
  )
  return { lowestMm: openMm + lowestTipMm, meetMm }
}

/** Whether the sets of tools may stand in one set-up. */
export const canShareRam = (one: RamRange, other: RamRange): boolean =>
  isClearAt(one, other.lowestMm) && isClearAt(other, one.lowestMm)

const isClearAt = ({ meetMm }: RamRange, ramMm: Mm): boolean => meetMm !== null && ramMm >= meetMm + ramClearanceMm

/** The lowest height of the punch's tip above the shoulders in the strokes of a bend, with the largest correction. */
function lowestTip(strokes: readonly Stroke[]): Mm {
  const further = radians(maxCorrectionDeg) / strokes.length
  return Math.min(
    ...strokes.map((stroke) => centreHeight(stroke, Math.min(stroke.end + further / 2, steepest)) + stroke.tipMm),
  )
}

/** Half of the largest turn that an air bend can have. */
const steepest = radians(89)
