// The tone of the state of a sheet, and whether the sheet is late. Pure.
import type { BendState, MarkState } from '../../shared/station-api/index.ts'

export { bendStateOf, type BendFacts } from '../../shared/station-api/index.ts'

/** The severity; each has an icon and a colour. */
export type Tone = 'open' | 'done' | 'moving' | 'waiting' | 'uncertain' | 'needs_person' | 'fault'

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
    case 'handed_over':
      return 'waiting'
    case 'conflict':
    case 'bent_elsewhere':
    case 'parked':
    case 'rework_wanted':
    case 'change_requested':
      return 'needs_person'
    case 'malformed':
    case 'failed':
    case 'drawing_wrong':
      return 'fault'
  }
}

/** Whether a mark needs a person. */
export const needsPerson = (state: MarkState): boolean => toneOf(state) === 'needs_person'

/** Whether the sheet should have been bent before today and is not marked. */
export function isLate(dueDate: string | null, today: string, state: BendState): boolean {
  const tone = toneOf(state)
  return dueDate !== null && dueDate < today && tone !== 'done' && tone !== 'moving'
}
