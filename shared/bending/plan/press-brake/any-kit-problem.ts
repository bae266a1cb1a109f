// The steps of a blank as if they could change tools freely: what the search of one set of tools is compared with. Pure.
import { memoized } from '../../../base/memoized.ts'
import type { TreeNode } from '../legs/index.ts'
import { optionsOnce, sideOf } from '../order/index.ts'
import type { SearchProblem, StepOption } from '../order/index.ts'
import type { BrakeBlank } from './brake-blank.ts'
import { brakeProblem, optionOn } from './brake-problem.ts'
import type { ProblemBlank, ProblemKit } from './brake-problem.ts'

/**
 * Each step has every way that it has on any kit. A change between two kits for plain bends, or between two for hems, is free. So no order
 * on some of the kits is cheaper than the cheapest order of this problem.
 */
export function anyKitProblem(blank: AnyKitBlank, kits: readonly ProblemKit[]): SearchProblem {
  const { model, forest, settings } = blank
  const plain = kits.filter(({ flatten }) => flatten === null)
  const hems = kits.filter(({ flatten }) => flatten !== null)
  const kinds = [plain, hems].filter((kind) => kind.length > 0)
  // one kit for each kind: the numbers of kits are those of the kinds
  const problem = brakeProblem(
    blank,
    kinds.flatMap(([first]) => first ?? []),
  )
  const kindOf = (step: number): number => 31 - Math.clz32(problem.kits(step))
  const alike = model.steps.map((_, step) => kitsAlike(kinds[kindOf(step)] ?? [], step))
  /** The different options that the gauge allows, each with the kits that have it. */
  const gaugedOptions = (step: number, before: number, edge: number): GaugedOption[] => {
    const stepOptions: GaugedOption[] = []
    for (const kitGroup of alike[step] ?? []) {
      const stepOption = optionOn(model, kitGroup[0], kindOf(step), step, before, edge, settings)
      if (stepOption === null) continue
      const same = stepOptions.find(
        (one) => one.stepOption.gauge === stepOption.gauge && one.stepOption.cost === stepOption.cost,
      )
      if (same === undefined) stepOptions.push({ stepOption, kits: [...kitGroup] })
      else same.kits.push(...kitGroup)
    }
    return stepOptions
  }
  // the gauge of a bend depends on the leg at the backgauge only
  const byLeg = model.steps.map(
    () => [new Map<TreeNode, GaugedOption[]>(), new Map<TreeNode, GaugedOption[]>()] as const,
  )
  const stepOptionsAt = (step: number, before: number, edge: 0 | 1): readonly GaugedOption[] => {
    const { kind, bend = 0 } = model.steps[step] ?? {}
    const legs = byLeg[step]?.[edge]
    if (kind === 'flatten' || legs === undefined) return gaugedOptions(step, before, edge)
    return memoized(legs, forest.leaf(bend, sideOf(edge), before), () => gaugedOptions(step, before, edge))
  }
  const optionsAfter = (step: number, before: number): StepOption[] =>
    ([1, 0] as const).flatMap((edge) =>
      stepOptionsAt(step, before, edge).flatMap(({ stepOption, kits: gaugedKits }) =>
        stepOption.gauge === null || gaugedKits.some(({ checker }) => checker.free(step, sideOf(edge), before))
          ? [stepOption]
          : [],
      ),
    )
  return { ...problem, options: optionsOnce(optionsAfter) }
}

type AnyKitBlank = ProblemBlank & Pick<BrakeBlank, 'forest'>

interface GaugedOption {
  readonly stepOption: StepOption
  readonly kits: ProblemKit[]
}

/** Groups the kits on which a step has the same gauge. For a flattening, each kit is its own group. */
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
