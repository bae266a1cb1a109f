// The steps of a blank as if they could change tools freely: what the search of one set of tools is compared with. Pure.
import type { BlankModel } from '../legs/index.ts'
import { sideOf } from '../order/index.ts'
import type { SearchProblem, StepOption } from '../order/index.ts'
import type { PlanSettings } from '../plan-request.ts'
import { brakeProblem, optionOn } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'

/**
 * Each step has every way that it has on any kit. A change between two kits for plain bends, or between two for hems, is free. So no order
 * on some of the kits is cheaper than the cheapest order of this problem.
 */
export function anyKitProblem(model: BlankModel, kits: readonly ProblemKit[], settings: PlanSettings): SearchProblem {
  const plain = kits.filter(({ flatten }) => flatten === null)
  const hems = kits.filter(({ flatten }) => flatten !== null)
  const kinds = [plain, hems].filter((kind) => kind.length > 0)
  // one kit for each kind: the numbers of kits are those of the kinds
  const problem = brakeProblem(
    model,
    kinds.flatMap(([first]) => first ?? []),
    settings,
  )
  const known = new Map<number, readonly StepOption[]>()
  const kindOf = (step: number): number => 31 - Math.clz32(problem.kits(step))
  const alike = model.steps.map((_, step) => kitsAlike(kinds[kindOf(step)] ?? [], step))
  const waysOf = (step: number, before: number): StepOption[] => {
    const ways: StepOption[] = []
    for (const [kit, ...others] of alike[step] ?? []) {
      for (const edge of [1, 0]) {
        const way = optionOn(model, kit, kindOf(step), step, before, edge, settings)
        if (way === null || ways.some((one) => isSameWay(one, way))) continue
        const isFree = ({ checker }: ProblemKit): boolean => checker.free(step, sideOf(edge), before)
        if (way.gauge === null || isFree(kit) || others.some(isFree)) ways.push(way)
      }
    }
    return ways
  }
  return {
    ...problem,
    options: (step, before) => {
      const key = before * 32 + step
      const have = known.get(key)
      if (have !== undefined) return have
      const made = waysOf(step, before)
      known.set(key, made)
      return made
    },
  }
}

/** The kits on which a step has the same gauge, together; of a flattening each kit by itself. */
function kitsAlike(kits: readonly ProblemKit[], step: number): (readonly [ProblemKit, ...ProblemKit[]])[] {
  const groups = new Map<object, [ProblemKit, ...ProblemKit[]]>()
  for (const kit of kits) {
    const source = kit.flatten ?? kit.checker.gaugeSource(step)
    const group = groups.get(source)
    if (group === undefined) groups.set(source, [kit])
    else group.push(kit)
  }
  return [...groups.values()]
}

const isSameWay = (one: StepOption, other: StepOption): boolean =>
  one.edge === other.edge && one.gauge === other.gauge && one.cost === other.cost
