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

/** `admit` records each call, and throws if the test refuses the call. */
export function fakeBrake(
  station: () => BrakeData,
  admit: (name: BrakeCall) => void,
): Pick<Station['handlers'], BrakeCall> {
  const viewAfter = (name: BrakeCall) => (): BrakeView => {
    admit(name)
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
      admit('brake.preview')
      return programNow()
    },
    'brake.correct': (input) => {
      admit('brake.correct')
      station().corrections.push(input)
      return programNow()
    },
    'brake.correct_gauge': (input) => {
      admit('brake.correct_gauge')
      station().gaugeCorrections.push(input)
      return programNow()
    },
    'brake.send': (input) => {
      admit('brake.send')
      station().sentPrograms.push(input)
      return station().brake
    },
    'brake.cancel': viewAfter('brake.cancel'),
    'brake.resume': viewAfter('brake.resume'),
    'brake.release': viewAfter('brake.release'),
    'brake.retry': viewAfter('brake.retry'),
  }
}
