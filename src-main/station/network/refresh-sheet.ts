// Reads a sheet from the service before its program is sent to a machine. Without a network the stored sheet counts, unless a newer
// drawing is known. Accesses the service.
import { CallError } from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { DrainPorts } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'

/** How long a person waits for the service. */
const timeoutMs = 5_000
/** After an outage each open connection fails once; only an error that repeats means that there is no network. */
const retryPausesMs = [50, 100, 200] as const

/** `readSheet` stores the sheet in the cache. Throws CallError where the sheet is gone, or has a newer drawing that is not stored. */
export async function refreshSheet(
  sheetId: string,
  { readSheet, cache, clock }: Pick<DrainPorts, 'readSheet'> & { cache: Pick<Cache, 'sheetOf'>; clock: Clock },
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  let outcome = await readSheet(sheetId, signal)
  for (const pauseMs of retryPausesMs) {
    if (outcome.ok || (outcome.error.kind !== 'not_sent' && outcome.error.kind !== 'no_answer')) break
    // oxlint-disable-next-line no-await-in-loop
    await clock.wait(pauseMs, signal)
    // oxlint-disable-next-line no-await-in-loop
    outcome = await readSheet(sheetId, signal)
  }
  if (!outcome.ok && outcome.error.kind === 'refused' && outcome.error.status === 404)
    throw new CallError('sheet_unknown', `the service no longer has the sheet ${sheetId}`)
  if (cache.sheetOf(sheetId).state === 'fetching')
    throw new CallError('drawing_changed', 'there is a newer drawing, and it is not here yet')
}
