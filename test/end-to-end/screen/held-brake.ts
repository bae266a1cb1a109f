// The calls about the brake of a station that a test holds in its hand: nothing goes on by itself, a test tells how the brake stands.
import {
  CallError,
  type BrakePreview,
  type BrakeView,
  type CallName,
  type Station,
} from '../../../shared/station-api/index.ts'

type BrakeCall = Exclude<Extract<CallName, `brake.${string}`>, 'brake.choose'>

/** `take` is told each call, and throws where a test refuses it. */
export function heldBrake(
  brake: () => BrakeView,
  take: (name: BrakeCall) => void,
  program: () => BrakePreview | null,
): Pick<Station['handlers'], BrakeCall> {
  const taken = (name: BrakeCall) => (): BrakeView => {
    take(name)
    return brake()
  }
  return {
    'brake.read': brake,
    'brake.preview': () => {
      take('brake.preview')
      const preview = program()
      if (preview === null) throw new CallError('brake_not_linked', 'the held station has no program')
      return preview
    },
    'brake.send': taken('brake.send'),
    'brake.cancel': taken('brake.cancel'),
    'brake.resume': taken('brake.resume'),
    'brake.let_go': taken('brake.let_go'),
    'brake.retry': taken('brake.retry'),
  }
}
