// A blank with every set of tools of a press brake that suits it. Pure.
import type { PressBrakeMachine } from '../../fit/machine.ts'
import { radians } from '../../units.ts'
import { blankModel } from '../legs/blank-model.ts'
import type { BlankModel } from '../legs/blank-model.ts'
import { brakeChecker } from './brake-checker.ts'
import { flattenChecker } from './brake-flatten.ts'
import type { BrakeKit } from './brake-kit.ts'
import type { ProblemKit } from './brake-problem.ts'
import { hemKitsOf, kitsOf, ownBendOn, pairsOf } from './brake-setup.ts'
import type { HemKit } from './brake-setup.ts'
import { legForest } from '../legs/leg-tree.ts'
import type { LegForest } from '../legs/leg-tree.ts'
import { defaultPlanSettings } from '../plan-request.ts'
import type { PlanRequest, PlanSettings } from '../plan-request.ts'
import type { PlanMissing } from '../plan.ts'

/** The blank as one hemming tool makes it, with every set of tools that suits it. */
export interface BrakeBlank {
  readonly request: PlanRequest
  readonly machine: PressBrakeMachine
  readonly settings: PlanSettings
  readonly model: BlankModel
  readonly forest: LegForest
  readonly plain: readonly ProblemKit[]
  readonly hem: ProblemKit | null
}

const settingsOf = (request: PlanRequest): PlanSettings => ({ ...defaultPlanSettings, ...request.settings })

/** One blank for each hemming tool, or one without; none where a hem has no tool. */
export function brakeBlanks(request: PlanRequest, machine: PressBrakeMachine): BrakeBlank[] {
  const settings = settingsOf(request)
  const kits = pairsOf(request, machine).flatMap(({ die, punch }) => kitsOf(machine, die, punch))
  const hasHem = request.profile.bends.some(({ hem }) => hem !== null)
  const hems: (HemKit | null)[] = hasHem ? hemKitsOf(request, machine, settings.hemTurnOnBrakeDeg) : [null]
  return hems.flatMap((hem) => {
    const turn = radians(hem?.preTurnDeg ?? 135)
    const model = blankModel(request.profile, request.neutral, { turn, radiusMm: hem?.radiusMm ?? 0 })
    if (!model.ok) return []
    const forest = legForest(model.value)
    const checkerOf = (kit: BrakeKit) =>
      brakeChecker({ forest, kit, machine, settings, own: ownBendOn(request, kit, hem) })
    const plain = kits.map((kit): ProblemKit => ({ checker: checkerOf(kit), flatten: null }))
    const hemKit: ProblemKit | null =
      hem === null ? null : { checker: checkerOf(hem.kit), flatten: flattenChecker(forest, hem.kit, settings) }
    return [{ request, machine, settings, model: model.value, forest, plain, hem: hemKit }]
  })
}

export const withHem = (blank: BrakeBlank, set: readonly ProblemKit[]): readonly ProblemKit[] =>
  blank.hem === null ? set : [...set, blank.hem]

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
