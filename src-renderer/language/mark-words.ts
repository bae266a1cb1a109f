// Where a mark is, why, what Kant does about it by itself and what a person is to do, in words.
import type { TFunction } from 'i18next'
import type { MarkState, MarkView } from '../../shared/station-api/index.ts'
import type { Words } from './words.ts'

/** A mark that was put away is not always one that was undone in time. */
const isPutAway = ({ state, reason }: Pick<MarkView, 'state' | 'reason'>): boolean =>
  state === 'cancelled' && reason !== null && reason !== 'undone'

/** In a word or two. */
export const stateName = (t: TFunction, mark: Pick<MarkView, 'state' | 'reason'>): string =>
  t(isPutAway(mark) ? 'state.put_away' : `state.${mark.state}`)

/** What happened, in a sentence. */
export const stateText = (t: TFunction, mark: Pick<MarkView, 'state' | 'reason'>): string =>
  t(isPutAway(mark) ? 'mark_state.put_away' : `mark_state.${mark.state}`)

/** A reason that is new to us stands as the station's own code. */
export function reasonText({ t, named }: Words, reason: string | null): string | null {
  if (reason === null) return null
  const words = named('mark_reason', reason)
  return words === reason ? t('mark_reason.with_code', { reason }) : words
}

/** What Kant does about it without being asked. */
export const itselfText = (t: TFunction, state: MarkState): string => t(`mark_itself.${state}`)

/** Null where there is nothing to do but wait. */
export function todoText(t: TFunction, { state, reason }: Pick<MarkView, 'state' | 'reason'>): string | null {
  switch (state) {
    case 'conflict':
      // nothing differs there that could be compared
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

/** All that is said of a mark, one sentence after the other. */
export const markSentences = (words: Words, { state, reason }: Pick<MarkView, 'state' | 'reason'>): string[] =>
  [
    stateText(words.t, { state, reason }),
    // its state says so already
    state === 'bent_elsewhere' && reason === 'bent_by_another' ? null : reasonText(words, reason),
    itselfText(words.t, state),
    todoText(words.t, { state, reason }),
  ].filter((sentence) => sentence !== null)
