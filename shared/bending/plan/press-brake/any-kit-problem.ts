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
  // the gauge of a bend depends on the leg at the backgauge only
  const byLeg = model.steps.map(() => [new Map<TreeNode, LegOptions>(), new Map<TreeNode, LegOptions>()] as const)
  const legOptions = (step: number, before: number, edge: 0 | 1): LegOptions => {
    const { kind, bend = 0 } = model.steps[step] ?? {}
    const legs = byLeg[step]?.[edge]
    return kind === 'flatten' || legs === undefined
      ? []
      : memoized(legs, forest.leaf(bend, sideOf(edge), before), () => [])
  }
  const optionsAt = (step: number, before: number, edge: 0 | 1): StepOption[] => {
    const cached = legOptions(step, before, edge)
    const isFlatten = model.steps[step]?.kind === 'flatten'
    const different: StepOption[] = []
    for (const [index, kitGroup] of (alike[step] ?? []).entries()) {
      const legOption = cached[index]
      if (legOption === null || (legOption !== undefined && isAmong(different, legOption))) continue
      // the gauge takes the most time: it is read only for kits that are free
      if (!isFlatten && !kitGroup.some(({ checker }) => checker.free(step, sideOf(edge), before))) continue
      const stepOption = legOption ?? optionOn(model, kitGroup[0], kindOf(step), step, before, edge, settings)
      cached[index] = stepOption
      if (stepOption !== null && !isAmong(different, stepOption)) different.push(stepOption)
    }
    return different
  }
  const optionsAfter = (step: number, before: number): StepOption[] =>
    ([1, 0] as const).flatMap((edge) => optionsAt(step, before, edge))
  return { ...problem, options: optionsOnce(optionsAfter) }
}

const isAmong = (options: readonly StepOption[], { gauge, cost }: StepOption): boolean =>
  options.some((one) => one.gauge === gauge && one.cost === cost)

/** The options of a leg, one for each group of kits; undefined: not computed yet. */
type LegOptions = (StepOption | null | undefined)[]

type AnyKitBlank = ProblemBlank & Pick<BrakeBlank, 'forest'>

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
