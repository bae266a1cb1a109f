// Who stored a correction, where and when, for the screens. Pure.
import type { KnownCorrection, KnownGaugeCorrection } from '../../ledger/index.ts'

export function correctedBy(
  one: KnownCorrection | KnownGaugeCorrection,
  initialsOf: (operatorId: string) => string | null,
): { by: string | null; station: string | null; correctedAt: string } {
  const correctedAt = new Date(one.storedAtMs).toISOString()
  if ('elsewhere' in one) return { ...one.elsewhere, correctedAt }
  return { by: one.operatorId === null ? null : initialsOf(one.operatorId), station: null, correctedAt }
}
