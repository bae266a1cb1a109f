// The texts about a mark: its state, the reason, what Kant does automatically and what a person must do.
import type { TFunction } from 'i18next'
import type { MarkState, MarkView } from '../../shared/station-api/index.ts'
import type { Texts } from './texts.ts'

/** A cancelled mark was not always undone by the operator. */
const isCancelledByOther = ({ state, reason }: Pick<MarkView, 'state' | 'reason'>): boolean =>
  state === 'cancelled' && reason !== null && reason !== 'undone'

/** The state in a word or two. */
export const stateName = (t: TFunction, mark: Pick<MarkView, 'state' | 'reason'>): string =>
  t(isCancelledByOther(mark) ? 'state.put_away' : `state.${mark.state}`)

/** What happened, in a sentence. */
export const stateText = (t: TFunction, mark: Pick<MarkView, 'state' | 'reason'>): string =>
  t(isCancelledByOther(mark) ? 'mark_state.put_away' : `mark_state.${mark.state}`)

/** An unknown reason is shown as its code. */
export function reasonText({ t, named }: Texts, reason: string | null): string | null {
  if (reason === null) return null
  const text = named('mark_reason', reason)
  return text === reason ? t('mark_reason.with_code', { reason }) : text
}

/** What Kant does about it automatically. */
export const itselfText = (t: TFunction, state: MarkState): string => t(`mark_itself.${state}`)

/** Null: a person can only wait. */
export function todoText(t: TFunction, { state, reason }: Pick<MarkView, 'state' | 'reason'>): string | null {
  switch (state) {
    case 'conflict':
      // there are no differences to compare
      return t(reason === 'drawing_wrong' ? 'mark_todo.drawing_wrong' : 'mark_todo.conflict')
    case 'bent_elsewhere':
    case 'parked':
    case 'rework_wanted':
      return t(`mark_todo.${state}`)
    case 'held':
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'waiting':
    case 'delivered':
    case 'cancelled':
      return null
  }
}

/** Every text about a mark, in order. */
export const markSentences = (texts: Texts, { state, reason }: Pick<MarkView, 'state' | 'reason'>): string[] =>
  [
    stateText(texts.t, { state, reason }),
    // its state has the same text
    state === 'bent_elsewhere' && reason === 'bent_by_another' ? null : reasonText(texts, reason),
    itselfText(texts.t, state),
    todoText(texts.t, { state, reason }),
  ].filter((sentence) => sentence !== null)
