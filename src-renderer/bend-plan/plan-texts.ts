// The sentences about a bend plan and its steps. Pure.
import { planMissingText, planPartText, planPieceText, planReasonText } from '../../shared/bending/index.ts'
import type { PlanReason, PlanStep } from '../../shared/bending/plan/index.ts'
import type { BendPlanAnswer } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'

type Words = Pick<Texts, 't' | 'language'>

const capital = (text: string): string => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`

/** One reason as a sentence. */
export const reasonSentence = ({ language }: Words, reason: PlanReason): string =>
  `${capital(planReasonText(reason, language))}.`

/** What the operator does before a step, in one word; null: nothing. */
export function handlingWord({ t }: Pick<Texts, 't'>, { handling }: Pick<PlanStep, 'handling'>): string | null {
  return handling === 'none' ? null : t(`bend_plan.handling.${handling}`)
}

/** What the operator does before a step, with the edge that is then at the gauge. */
export const handlingText = (
  { t }: Pick<Texts, 't'>,
  { handling, pose }: Pick<PlanStep, 'handling' | 'pose'>,
): string =>
  handling === 'none'
    ? t(`brake_link.edge_${pose.edgeAtGauge}`)
    : t(`brake_link.handling.${handling}.${pose.edgeAtGauge}`)

/** The least clearance of a step, or that nothing comes near. */
export function clearanceText(
  { t, language, mm, deg }: Pick<Texts, 't' | 'language' | 'mm' | 'deg'>,
  { clearance }: Pick<PlanStep, 'clearance'>,
): string | null {
  if (clearance === null) return null
  const { leastMm, part, piece, atTurnDeg } = clearance
  return t('bend_plan.clearance', {
    least: mm(leastMm),
    part: planPartText(part, language),
    piece: planPieceText(piece, language),
    turn: deg(atTurnDeg),
  })
}

/** The reservations about the whole plan; empty: it is proven, or an order that works is shown. */
export function planSentences({ t, language }: Words, answer: BendPlanAnswer): string[] {
  const words = (reasons: readonly Parameters<typeof planReasonText>[0][]): string =>
    reasons.map((reason) => planReasonText(reason, language)).join('; ')
  switch (answer.kind) {
    case 'works':
      return answer.plan.proof === 'proven' ? [] : [t('bend_plan.best_so_far')]
    case 'impossible': {
      const { reasons, helps } = answer
      const why =
        reasons.length === 0 ? t('bend_plan.no_order') : t('bend_plan.impossible', { reasons: words(reasons) })
      return [why, ...(helps.length === 0 ? [] : [t('bend_plan.helps', { helps: words(helps) })])]
    }
    case 'not_known': {
      const missing = answer.missing.map((one) => planMissingText(one, language))
      const reasons = [...missing, ...(answer.reasons.length === 0 ? [] : [words(answer.reasons)])].join('; ')
      return [t('brake_link.not_known', { reasons }), t('brake_link.not_known_means')]
    }
    case 'not_planned':
      return [t(`bend_plan.not_planned.${answer.code}`)]
  }
}
