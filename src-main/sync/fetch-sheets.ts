// Fetches the sheets that have a newer version, four at a time, those of the own brake and of today first. A sheet that fails does not
// delay the others. Accesses the service and the cache through its parameters.
import { minuteMs } from '../../shared/base/durations.ts'
import type { Failure } from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { CallOptions, Changes, SyncCache, SyncClient } from './ports.ts'

export interface FetchOptions {
  client: SyncClient
  cache: SyncCache
  clock: Clock
  callOptions: CallOptions
  order: { dates: readonly string[]; ownBrake: string | null }
  /** Sheets that failed, with the monotonic ms before which they are not requested again. */
  resting: Map<string, number>
  /** The longest run, so that events and lists are not delayed. */
  maxMs: number
  onSheet: (changes: Changes) => void
  /** Called with the number of remaining sheets, at the start and after each sheet. */
  onRemaining: (remaining: number) => void
}

const maxParallel = 4
const restMs = 5 * minuteMs
/** After this many failures in a row the cause is not the sheets. */
const maxFailuresInRow = 3

/** `failure`: why it ended early, or null; `remaining`: the number of sheets that are still to be fetched. */
export async function fetchSheets(options: FetchOptions): Promise<{ failure: Failure | null; remaining: number }> {
  const { client, cache, clock, callOptions, resting } = options
  const start = clock.monotonic()
  const waiting = cache
    .sheetsToFetch(options.order)
    .filter(({ id }) => (resting.get(id) ?? -Infinity) <= clock.monotonic())
  let remaining = waiting.length
  let failure: Failure | null = null
  let failuresInRow = 0
  options.onRemaining(remaining)

  const fetchOne = async ({ id, wantedVersion }: { id: string; wantedVersion: number }): Promise<void> => {
    const outcome = await client.fetchBendingSheet(id, callOptions)
    if (outcome.ok) options.onSheet(cache.putSheet(id, outcome.value, wantedVersion))
    else {
      const { error: reason } = outcome
      const problems = [{ path: '', message: describe(reason) }]
      if (isGeneral(reason)) failure ??= reason
      else options.onSheet(cache.recordSheetFailure(id, problems, wantedVersion, isSettled(reason)))
      if (isGeneral(reason)) return
      if (!isSettled(reason)) {
        resting.set(id, clock.monotonic() + restMs)
        failuresInRow += 1
        if (failuresInRow >= maxFailuresInRow) failure ??= reason
      }
    }
    if (outcome.ok || isSettled(outcome.error)) {
      resting.delete(id)
      failuresInRow = 0
    }
    remaining -= 1
    options.onRemaining(remaining)
  }
  const worker = async (): Promise<void> => {
    while (failure === null && clock.monotonic() - start < options.maxMs) {
      const next = waiting.shift()
      if (next === undefined) return
      await fetchOne(next)
    }
  }
  await Promise.all(Array.from({ length: maxParallel }, worker))
  return { failure, remaining: failure === null ? waiting.length : remaining }
}

/** The failure applies to every sheet, so the next one is not requested. */
function isGeneral(failure: Failure): boolean {
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

/** The service refused this sheet; another request would not change that. */
const isSettled = (failure: Failure): boolean => failure.kind === 'refused'

function describe(failure: Failure): string {
  if (failure.kind === 'refused') return failure.error.message
  return 'message' in failure ? failure.message : failure.kind
}
