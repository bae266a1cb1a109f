// The one state of a sheet that the screen shows: bent, marked, in need of a person, or still to bend. Pure.
import type { EntryView, MarkState, MarkView } from './list-view.ts'

export type BendState =
  | MarkState
  | 'to_bend'
  | 'bent'
  | 'fetching'
  | 'failed'
  | 'malformed'
  | 'awaiting'
  | 'change_requested'
  | SheetStop

type SheetStop = NonNullable<EntryView['stop']>

export interface BendFacts {
  mark: Pick<MarkView, 'state'> | null
  bent: object | null
  sheetState: string
  approval: string
  stop?: SheetStop | undefined
}

/** This station's own mark takes precedence over the service's state. A cancelled mark does not count. */
export function bendStateOf({ mark, bent, sheetState, approval, stop }: BendFacts): BendState {
  if (mark !== null && mark.state !== 'cancelled') return mark.state
  if (bent !== null) return 'bent'
  if (stop !== undefined) return stop
  if (sheetState === 'malformed' || sheetState === 'failed' || sheetState === 'fetching') return sheetState
  if (approval === 'awaiting' || approval === 'change_requested') return approval
  return 'to_bend'
}
