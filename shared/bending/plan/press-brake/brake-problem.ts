// The steps of a blank on the sets of tools of a press brake, as the search asks for them. Pure.
import type { BlankModel, ModelStep } from '../legs/index.ts'
import type { BrakeChecker, FlattenChecker } from './checks/index.ts'
import { edgeOf, needsOf, optionsOnce, sideOf, someOrderWorks, unit } from '../order/index.ts'
import type { SearchProblem, SearchProgress, StepOption } from '../order/index.ts'
import type { PlanSettings } from '../plan-request.ts'
import { gaugeMates } from '../step/index.ts'
import type { GaugeFinder } from '../step/index.ts'

/** A set of tools with what it is for. */
export interface ProblemKit {
  readonly checker: BrakeChecker
  /** Null: for plain bends. */
  readonly flatten: FlattenChecker | null
}

/** Flat width in front of the tools with an edge at the gauge, and whether it is a short grip. */
export function gripOf(model: BlankModel, bend: number, edge: number, settings: PlanSettings) {
  const middle = model.middleMm[bend] ?? 0
  const heldMm = edge === 1 ? middle : model.widthMm - middle
  const short = heldMm < settings.shortGripMm && heldMm < model.widthMm - heldMm - 0.5
  return { heldMm, short }
}

/** A hem's steps need a hemming tool, a bend and a bump row a die. */
const isForPlainTools = ({ kind }: Pick<ModelStep, 'kind'>): boolean => kind === 'bend' || kind === 'bump'

/** The steps that need a die. */
export const plainSteps = ({ steps }: BlankModel): number[] =>
  steps.flatMap((step, index) => (isForPlainTools(step) ? [index] : []))

/** The kits with which each step is made, as the bits of a number. */
const kitBitsOf = ({ steps }: BlankModel, kits: readonly ProblemKit[]): number[] =>
  steps.map((step) => {
    let bits = 0
    for (const [index, { flatten }] of kits.entries())
      if ((flatten === null) === isForPlainTools(step)) bits |= 1 << index
    return bits
  })

/** Whether an order works if each step may have any of the kits. */
export function* worksOnAny(model: BlankModel, kits: readonly ProblemKit[]): Generator<SearchProgress, boolean> {
  const { steps } = model
  const isPossibleOn = ({ checker, flatten }: ProblemKit, step: number, before: number): boolean =>
    steps[step]?.kind === 'flatten'
      ? (flatten?.sideAt(step, before) ?? null) !== null
      : ([1, -1] as const).some(
          (side) => checker.free(step, side, before) && checker.gauge(step, side, before) !== null,
        )
  const hemSteps = steps.map((step) => !isForPlainTools(step))
  const forBends = kits.filter(({ flatten }) => flatten === null)
  const forHems = kits.filter(({ flatten }) => flatten !== null)
  const kitsFor = (step: number): readonly ProblemKit[] => (hemSteps[step] === true ? forHems : forBends)
  if (!steps.every((_, step) => kitsFor(step).some((kit) => isEverMade(kit, steps, step)))) return false
  return yield* someOrderWorks({ steps: steps.length, needs: needsOf(model) }, (step, before) =>
    kitsFor(step).some((kit) => isPossibleOn(kit, step, before)),
  )
}

const isEverMade = ({ checker, flatten }: ProblemKit, steps: BlankModel['steps'], step: number): boolean =>
  steps[step]?.kind === 'flatten' ? flatten?.isEver(step) === true : checker.isEver(step)

const faceOf = ({ steps, bends }: BlankModel, step: number): number =>
  bends[steps[step]?.bend ?? 0]?.sign === 1 ? 1 : 0

/**
 * The way of a step on one kit with an edge at the gauge; null where that edge has no gauge. Whether a bend is free is not checked; a
 * flattening is.
 */
export function optionOn(
  model: BlankModel,
  { checker, flatten }: ProblemKit,
  kit: number,
  step: number,
  before: number,
  edge: number,
  settings: PlanSettings,
): StepOption | null {
  const { bend = 0, kind } = model.steps[step] ?? {}
  const face = faceOf(model, step)
  if (kind === 'flatten') {
    const side = flatten?.sideAt(step, before) ?? null
    return side !== null && edgeOf(side) === edge ? { step, face, edge, kit, gauge: null, cost: 0 } : null
  }
  const gauge = checker.gauge(step, sideOf(edge), before)
  if (gauge === null) return null
  const isShort = gripOf(model, bend, edge, settings).short
  const cost = (gauge.safe ? 0 : unit.unsafeGauging) + (isShort ? unit.shortGrips : 0)
  return { step, face, edge, kit, gauge: gaugeKey(gauge.xMm, gauge.levelMm), cost }
}

/** What a problem needs to know of the blank. */
export interface ProblemBlank {
  readonly model: BlankModel
  readonly finder: GaugeFinder
  readonly settings: PlanSettings
}

/** Computes the options of a step once for each set of steps before it. */
export function brakeProblem({ model, finder, settings }: ProblemBlank, kits: readonly ProblemKit[]): SearchProblem {
  const { steps } = model
  const kitBits = kitBitsOf(model, kits)
  const grips = steps.map(({ bend, kind }) =>
    [0, 1].map((edge) => (kind === 'flatten' ? 0 : Number(gripOf(model, bend, edge, settings).short))),
  )
  const optionsAfter = (step: number, before: number): StepOption[] => {
    const stepOptions: StepOption[] = []
    for (const [kit, tools] of kits.entries()) {
      if (((kitBits[step] ?? 0) & (1 << kit)) === 0) continue
      for (const edge of [1, 0]) {
        if (steps[step]?.kind !== 'flatten' && !tools.checker.free(step, sideOf(edge), before)) continue
        const stepOption = optionOn(model, tools, kit, step, before, edge, settings)
        if (stepOption !== null) stepOptions.push(stepOption)
      }
    }
    return stepOptions
  }
  return {
    steps: steps.length,
    needs: needsOf(model),
    options: optionsOnce(optionsAfter),
    leastCost: (step) => Math.min(...(grips[step] ?? [0])) * unit.shortGrips,
    faces: (step) => 1 << faceOf(model, step),
    edges: (step) => {
      const flatten = steps[step]?.kind === 'flatten' ? kits.find((kit) => kit.flatten !== null)?.flatten : null
      return flatten === null || flatten === undefined ? [1, 0] : [edgeOf(flatten.flapSide(step))]
    },
    kits: (step) => kitBits[step] ?? 0,
    gaugeMates: () => gaugeMates(model, finder),
  }
}

/** Readings within a hundredth of a millimetre at the same level are one position. */
const gaugeKey = (xMm: number, levelMm: number): number =>
  Math.round(xMm * 100) * 100_000 + Math.round((levelMm + 500) * 100)
