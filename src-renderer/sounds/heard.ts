// What is worth a sound, from how the station stood and how it stands now. Pure.
import type { BrakeView, StatusView } from '../../shared/station-api/index.ts'
import type { Signal } from './tones.ts'

/** Each has its words under `signal` in the translations. */
export type Happening = 'pieces_done' | 'brake_alarm' | 'waits_for_person' | 'mark_needs_person'

export const signalOf = (happening: Happening): Signal => (happening === 'pieces_done' ? 'done' : 'alarm')

export interface Heard {
  alarm: boolean
  /** The program that waits for a person, or whose pieces are all made. */
  waits: string | null
  made: string | null
  needsPerson: number
}

export function heardOf({ state, loaded }: BrakeView, status: StatusView): Heard {
  return {
    alarm: state === 'alarm',
    waits: loaded?.waitsForPerson === true ? loaded.programId : null,
    made: loaded !== null && loaded.done >= loaded.wanted ? `${loaded.programId} ${loaded.pieceNo}` : null,
    needsPerson: status.queue.needsPerson,
  }
}

/** What it called for has been done, and its words are true no more. That the brake gave an alarm stays true. */
export function isAnswered(happening: Happening, now: Heard): boolean {
  if (happening === 'mark_needs_person') return now.needsPerson === 0
  return happening === 'waits_for_person' && now.waits === null
}

/** The gravest of what has begun since; null: nothing has, or how it stood before is not known. */
export function happeningSince(before: Heard | null, now: Heard): Happening | null {
  if (before === null) return null
  if (now.alarm && !before.alarm) return 'brake_alarm'
  if (now.waits !== null && now.waits !== before.waits) return 'waits_for_person'
  if (now.needsPerson > before.needsPerson) return 'mark_needs_person'
  if (now.made !== null && now.made !== before.made) return 'pieces_done'
  return null
}
