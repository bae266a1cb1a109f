// Whether a plan is still free where the machine turns bends further than planned. Pure.
import type { Deg } from '../units.ts'
import { blockedOnFolder } from './folding-machine/index.ts'
import { blockedOnBrake } from './press-brake/index.ts'
import type { PlanRequest } from './plan-request.ts'
import type { BlockedStep, Plan } from './plan.ts'

/**
 * The steps of a plan that hit something, or that the tools cannot make, where the machine turns each bend further by `furtherTurnDeg`, by
 * the index of the bend. The tools, the poses and the gauge are those of the plan. Throws if the plan is not one of this request.
 */
export function checkFurther(request: PlanRequest, plan: Plan, furtherTurnDeg: readonly Deg[]): readonly BlockedStep[] {
  const further = { ...request, furtherTurnDeg }
  const { machine } = request
  const blocked =
    machine.kind === 'press_brake' ? blockedOnBrake(further, machine, plan) : blockedOnFolder(further, machine, plan)
  if (blocked === null) throw new Error('the plan was made for another request')
  return blocked
}
