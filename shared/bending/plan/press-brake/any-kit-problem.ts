// The steps of a blank as if they could change tools freely: what the search of one set of tools is compared with. Pure.
import { optionsOnce, sideOf } from '../order/index.ts'
import type { SearchProblem, StepOption } from '../order/index.ts'
import { brakeProblem, optionOn } from './brake-problem.ts'
import type { ProblemBlank, ProblemKit } from './brake-problem.ts'

/**
 * Each step has every way that it has on any kit. A change between two kits for plain bends, or between two for hems, is free. So no order
 * on some of the kits is cheaper than the cheapest order of this problem.
 */
export function anyKitProblem(blank: ProblemBlank, kits: readonly ProblemKit[]): SearchProblem {
  const { model, settings } = blank
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
  const optionsAt = (step: number, before: number, edge: 0 | 1): StepOption[] => {
    const isFlatten = model.steps[step]?.kind === 'flatten'
    const side = sideOf(edge)
    const different: StepOption[] = []
    for (const kitGroup of alike[step] ?? []) {
      for (const kit of kitGroup) {
        // the gauge takes the most time: it is read only for kits that are free
        if (!isFlatten && !kit.checker.free(step, side, before)) continue
        const stepOption = optionOn(model, kit, kindOf(step), step, before, edge, settings)
        if (stepOption !== null && !isAmong(different, stepOption)) different.push(stepOption)
        if (!isFlatten && kit.checker.isGaugeShared(step, side, before)) break
      }
    }
    return different
  }
  const optionsAfter = (step: number, before: number): StepOption[] =>
    ([1, 0] as const).flatMap((edge) => optionsAt(step, before, edge))
  return { ...problem, options: optionsOnce(optionsAfter) }
}

const isAmong = (options: readonly StepOption[], { gauge, cost }: StepOption): boolean =>
  options.some((one) => one.gauge === gauge && one.cost === cost)

/** Groups the kits on which the gauge of a step differs at most by the ram. For a flattening, each kit is its own group. */
function kitsAlike(kits: readonly ProblemKit[], step: number): (readonly ProblemKit[])[] {
  const groups = new Map<object, ProblemKit[]>()
  for (const kit of kits) {
    const source = kit.flatten ?? kit.checker.gaugeSource(step)
    const group = groups.get(source)
    if (group === undefined) groups.set(source, [kit])
    else group.push(kit)
  }
  return [...groups.values()]
}
