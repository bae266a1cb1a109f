// The sentences about a bend plan and its steps. Pure.
import {
  bendAngleText,
  planMissingText,
  planPartText,
  planPieceText,
  planReasonText,
  swingText,
} from '../../shared/bending/index.ts'
import { fitInWords } from '../../shared/bending/fit/index.ts'
import { isNotPlanned, type PlanReason, type PlanStep } from '../../shared/bending/plan/index.ts'
import { isColourUp } from '../../shared/drawing/index.ts'
import type { BendPlanView, KeptOrderView } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'
import type { SheetPlan } from './sheet-plan.ts'

type Words = Pick<Texts, 't' | 'language'>

const capital = (text: string): string => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`

/** One reason as a sentence. */
export const reasonSentence = ({ language }: Words, reason: PlanReason): string =>
  `${capital(planReasonText(reason, language))}.`

/** What the operator does before a step, in one word; null: nothing. */
export function handlingWord({ t }: Pick<Texts, 't'>, { handling }: Pick<PlanStep, 'handling'>): string | null {
  return handling === 'none' ? null : t(`bend_plan.handling.${handling}`)
}

/** How a step bends, beside its arrow: the included angle, that it takes several strokes, or the part of a hem that it makes. */
export const stepAmount = ({ t, language }: Words, { kind, turnDeg }: Pick<PlanStep, 'kind' | 'turnDeg'>): string => {
  const angle = bendAngleText(turnDeg, language)
  if (kind === 'bend') return angle
  const word = t(`bend_plan.kind.${kind}`)
  return kind === 'bump' ? `${word} ${angle}` : word
}

/** How the blank lies with a face up; null: no side of the sheet is coloured. `place`: the machine that the sentence names, if any. */
export function colourSideText(
  { t }: Pick<Texts, 't'>,
  faceUp: PlanStep['pose']['faceUp'],
  colourSide: string,
  place: 'brake' | 'folder' | 'plain',
): string | null {
  const isUp = isColourUp(colourSide, faceUp)
  return isUp === null ? null : t(`bend_plan.colour_side.${place}.${isUp ? 'up' : 'down'}`)
}

/** What the operator does before a step, with the edge that is then at the gauge. */
export const handlingText = (
  { t }: Pick<Texts, 't'>,
  { handling, pose }: Pick<PlanStep, 'handling' | 'pose'>,
): string =>
  handling === 'none'
    ? t(`brake_link.edge_${pose.edgeAtGauge}`)
    : t(`brake_link.handling.${handling}.${pose.edgeAtGauge}`)

/** The least clearance of a step, or that nothing comes near; null: none is measured for this step. */
export function clearanceText(
  { t, language, mm }: Pick<Texts, 't' | 'language' | 'mm'>,
  { clearance, kind, punchId }: Pick<PlanStep, 'clearance' | 'kind' | 'punchId'>,
  isMeasured: boolean,
): string | null {
  // a folding machine has no punch
  if (clearance === null) return isMeasured && punchId !== null ? t('bend_plan.nothing_near') : null
  const { leastMm, part, piece, atTurnDeg } = clearance
  const figures = { least: mm(leastMm), part: planPartText(part, language), piece: planPieceText(piece, language) }
  // a flattening has no angle
  return kind === 'flatten'
    ? t('bend_plan.clearance_flat', figures)
    : t('bend_plan.clearance', { ...figures, angle: swingText(atTurnDeg, language) })
}

/** Who keeps an order and since when, or why it was discarded. */
export function keptSentence({ t, when }: Pick<Texts, 't' | 'when'>, { state, by, keptAt }: KeptOrderView): string {
  const who = [...(by === null ? [] : [by]), when(keptAt)].join(', ')
  return t(`bend_plan.kept.${state}`, { who })
}

/** What is not known in an order; empty: everything is known. */
export function notKnownSentences(
  { t, language }: Words,
  missing: readonly Parameters<typeof planMissingText>[0][],
  unknown: readonly Parameters<typeof planReasonText>[0][],
): string[] {
  const reasons = [
    ...missing.map((one) => planMissingText(one, language)),
    ...unknown.map((one) => planReasonText(one, language)),
  ]
  if (reasons.length === 0) return []
  return [t('brake_link.not_known', { reasons: reasons.join('; ') }), t('brake_link.not_known_means')]
}

/** The reservations about the whole plan, the machine's refusals first; empty: it is proven, or an order that works is shown. */
export function planSentences(words: Words, plan: Pick<SheetPlan, 'answer' | 'keptOrder' | 'refusals'>): string[] {
  const { t, language } = words
  const refusals = plan.refusals.map((reason) => fitInWords(reason, language)).join('; ')
  const ofOrder = orderSentences(words, plan)
  return refusals === '' ? ofOrder : [t('bend_plan.machine_refuses', { reasons: refusals }), ...ofOrder]
}

function orderSentences(
  { t, language }: Words,
  { answer, keptOrder }: Pick<BendPlanView, 'answer' | 'keptOrder'>,
): string[] {
  const words = (reasons: readonly Parameters<typeof planReasonText>[0][]): string =>
    reasons.map((reason) => planReasonText(reason, language)).join('; ')
  switch (answer.kind) {
    case 'works':
      return answer.plan.proof === 'best_so_far' ? [t('bend_plan.best_so_far')] : []
    case 'impossible': {
      const { reasons, remedies } = answer
      const isSearched = !isNotPlanned(reasons)
      if (keptOrder?.state === 'used' && isSearched) return [t('bend_plan.own_impossible', { reasons: words(reasons) })]
      const why =
        reasons.length === 0
          ? t('bend_plan.no_order')
          : t(isSearched ? 'bend_plan.impossible' : 'bend_plan.not_searched', { reasons: words(reasons) })
      return [why, ...(remedies.length === 0 ? [] : [t('bend_plan.remedies', { remedies: words(remedies) })])]
    }
    case 'not_known':
      return notKnownSentences({ t, language }, answer.missing, answer.reasons)
    case 'not_planned':
      return [t(`bend_plan.not_planned.${answer.code}`)]
  }
}
