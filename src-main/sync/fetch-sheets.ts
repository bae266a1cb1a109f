// Fetches the sheets of which a newer version is known, a few at a time, own brake and today first. One sheet that will not come
// never holds up the others.
import type { Failure } from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { CallOptions, Changes, SyncCache, SyncClient } from './ports.ts'

export interface FetchOptions {
  client: SyncClient
  cache: SyncCache
  clock: Clock
  how: CallOptions
  order: { dates: readonly string[]; ownBrake: string | null }
  /** Sheets that would not come, with the monotonic ms before which they are left alone. */
  resting: Map<string, number>
  /** Ends after so long, so that events and lists get their turn. */
  longestMs: number
  onSheet: (changes: Changes) => void
  /** How many are left, at the start and after each. */
  onLeft: (left: number) => void
}

const atOnce = 4
const restMs = 5 * 60_000
/** So many in a row that would not come, and it is not the sheets. */
const mostInRow = 3

/** Returns what ended it before its time, or null; `left` sheets are still to fetch. */
export async function fetchSheets(options: FetchOptions): Promise<{ failure: Failure | null; left: number }> {
  const { client, cache, clock, how, resting } = options
  const start = clock.monotonic()
  const waiting = cache
    .sheetsToFetch(options.order)
    .filter(({ id }) => (resting.get(id) ?? -Infinity) <= clock.monotonic())
  let left = waiting.length
  let failure: Failure | null = null
  let inRow = 0
  options.onLeft(left)

  const fetchOne = async ({ id, asked }: { id: string; asked: number }): Promise<void> => {
    const outcome = await client.fetchBendingSheet(id, how)
    if (outcome.ok) options.onSheet(cache.putSheet(id, outcome.value, asked))
    else {
      const { failure: ended } = outcome
      if (isOfAll(ended)) failure ??= ended
      else options.onSheet(cache.failSheet(id, [{ path: '', message: describe(ended) }], asked, isSettled(ended)))
      if (isOfAll(ended)) return
      if (!isSettled(ended)) {
        resting.set(id, clock.monotonic() + restMs)
        inRow += 1
        if (inRow >= mostInRow) failure ??= ended
      }
    }
    if (outcome.ok || isSettled(outcome.failure)) {
      resting.delete(id)
      inRow = 0
    }
    left -= 1
    options.onLeft(left)
  }
  const worker = async (): Promise<void> => {
    while (failure === null && clock.monotonic() - start < options.longestMs) {
      const next = waiting.shift()
      if (next === undefined) return
      await fetchOne(next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { failure, left: failure === null ? waiting.length : left }
}

/** The same for every sheet: no use in asking for the next one. */
function isOfAll(failure: Failure): boolean {
  switch (failure.kind) {
    case 'cancelled':
    case 'not_sent':
    case 'rate_limited':
      return true
    case 'refused':
      return failure.status === 401 || failure.status === 403
    case 'no_answer':
    case 'server_error':
    case 'not_the_service':
    case 'malformed':
      return false
  }
}

/** The service has spoken about this sheet; asking again changes nothing. */
const isSettled = (failure: Failure): boolean => failure.kind === 'refused'

function describe(failure: Failure): string {
  if (failure.kind === 'refused') return failure.error.message
  return 'message' in failure ? failure.message : failure.kind
}
