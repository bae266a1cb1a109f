// What the calls about the brake do where this station is linked to none. Pure.
import { CallError, noBrake, type CallName, type Station } from '../../shared/station-api/index.ts'

type BrakeCall = Exclude<Extract<CallName, `brake.${string}`>, 'brake.choose'>
export type BrakeHandlers = Pick<Station['handlers'], BrakeCall>

const notLinked = (): never => {
  throw new CallError('brake_not_linked', 'this station is linked to no brake')
}

export const unlinkedBrake: BrakeHandlers = {
  'brake.read': () => noBrake,
  'brake.preview': notLinked,
  'brake.send': notLinked,
  'brake.cancel': notLinked,
  'brake.resume': notLinked,
  'brake.let_go': notLinked,
  'brake.retry': notLinked,
}
