// How low the ram comes for the steps on one set of tools, and where an empty punch meets its die. Pure. Units: mm, radians.
//
// All sets of a set-up are clamped in one ram and stand on one table. So while one set bends, every other set closes as far, without a
// blank. Its punch must not meet its die. The position of the ram is the height of the clamp above the table.
import { maxCorrectionDeg } from '../../corrections.ts'
import { radians } from '../../units.ts'
import type { Mm } from '../../units.ts'
import { centreHeight } from '../legs/index.ts'
import type { BlankModel, PartOutline, Stroke } from '../legs/index.ts'
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

/** The height of the moving parts, above where they are drawn, at which they come down on the fixed parts; -Infinity: they pass beside them. */
function meetingHeight(moving: readonly PartOutline[], fixed: readonly PartOutline[]): Mm {
  let height = -Infinity
  for (const upper of moving) {
    for (const lower of fixed) height = Math.max(height, meetingOf(upper.edges, lower.edges))
  }
  return height
}

function meetingOf(upper: Float64Array, lower: Float64Array): Mm {
  let height = -Infinity
  for (let one = 0; one < upper.length; one += 4) {
    for (let other = 0; other < lower.length; other += 4) {
      const from = Math.max(leftOf(upper, one), leftOf(lower, other))
      const to = Math.min(rightOf(upper, one), rightOf(lower, other))
      if (from > to) continue
      // the difference of two lines is greatest at an end
      for (const x of [from, to]) height = Math.max(height, highestAt(lower, other, x) - lowestAt(upper, one, x))
    }
  }
  return height
}

const leftOf = (edges: Float64Array, edge: number): Mm => Math.min(edges[edge] ?? 0, edges[edge + 2] ?? 0)
const rightOf = (edges: Float64Array, edge: number): Mm => Math.max(edges[edge] ?? 0, edges[edge + 2] ?? 0)
const highestAt = (edges: Float64Array, edge: number, x: Mm): Mm => Math.max(...heightsAt(edges, edge, x))
const lowestAt = (edges: Float64Array, edge: number, x: Mm): Mm => Math.min(...heightsAt(edges, edge, x))

/** The height of an edge at `x`; both ends of a vertical one. */
function heightsAt(edges: Float64Array, edge: number, x: Mm): readonly Mm[] {
  const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(edge, edge + 4)
  return ax === bx ? [ay, by] : [ay + ((x - ax) / (bx - ax)) * (by - ay)]
}
