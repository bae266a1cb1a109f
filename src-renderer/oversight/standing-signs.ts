// How grave each standing of a sheet is, which says its sign and its colour. Pure.
import type { SheetStanding } from '../../shared/station-api/index.ts'
import type { Tone } from '../list/bend-state.ts'

export const toneOfStanding: Readonly<Record<SheetStanding, Tone>> = {
  bent: 'done',
  marked: 'moving',
  stuck: 'person',
  wrong: 'fault',
  waiting: 'waiting',
  left: 'open',
}
