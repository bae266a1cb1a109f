// The planned order of bends as an answer of a machine: what it means for the fit, its sentence, and which machine it speaks for. Pure.
import { fitInWords } from '../bending/fit/index.ts'
import { planAnswerText, planMissingText, planReasonText } from '../bending/index.ts'
import type { Language, OrderAnswer, PlanAnswer } from '../station-api/index.ts'
import type { Minutes } from './work-time.ts'

/** The fit cannot tell these two: the order of the bends decides. */
const doubtsOfOrder: ReadonlySet<string> = new Set(['offset_on_beam', 'return_over_nose'])

/** Whether an order that works settles this reason of the fit. */
export const isSettledByOrder = (code: string): boolean => doubtsOfOrder.has(code)

/** The fit with the order: `no` where no order works, and `yes` where an order settles every doubt. `codes`: the reasons of the fit. */
export function fitInOrder(
  fits: PlanAnswer['fits'],
  codes: readonly string[],
  order: OrderAnswer | undefined,
): PlanAnswer['fits'] {
  if (order?.kind === 'impossible') return 'no'
  const isSettled = order?.kind === 'works' && codes.every(isSettledByOrder)
  return fits === 'unknown' && isSettled ? 'yes' : fits
}

/** What makes the order impossible or unknown, each as a phrase, without repeats. Empty where it works or is not planned yet. */
export function orderReasons(order: OrderAnswer, language: Language): string[] {
  if (order.kind === 'works' || order.kind === 'not_planned_yet') return []
  const reasons = order.reasons.map((reason) => planReasonText(reason, language))
  if (order.kind === 'impossible')
    return reasons.length === 0 ? [planAnswerText('no_order', language)] : [...new Set(reasons)]
  const missing = order.missing.map((one) => planMissingText(one, language))
  return [...new Set([...lackingText(order.lacking, language), ...missing, ...reasons])]
}

function lackingText(lacking: Extract<OrderAnswer, { kind: 'not_known' }>['lacking'], language: Language): string[] {
  if (lacking === null) return []
  if (lacking === 'sound_sheet') return [planAnswerText('sound_sheet', language)]
  return [fitInWords({ code: lacking === 'machine' ? 'machine_unknown' : 'tools_unknown', params: {} }, language)]
}

/** "works", or "custom order does not work: bend 4 hits the die at 118° (turn 62°) with flange 1". */
export function orderInWords(order: OrderAnswer, language: Language): string {
  const reasons = orderReasons(order, language)
  const isOwn = order.kind !== 'not_planned_yet' && order.isOwn
  const answer = `${isOwn ? `${planAnswerText('own_order', language)} ` : ''}${planAnswerText(order.kind, language)}`
  return reasons.length === 0 ? answer : `${answer}: ${reasons.join('; ')}`
}

/**
 * The index of the machine to propose for a sheet: one that fits, preferably one for which an order works, and among those the quickest.
 * Null: none fits. A machine on which no order works is never proposed.
 */
export function proposedMachine(answers: readonly PlanAnswer[], minutesOn: readonly Minutes[]): number | null {
  let best: number | null = null
  const rank = (index: number): number => (answers[index]?.order.kind === 'works' ? 0 : 1)
  const minutes = (index: number): Minutes => minutesOn[index] ?? Infinity
  for (const [index, { fits, order }] of answers.entries()) {
    if (fits !== 'yes' || order.kind === 'impossible') continue
    const isBetter =
      best === null || rank(index) < rank(best) || (rank(index) === rank(best) && minutes(index) < minutes(best))
    if (isBetter) best = index
  }
  return best
}
