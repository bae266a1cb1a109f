// The picture of one step at the machine that makes it. Pure.
import { brakePicture } from './brake-picture.ts'
import { folderPicture } from './folder-picture.ts'
import type { PlanRequest } from '../plan-request.ts'
import type { OrderedStep, PlanStep } from '../plan.ts'
import type { StepPicture } from './picture.ts'

/** The picture of a step after the steps before it; null where its tools are not described. */
export const stepPicture = (request: PlanRequest, before: readonly OrderedStep[], step: PlanStep): StepPicture | null =>
  request.machine.kind === 'press_brake'
    ? brakePicture(request, request.machine, before, step)
    : folderPicture(request, request.machine, before, step)
