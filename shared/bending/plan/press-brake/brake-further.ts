// The steps of a plan on a press brake that turns bends further than planned. Pure.
import type { PressBrakeMachine } from '../../fit/index.ts'
import { brakeBlanks, brakeShares } from './brake-blank.ts'
import type { BrakeBlank } from './brake-blank.ts'
import type { ProblemKit } from './brake-problem.ts'
import { reasonsOf } from './checks/index.ts'
import { stepIndexOf } from '../order/index.ts'
import type { PlanRequest } from '../plan-request.ts'
import type { BlockedStep, Plan, PlanStep } from '../plan.ts'

/** The steps that are blocked with `furtherTurnDeg` of the request, on the tools of the plan. Null: the request lacks these tools. */
export function blockedOnBrake(request: PlanRequest, machine: PressBrakeMachine, plan: Plan): BlockedStep[] | null {
  const blank = brakeBlanks(request, machine, brakeShares(request, machine)).find((one) =>
    plan.steps.every((step) => kitOf(one, step) !== null),
  )
  if (blank === undefined) return null
  const { forest, settings, model } = blank
  let before = 0
  return plan.steps.flatMap((planned, index) => {
    const step = stepIndexOf(model, planned)
    const tools = kitOf(blank, planned)
    if (tools === null) return []
    const side = planned.pose.edgeAtGauge === 'last' ? 1 : -1
    const reasons = reasonsOf({ forest, ...tools, machine, settings, step, side, before })
    before |= 1 << step
    return reasons.length === 0 ? [] : [{ step: index, reasons }]
  })
}

function kitOf(
  { plain, hem }: BrakeBlank,
  { dieId, punchId, punchTurned, hemmingToolId }: PlanStep,
): ProblemKit | null {
  const kits = hemmingToolId === null ? plain : hem === null ? [] : [hem]
  const isPlanned = ({ checker: { kit } }: ProblemKit): boolean =>
    kit.v.id === (hemmingToolId ?? dieId) && kit.punch.id === punchId && kit.punchTurned === punchTurned
  return kits.find(isPlanned) ?? null
}
