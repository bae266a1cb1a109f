// What would help where no order works on the tools that were asked for: the tools of the workshop's file on which one does. Pure.
import type { PressBrakeMachine, Outline } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import { brakeBlanks, withHem } from './brake-blank.ts'
import type { BrakeBlank, BrakeShares } from './brake-blank.ts'
import { brakeProblem } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'
import type { PlanRequest } from '../plan-request.ts'
import type { PlanRemedy } from '../plan.ts'
import { anyOrder } from '../order/index.ts'
import type { SearchProgress } from '../order/index.ts'

/** More remedies do not help a person. */
const maxRemedies = 3

/** Single sets of tools on which an order works, each of which differs from those that were asked for. */
export function* remediesOf(
  request: PlanRequest,
  machine: PressBrakeMachine,
  shares: BrakeShares,
  blanks: readonly BrakeBlank[],
): Generator<SearchProgress, readonly PlanRemedy[]> {
  const { tools } = request
  const anyTool: PressBrakeMachine = {
    ...machine,
    dies: tools.dies.map(({ id }) => id),
    punches: tools.punches.map(({ id }) => id),
    hemmingTools: tools.hemmingTools.map(({ id }) => id),
  }
  const dies = new Set(blanks.flatMap(({ plain }) => plain.map(({ checker }) => checker.kit.v.id)))
  const punches = new Set(blanks.flatMap(({ plain }) => plain.map(({ checker }) => checker.kit.punch.id)))
  const hemmingTools = new Set(blanks.flatMap(({ hem }) => hem?.checker.kit.hemmingTool?.id ?? []))
  const remedies = new Map<string, PlanRemedy>()
  let states = 0
  for (const blank of brakeBlanks({ ...request, pairs: undefined, machine: anyTool }, anyTool, shares)) {
    const sets: readonly (readonly ProblemKit[])[] = blank.plain.length === 0 ? [[]] : blank.plain.map((kit) => [kit])
    for (const set of sets) {
      if (remedies.size >= maxRemedies) break
      const remedy = remedyOf(blank, set, dies, punches, hemmingTools)
      if (remedy === null || remedies.has(JSON.stringify(remedy))) continue
      const kits = withHem(blank, set)
      if (kits.some(({ checker }) => checker.kit.missing.length > 0)) continue
      const search = yield* anyOrder(brakeProblem(blank, kits))
      if (search.best !== null) remedies.set(JSON.stringify(remedy), remedy)
      states += search.states
      yield { states, order: null }
    }
  }
  return [...remedies.values()]
}

/** The tool that is new in a set; null if nothing is. */
function remedyOf(
  { hem }: BrakeBlank,
  [plain]: readonly ProblemKit[],
  dies: ReadonlySet<string>,
  punches: ReadonlySet<string>,
  hemmingTools: ReadonlySet<string>,
): PlanRemedy | null {
  const hemmingToolId = hem?.checker.kit.hemmingTool?.id
  const newHem = hemmingToolId !== undefined && !hemmingTools.has(hemmingToolId)
  if (plain === undefined) return newHem ? { code: 'works_on_hemming_tool', params: { hemmingToolId } } : null
  const { v, punch } = plain.checker.kit
  const [newDie, newPunch] = [!dies.has(v.id), !punches.has(punch.id)]
  // no sentence names a hemming tool together with other tools
  if (newHem && (newDie || newPunch)) return null
  if (newDie && newPunch) return { code: 'works_on_tools', params: { dieId: v.id, punchId: punch.id } }
  if (newPunch) return { code: 'works_on_punch', params: { punchId: punch.id } }
  if (newDie) return { code: 'works_on_die', params: { dieId: v.id, bodyMm: bodyOf(v.outline) } }
  return newHem ? { code: 'works_on_hemming_tool', params: { hemmingToolId } } : null
}

/** Width of a die where a hanging flange meets it: its corners in the upper 20 mm. */
function bodyOf(outline: Outline | undefined): Mm {
  const upper = (outline ?? []).filter(({ y }) => y > -20).map(({ x }) => x)
  return upper.length === 0 ? 0 : Math.max(...upper) - Math.min(...upper)
}
