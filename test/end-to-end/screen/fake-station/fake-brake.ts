// The brake calls of the fake station. Its brake changes state only when a test sets it.
import {
  CallError,
  type BrakePreview,
  type BrakeView,
  type CallIn,
  type CallName,
  type Station,
} from '../../../../shared/station-api/index.ts'

type BrakeCall = Exclude<Extract<CallName, `brake.${string}`>, 'brake.choose'>

interface BrakeData {
  brake: BrakeView
  program: BrakePreview | null
  sentPrograms: CallIn<'brake.send'>[]
  corrections: CallIn<'brake.correct'>[]
  gaugeCorrections: CallIn<'brake.correct_gauge'>[]
}

/** `take` records each call, and throws if the test refuses the call. */
export function fakeBrake(
  station: () => BrakeData,
  take: (name: BrakeCall) => void,
): Pick<Station['handlers'], BrakeCall> {
  const viewAfter = (name: BrakeCall) => (): BrakeView => {
    take(name)
    return station().brake
  }
  const programNow = (): BrakePreview => {
    const { program } = station()
    if (program === null) throw new CallError('brake_not_linked', 'the fake station has no program')
    return program
  }
  return {
    'brake.read': () => station().brake,
    'brake.preview': () => {
      take('brake.preview')
      return programNow()
    },
    'brake.correct': (input) => {
      take('brake.correct')
      station().corrections.push(input)
      return programNow()
    },
    'brake.correct_gauge': (input) => {
      take('brake.correct_gauge')
      station().gaugeCorrections.push(input)
      return programNow()
    },
    'brake.send': (input) => {
      take('brake.send')
      station().sentPrograms.push(input)
      return station().brake
    },
    'brake.cancel': viewAfter('brake.cancel'),
    'brake.resume': viewAfter('brake.resume'),
    'brake.let_go': viewAfter('brake.let_go'),
    'brake.retry': viewAfter('brake.retry'),
  }
}
