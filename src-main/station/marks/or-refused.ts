// Turns a refusal of the ledger into the error of a call. Pure.
import type { Result } from '../../../shared/base/result.ts'
import { CallError, type CallErrorCode } from '../../../shared/station-api/index.ts'

/** Returns the value of a result; throws CallError with the code of a refusal. */
export function orRefused<T>(result: Result<T, { code: CallErrorCode; message?: string }>): T {
  if (result.ok) return result.value
  throw new CallError(result.error.code, result.error.message ?? result.error.code)
}
