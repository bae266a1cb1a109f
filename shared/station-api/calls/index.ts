// Every call of the contract. The only entry point of this folder. Pure.
import type * as z from 'zod'
import { bendPlanCalls } from './bend-plan-calls.ts'
import { brakeCalls } from './brake-calls.ts'
import type { CallShape } from './call.ts'
import { connectionCalls, grantCalls } from './grant-calls.ts'
import { listCalls } from './list-calls.ts'
import { orderCalls } from './order-calls.ts'
import { oversightCalls } from './oversight-calls.ts'
import { planCalls } from './plan-calls.ts'
import { scanCalls } from './scan-calls.ts'
import { setUpCalls } from './set-up-calls.ts'
import { shellCalls } from './shell-calls.ts'
import { stationCalls } from './station-calls.ts'
import { toolCalls } from './tool-calls.ts'
import { workCalls } from './work-calls.ts'
import { workshopCalls } from './workshop-calls.ts'

export type { CallShape } from './call.ts'
export { noShell, shellCalls } from './shell-calls.ts'
export type { setUpCalls } from './set-up-calls.ts'
export type { stationCalls } from './station-calls.ts'
export type { toolCalls } from './tool-calls.ts'
export type { workCalls } from './work-calls.ts'

export const calls = {
  ...listCalls,
  ...workCalls,
  ...bendPlanCalls,
  ...brakeCalls,
  ...workshopCalls,
  ...orderCalls,
  ...oversightCalls,
  ...planCalls,
  ...scanCalls,
  ...shellCalls,
  ...setUpCalls,
  ...stationCalls,
  ...toolCalls,
  ...grantCalls,
  ...connectionCalls,
} as const satisfies Record<string, CallShape>

export type CallName = keyof typeof calls
/** The calls that the station answers: all except those that the connection answers itself. */
export type StationCall = Exclude<CallName, keyof typeof connectionCalls>
export type CallIn<Name extends CallName> = z.infer<(typeof calls)[Name]['in']>
export type CallOut<Name extends CallName> = z.infer<(typeof calls)[Name]['out']>

export const isCallName = (name: PropertyKey): name is CallName => Object.hasOwn(calls, name)

/** The calls that screens make without a person. */
export type AutomaticCall = {
  [Name in CallName]: (typeof calls)[Name]['automatic'] extends true ? Name : never
}[CallName]
/** The calls that a person causes. */
export type PersonCall = Exclude<CallName, AutomaticCall>

/** Whether screens make this call without a person. */
export const isAutomatic = (name: CallName): boolean => calls[name].automatic
