// Whether a person may mark a sheet as bent now, although it is not the next step of its job. Pure.
import type { WorkStop } from '../../../shared/station-api/index.ts'
import type { PrimaryAction } from './primary-action.ts'

/** The station refuses the same; a sheet that was bent at another machine can be marked here. */
export const mayMark = (action: PrimaryAction, stop: WorkStop | null, approval: string): boolean =>
  stop === null &&
  approval !== 'awaiting' &&
  approval !== 'change_requested' &&
  !(action.kind === 'blocked' && (action.by === 'link_lost' || action.by === 'old_print'))
