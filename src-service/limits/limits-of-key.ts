// The limits that apply to a key: a sandbox's are half, and may be multiplied for benches; a live workshop's never are.
import { limitsFor } from '../../shared/workshop-api/index.ts'
import type { Limits } from '../../shared/workshop-api/index.ts'
import type { ApiKey } from '../keys/key-ring.ts'

export function limitsOfKey({ kind, workshop: { sandbox } }: ApiKey, factor: number): Limits {
  return limitsFor({ kind, sandbox }, sandbox ? factor : 1)
}

/** What an answer shows to whoever has no key: the limits of a live one. */
export const limitsOfStrangers: Limits = limitsFor({ kind: 'workshop', sandbox: false })
