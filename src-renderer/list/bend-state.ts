// What is to be said of a sheet in one word: bent, on its way, in need of a person, or still to bend. Pure.
import type { MarkState, MarkView } from '../../shared/station-api/index.ts'

export type BendState =
  MarkState | 'to_bend' | 'bent' | 'fetching' | 'failed' | 'malformed' | 'awaiting' | 'change_requested'

/** How grave it is: each has its shape and colour. */
export type Tone = 'open' | 'done' | 'moving' | 'waiting' | 'person' | 'fault'

export interface BendFacts {
  mark: Pick<MarkView, 'state'> | null
  bent: object | null
  sheetState: string
  approval: string
}

/** This station's own mark goes before what the service last said; an undone mark is no mark. */
export function bendStateOf({ mark, bent, sheetState, approval }: BendFacts): BendState {
  if (mark !== null && mark.state !== 'cancelled') return mark.state
  if (bent !== null) return 'bent'
  if (sheetState === 'malformed' || sheetState === 'failed' || sheetState === 'fetching') return sheetState
  if (approval === 'awaiting' || approval === 'change_requested') return approval
  return 'to_bend'
}

export function toneOf(state: BendState): Tone {
  switch (state) {
    case 'to_bend':
    case 'cancelled':
      return 'open'
    case 'bent':
    case 'delivered':
      return 'done'
    case 'held':
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'waiting':
      return 'moving'
    case 'fetching':
    case 'awaiting':
      return 'waiting'
    case 'conflict':
    case 'bent_elsewhere':
    case 'parked':
    case 'rework_wanted':
    case 'change_requested':
      return 'person'
    case 'malformed':
    case 'failed':
      return 'fault'
  }
}

/** Whether a mark waits for a person to look at it. */
export const needsPerson = (state: MarkState): boolean => toneOf(state) === 'person'

/** Whether the sheet should have been bent before today and is not marked. */
export function isLate(dueDate: string | null, today: string, state: BendState): boolean {
  const tone = toneOf(state)
  return dueDate !== null && dueDate < today && tone !== 'done' && tone !== 'moving'
}
