// The tone of each standing of a sheet, which selects its icon and colour. Pure.
import type { SheetStanding } from '../../shared/station-api/index.ts'
import type { Tone } from '../ui/bend-state.ts'

export const toneOfStanding: Readonly<Record<SheetStanding, Tone>> = {
  bent: 'done',
  marked: 'moving',
  stuck: 'needs_person',
  wrong: 'fault',
  waiting: 'waiting',
  left: 'open',
}
