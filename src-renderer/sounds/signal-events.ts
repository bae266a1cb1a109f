// Which event of the brake or the queue gives a signal, from the previous and the current state. Pure.
import type { BrakeView, StatusView } from '../../shared/station-api/index.ts'
import type { Route } from '../route.ts'
import type { Signal } from './tones.ts'

/** Each has its text under `signal` in the translations. */
export type SignalEvent = 'pieces_done' | 'brake_alarm' | 'waits_for_person' | 'mark_needs_person'

/** An event that the message bar shows. */
export interface ShownSignal {
  readonly event: SignalEvent
  readonly since: string
}

export const signalOf = (event: SignalEvent): Signal => (event === 'pieces_done' ? 'done' : 'alarm')

export interface SignalState {
  alarm: boolean
  /** The id of the program that waits for a person. */
  waits: string | null
  /** The id and the piece of the loaded program whose pieces are all made; null: none. */
  completed: string | null
  needsPerson: number
}

export function signalStateOf({ state, loaded }: BrakeView, status: StatusView): SignalState {
  return {
    alarm: state === 'alarm',
    waits: loaded?.needsConfirmation === true ? loaded.programId : null,
    completed:
      loaded !== null && loaded.donePieces >= loaded.wantedPieces ? `${loaded.programId} ${loaded.pieceNo}` : null,
    needsPerson: status.queue.needsPerson,
  }
}

/** The screen on which a person answers what the event asks; null: it asks nothing. `sheetId`: the sheet whose program is loaded. */
export function answerRouteOf(event: SignalEvent, sheetId: string | null, today: string): Route | null {
  if (event === 'mark_needs_person') return { screen: 'marks' }
  if (event !== 'waits_for_person' || sheetId === null) return null
  return { screen: 'sheet', date: today, sheetId }
}

/** Whether what the event asks for is done. An alarm of the brake stays, also after it has ended. */
export function isAnswered(event: SignalEvent, now: SignalState): boolean {
  if (event === 'mark_needs_person') return now.needsPerson === 0
  return event === 'waits_for_person' && now.waits === null
}

/** The most serious event since `before`; null: none, or `before` is unknown. */
export function signalEventSince(before: SignalState | null, now: SignalState): SignalEvent | null {
  if (before === null) return null
  if (now.alarm && !before.alarm) return 'brake_alarm'
  if (now.waits !== null && now.waits !== before.waits) return 'waits_for_person'
  if (now.needsPerson > before.needsPerson) return 'mark_needs_person'
  if (now.completed !== null && now.completed !== before.completed) return 'pieces_done'
  return null
}
