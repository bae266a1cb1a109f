// A blank with every set of tools of a press brake that suits it. Pure.
import { memoized } from '../../../base/memoized.ts'
import type { PressBrakeMachine } from '../../fit/index.ts'
import { radians } from '../../units.ts'
import type { Mm } from '../../units.ts'
import { blankModel, legForest } from '../legs/index.ts'
import type { BlankModel, LegForest } from '../legs/index.ts'
import { brakeChecker, flattenChecker, brakeGaugeFinder, verdictsOf } from './checks/index.ts'
import { mountedTools } from './brake-kit.ts'
import type { BrakeKit, MountedTools } from './brake-kit.ts'
import type { ProblemKit } from './brake-problem.ts'
import { bumpsOf, hemKitsOf, kitsOf, stepBendOn, pairsOf } from './brake-setup.ts'
import type { HemKit } from './brake-setup.ts'
import type { GaugeFinder } from '../step/index.ts'
import type { VerdictsOf } from './checks/index.ts'
import { planSettingsOf } from '../plan-request.ts'
import type { PlanRequest, PlanSettings } from '../plan-request.ts'
import type { PlanMissing } from '../plan.ts'

/** The blank as one hemming tool makes it, with every set of tools that suits it. */
export interface BrakeBlank {
  readonly request: PlanRequest
  readonly machine: PressBrakeMachine
  readonly settings: PlanSettings
  readonly model: BlankModel
  readonly forest: LegForest
  readonly finder: GaugeFinder
  readonly plain: readonly ProblemKit[]
  readonly hem: ProblemKit | null
}

/** What the blanks of a request share, whichever tools are asked for. */
export interface BrakeShares {
  readonly mounted: MountedTools
  /** Null: the profile cannot be unfolded. */
  readonly shapeOf: (turn: number, radiusMm: Mm, strokes: readonly number[]) => BlankShape | null
}

interface BlankShape {
  readonly forest: LegForest
  readonly finder: GaugeFinder
  readonly verdicts: VerdictsOf
}

/** Builds each shape when it is first asked for, and keeps it. */
export function brakeShares(request: PlanRequest, machine: PressBrakeMachine): BrakeShares {
  const settings = planSettingsOf(request)
  const shapes = new Map<string, BlankShape | null>()
  return {
    mounted: mountedTools(machine),
    shapeOf: (turn, radiusMm, strokes) => {
      const key = `${turn} ${radiusMm} ${strokes.join(' ')}`
      return memoized(shapes, key, () => {
        const model = blankModel(request.profile, request.neutral, { turn, radiusMm }, strokes)
        return model.ok ? shapeOf(legForest(model.value), machine, settings) : null
      })
    },
  }
}

function shapeOf(forest: LegForest, machine: PressBrakeMachine, settings: PlanSettings): BlankShape {
  const finder = brakeGaugeFinder(forest.model.thicknessMm, machine, settings)
  return { forest, finder, verdicts: verdictsOf(forest, finder, machine, settings) }
}

/** One blank for each hemming tool, or one without; none where a hem has no tool. */
export function brakeBlanks(
  request: PlanRequest,
  machine: PressBrakeMachine,
  { mounted, shapeOf }: BrakeShares,
): BrakeBlank[] {
  const settings = planSettingsOf(request)
  const { strokes } = bumpsOf(request, machine)
  const kits = pairsOf(request, machine).flatMap(({ die, punch }) => kitsOf(mounted, die, punch))
  const hasHem = request.profile.bends.some(({ hem }) => hem !== null)
  const hems: (HemKit | null)[] = hasHem ? hemKitsOf(request, machine, mounted, settings.hemTurnOnBrakeDeg) : [null]
  return hems.flatMap((hem) => {
    const shape = shapeOf(radians(hem?.preTurnDeg ?? 135), hem?.radiusMm ?? 0, strokes)
    if (shape === null) return []
    const { forest, finder, verdicts } = shape
    const checkerOf = (kit: BrakeKit) =>
      brakeChecker({
        forest,
        verdicts,
        kit,
        clearanceMm: settings.clearanceMm,
        stepBendOf: stepBendOn(request, kit, hem),
      })
    const plain = kits.map((kit): ProblemKit => ({ checker: checkerOf(kit), flatten: null }))
    const hemKit: ProblemKit | null =
      hem === null ? null : { checker: checkerOf(hem.kit), flatten: flattenChecker(forest, hem.kit, settings) }
    return [{ request, machine, settings, model: forest.model, forest, finder, plain, hem: hemKit }]
  })
}

/** The set with the hemming tools of the blank after it, if the blank has hems. */
export const withHem = (blank: BrakeBlank, set: readonly ProblemKit[]): readonly ProblemKit[] =>
  blank.hem === null ? set : [...set, blank.hem]

/** The outlines that no file states, each once. A machine without outlines also lacks its fingers. */
export const missingOf = (kits: readonly ProblemKit[], machine: PressBrakeMachine): PlanMissing[] => {
  const all = kits.flatMap(({ checker }) => [...checker.kit.missing])
  if (machine.outlines === undefined) all.push({ part: 'fingers', id: machine.name })
  const seen = new Set<string>()
  return all.filter(({ part, id }) => {
    const key = `${part} ${id}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
