// Turns a refusal of the ledger into the error of a call. Pure.
import { CallError, type CallErrorCode } from '../../../shared/station-api/index.ts'

export type Refused = { ok: false; code: CallErrorCode; message?: string }

/** Returns a successful result; throws CallError with the code of a refusal. */
export function orRefused<Outcome extends { ok: true } | Refused>(outcome: Outcome): Extract<Outcome, { ok: true }> {
  assertDone(outcome)
  return outcome
}

function assertDone<Outcome extends { ok: true } | Refused>(
  outcome: Outcome,
): asserts outcome is Extract<Outcome, { ok: true }> {
  if (!outcome.ok) throw new CallError(outcome.code, outcome.message ?? outcome.code)
}
