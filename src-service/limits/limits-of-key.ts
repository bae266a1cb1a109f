// The limits of a key. Those of a sandbox are half, and can be multiplied for benchmarks; those of a live workshop cannot.
import { limitsFor } from '../../shared/workshop-api/index.ts'
import type { Limits } from '../../shared/workshop-api/index.ts'
import type { ApiKey } from '../keys/index.ts'

export function keyLimits({ kind, workshop: { sandbox } }: ApiKey, factor: number): Limits {
  return limitsFor({ kind, sandbox }, sandbox ? factor : 1)
}

/** The limits in answers to callers without a key: those of a live workshop key. */
export const anonymousLimits: Limits = limitsFor({ kind: 'workshop', sandbox: false })
