// The steps of an order as indexes into the steps of a blank's model. Pure.
import { ok } from '../../../base/result.ts'
import type { Result } from '../../../base/result.ts'
import { refuse } from '../../refusal.ts'
import type { Refusal } from '../../refusal.ts'
import type { BlankModel } from '../legs/index.ts'
import type { OrderedStep } from '../plan.ts'

type Steps = Pick<BlankModel, 'steps'>

/** The index of the model's step that makes a step of an order; -1: there is none. A plain bend may be made by bumps. */
export const stepIndexOf = ({ steps }: Steps, { kind, bendIndex }: Pick<OrderedStep, 'kind' | 'bendIndex'>): number =>
  steps.findIndex((one) => one.bend === bendIndex && (one.kind === kind || (one.kind === 'bend' && kind === 'bump')))

/** The index of each step of an order. Refuses a step that the model lacks, a step named twice, and with `whole` an order that lacks a step. */
export function stepIndexes(model: Steps, order: readonly OrderedStep[], whole: boolean): Result<number[], Refusal> {
  const count = model.steps.length
  const indexes = order.map((step) => stepIndexOf(model, step))
  const isRepeated = new Set(indexes).size < indexes.length
  if ((whole && indexes.length !== count) || isRepeated || indexes.includes(-1))
    return refuse('order', 'contradicts', `the order names ${order.length} steps, the blank has ${count}`)
  return ok(indexes)
}

/** The steps that must be done before each step, as masks: a flattening needs the step before it, its pre-bend. */
export const needsOf = ({ steps }: Steps): number[] =>
  steps.map(({ kind }, step) => (kind === 'flatten' ? 1 << (step - 1) : 0))
