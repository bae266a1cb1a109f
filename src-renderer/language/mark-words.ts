// Why a mark is where it is and what a person is to do about it, in words.
import type { TFunction } from 'i18next'
import type { MarkState } from '../../shared/station-api/index.ts'
import type { Words } from './use-words.ts'

/** A reason that is new to us stands as the station's own code. */
export function reasonText({ t, named }: Words, reason: string | null): string | null {
  if (reason === null) return null
  const words = named('mark_reason', reason)
  return words === reason ? t('mark_reason.with_code', { reason }) : words
}

/** Null where there is nothing to do but wait. */
export function todoText(t: TFunction, state: MarkState): string | null {
  switch (state) {
    case 'conflict':
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
