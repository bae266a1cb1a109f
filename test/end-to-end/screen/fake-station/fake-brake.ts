// The calls about the brake of a station that a test holds in its hand: nothing goes on by itself, a test tells how the brake stands.
import {
  CallError,
  type BrakePreview,
  type BrakeView,
  type CallIn,
  type CallName,
  type Station,
} from '../../../../shared/station-api/index.ts'

type BrakeCall = Exclude<Extract<CallName, `brake.${string}`>, 'brake.choose'>

interface HeldProgram {
  brake: BrakeView
  program: BrakePreview | null
  sentPrograms: CallIn<'brake.send'>[]
  corrected: CallIn<'brake.correct'>[]
}

/** `take` is told each call, and throws where a test refuses it. */
export function heldBrake(
  held: () => HeldProgram,
  take: (name: BrakeCall) => void,
): Pick<Station['handlers'], BrakeCall> {
  const taken = (name: BrakeCall) => (): BrakeView => {
    take(name)
    return held().brake
  }
  const programNow = (): BrakePreview => {
    const { program } = held()
    if (program === null) throw new CallError('brake_not_linked', 'the held station has no program')
    return program
  }
  return {
    'brake.read': () => held().brake,
    'brake.preview': () => {
      take('brake.preview')
      return programNow()
    },
    'brake.correct': (input) => {
      take('brake.correct')
      held().corrected.push(input)
      return programNow()
    },
    'brake.send': (input) => {
      take('brake.send')
      held().sentPrograms.push(input)
      return held().brake
    },
    'brake.cancel': taken('brake.cancel'),
    'brake.resume': taken('brake.resume'),
    'brake.let_go': taken('brake.let_go'),
    'brake.retry': taken('brake.retry'),
  }
}
