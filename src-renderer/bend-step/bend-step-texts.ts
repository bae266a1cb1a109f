// The sentences of the bend step. Pure.
import type { BrakeView } from '../../shared/station-api/index.ts'
import { alarmText, faultSentences } from '../brake/brake-texts.ts'
import type { Texts } from '../language/texts.ts'
import type { BendingStop, BrakeSituation } from './brake-situation.ts'
import type { ShownStep } from './shown-steps.ts'

type Words = Pick<Texts, 't'>

/** What the operator does before the step, in one word. */
export function turnWord({ t }: Words, { handling, changesSetUp }: ShownStep, isFirst: boolean): string {
  if (changesSetUp) return t('bend_plan.change_tools')
  if (isFirst) return t('bend_step.turn.first_word')
  return handling === 'none' ? t('bend_step.turn.none_word') : t(`bend_plan.handling.${handling}`)
}

/** How the blank then lies. */
export function turnLine({ t }: Words, { handling, edge }: ShownStep, isFirst: boolean): string {
  const edgeText = t(`bend_plan.edge.${edge}`)
  return isFirst ? edgeText : t(`bend_step.turn.${handling}`, { edge: edgeText })
}

/** Short, beside the steps: whether the screen follows the brake. */
export function situationText({ t }: Words, situation: BrakeSituation, isByHand: boolean): string {
  if (situation.kind !== 'loaded') return t(`bend_step.brake.${situation.kind}`)
  if (situation.stepIndex === null) return t('bend_step.brake.counts')
  return isByHand ? t('bend_step.brake.by_hand') : t('bend_step.brake.step', { step: situation.stepIndex + 1 })
}

export interface ObstacleFacts {
  readonly situation: BrakeSituation
  readonly brake: Pick<BrakeView, 'alarms' | 'workFault' | 'link'>
  readonly stop: BendingStop | null
  /** The name of another sheet whose program is in the brake; null: none, or not known. */
  readonly otherSheet: string | null
}

/** What prevents the work, in place of the title; null: nothing. */
export function obstacleText(
  { t }: Words,
  { situation: { kind }, brake, stop, otherSheet }: ObstacleFacts,
): string | null {
  if (stop !== null && kind !== 'alarm') return t(`work_stop.${stop}`)
  switch (kind) {
    case 'other':
      return otherSheet === null ? t('brake_link.other') : t('brake_link.other_named', { sheet: otherSheet })
    case 'older':
      return t('brake_link.send_again')
    case 'question':
      return t('brake_link.resume_title')
    case 'unknown':
      return t('brake_link.state.stale')
    case 'alarm':
      return [...brake.alarms.map((alarm) => alarmText({ t }, alarm)), t('bend_step.alarm_todo')].join('. ')
    case 'none':
      return null
    case 'not_loaded':
    case 'loaded':
      return brake.workFault === null ? null : faultSentences({ t }, brake.workFault, brake.link).join(' ')
  }
}
