// A sheet as the service has it now, before anything is sent to a machine. Without a network the one that is here counts, unless a newer
// drawing is known of. Touches the service through what it is handed.
import { CallError } from '../../shared/station-api/index.ts'
import type { Cache } from '../cache/cache.ts'
import type { DrainPorts } from '../outbox/index.ts'
import type { Clock } from '../platform/clock.ts'

/** How long a person waits for the service to say what the sheet is now. */
const withinMs = 5_000
/** Connections that were open before the network went and came back fail once each: it is gone only where it fails on. */
const pausesMs = [50, 100, 200] as const

/** `readSheet` puts what it reads into the cache. Throws CallError where the sheet is gone, or is known to be another one. */
export async function readAnew(
  sheetId: string,
  { readSheet, cache, clock }: Pick<DrainPorts, 'readSheet'> & { cache: Pick<Cache, 'sheetOf'>; clock: Clock },
): Promise<void> {
  const signal = AbortSignal.timeout(withinMs)
  let read = await readSheet(sheetId, signal)
  for (const pauseMs of pausesMs) {
    if (read.ok || (read.failure.kind !== 'not_sent' && read.failure.kind !== 'no_answer')) break
    // oxlint-disable-next-line no-await-in-loop
    await clock.wait(pauseMs, signal)
    // oxlint-disable-next-line no-await-in-loop
    read = await readSheet(sheetId, signal)
  }
  if (!read.ok && read.failure.kind === 'refused' && read.failure.status === 404)
    throw new CallError('sheet_unknown', `the service no longer has the sheet ${sheetId}`)
  if (cache.sheetOf(sheetId).state === 'fetching')
    throw new CallError('drawing_changed', 'there is a newer drawing, and it is not here yet')
}
