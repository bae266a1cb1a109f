// The action beside the large button of a sheet. 'More' leaves it out, so that no action is shown twice. Pure.
import type { MarkState } from '../../../shared/station-api/index.ts'
import type { PrimaryAction } from './primary-action.ts'

type SecondaryAction = 'undo' | 'look_at_mark' | 'stop_sending' | 'last_was_scrap' | 'count' | 'wrong_drawing'

/** The action that the operator most likely needs next to the large button. `markState`: the state of a mark that was not cancelled. */
export function secondaryAction(action: PrimaryAction, markState: MarkState | null): SecondaryAction {
  if (markState !== null) return markState === 'held' ? 'undo' : 'look_at_mark'
  switch (action.kind) {
    case 'sending':
      return 'stop_sending'
    case 'next':
      return 'count'
    case 'running':
    case 'count':
      return action.donePieces > 0 ? 'last_was_scrap' : 'wrong_drawing'
    case 'blocked':
      return action.by === 'drawing_wrong' || action.by === 'handed_over' || action.by === 'not_approved'
        ? 'count'
        : 'wrong_drawing'
    case 'wait':
    case 'send':
    case 'confirm':
    case 'mark':
    case 'answer':
      return 'wrong_drawing'
  }
}
