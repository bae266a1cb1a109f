// The limits of part 8 of the specification. A sandbox has half of each, except the limit for wrong keys. Pure.
import * as z from 'zod'

export const callClasses = ['read', 'write', 'prices', 'files'] as const
/** Every operation has one class and counts against the limit per minute of that class. */
export type CallClass = (typeof callClasses)[number]

export const limits = z.strictObject({
  readsPerMinute: z.int(),
  writesPerMinute: z.int(),
  pricesPerMinute: z.int(),
  filesPerMinute: z.int(),
  callsPerDay: z.int(),
  pricesPerDay: z.int(),
  newOrdersPerDay: z.int(),
  workshopCallsPerDay: z.int(),
})
export type Limits = z.infer<typeof limits>

const full: Limits = {
  readsPerMinute: 120,
  writesPerMinute: 30,
  pricesPerMinute: 60,
  filesPerMinute: 10,
  callsPerDay: 5_000,
  pricesPerDay: 2_000,
  newOrdersPerDay: 500,
  workshopCallsPerDay: 20_000,
}
const newOrdersPerDayOfACustomerKey = 100

/** The limits of a key. Benchmarks multiply them by `factor`. */
export function limitsFor(key: { kind: 'workshop' | 'customer'; sandbox: boolean }, factor = 1): Limits {
  const share = (key.sandbox ? 0.5 : 1) * factor
  const newOrders = key.kind === 'customer' ? newOrdersPerDayOfACustomerKey : full.newOrdersPerDay
  return {
    readsPerMinute: full.readsPerMinute * share,
    writesPerMinute: full.writesPerMinute * share,
    pricesPerMinute: full.pricesPerMinute * share,
    filesPerMinute: full.filesPerMinute * share,
    callsPerDay: full.callsPerDay * share,
    pricesPerDay: full.pricesPerDay * share,
    newOrdersPerDay: newOrders * share,
    workshopCallsPerDay: full.workshopCallsPerDay * share,
  }
}

export function perMinute(limits: Limits, callClass: CallClass): number {
  switch (callClass) {
    case 'read':
      return limits.readsPerMinute
    case 'write':
      return limits.writesPerMinute
    case 'prices':
      return limits.pricesPerMinute
    case 'files':
      return limits.filesPerMinute
  }
}

export const wrongKeys = { perAddress: 20, windowSeconds: 600 } as const
export const bodyLimitBytes = 1024 * 1024
/** The body of an order: 100 lines with descriptions of 2 000 characters, each of up to six bytes in JSON, and more. */
export const orderBodyLimitBytes = 8 * 1024 * 1024
/** The most that a `bentAt` may be ahead of the service's clock (service decision 3). */
export const bentAtLeadSeconds = 300
export const eventDays = 30
export const testOrderDays = 30
/**
 * Limits of sandboxes from a link (specification 5.10). Assumed: the number of links that can be sent to one address, requested by one
 * caller, and requested by all callers during the lifetime of a link.
 */
export const sandboxLimits = {
  linkHours: 24,
  idleDays: 30,
  noticeDays: 3,
  linksOfAnAddress: 3,
  linksOfACaller: 10,
  links: 300,
} as const
/** Limits of the files of an order (specification 4.5). `addressSeconds`: how long a download address is valid. */
export const attachmentLimits = { maxBytes: 15 * 1024 * 1024, perOrder: 10, addressSeconds: 300 } as const
/** Limits of a workshop's addresses, of a message, and of a failing receiver (specification 6 and 8). */
export const webhookLimits = {
  addresses: 10,
  bodyBytes: 256 * 1024,
  answerSeconds: 10,
  failuresInARow: 50,
  keptDeliveries: 20,
  /** How long the previous secret also signs after a change. */
  oldSecretHours: 24,
} as const
/** The pauses between the attempts at a delivery in seconds. There is no attempt after the last (service decision 4). */
export const webhookPauses: readonly number[] = [
  10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600, 21_600, 21_600, 21_600, 21_600,
]
export const idempotency = { minLength: 8, maxLength: 255, hours: 24 } as const

/** Header names, in lower case as in Node. */
export const headers = {
  requestId: 'x-request-id',
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  /** The Unix time in seconds at which the next minute starts. */
  reset: 'x-ratelimit-reset',
  retryAfter: 'retry-after',
  idempotencyKey: 'idempotency-key',
  replayed: 'idempotent-replayed',
} as const
