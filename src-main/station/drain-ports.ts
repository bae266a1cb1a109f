// The network as the drain sees it: what the service answers about a sheet is put into the cache at once. Touches the service and the
// cache through what it is handed.
import type { Outcome } from '../../shared/workshop-api/index.ts'
import type { Cache, Changes } from '../cache/cache.ts'
import type { DrainPorts, Sheet } from '../outbox/index.ts'
import type { WorkshopClient } from '../workshop/client.ts'

export interface DrainPortParts {
  client: WorkshopClient
  cache: Pick<Cache, 'putSheet'>
  /** Settles once events were asked for after this call, or could not be. */
  askForEvents: () => Promise<void>
  onChanges: (changes: Changes) => void
  onFault: (fault: unknown) => void
}

export function drainPorts({ client, cache, askForEvents, onChanges, onFault }: DrainPortParts): DrainPorts {
  const keep = (outcome: Outcome<Sheet>): Outcome<Sheet> => {
    try {
      if (outcome.ok) onChanges(cache.putSheet(outcome.value.id, outcome.value, 0))
    } catch (error) {
      // what became of a mark does not hang on a cache that fails
      onFault(error)
    }
    return outcome
  }
  return {
    report: async (report) => keep(await client.reportBent(report)),
    readSheet: async (sheetId, signal) => keep(await client.readBendingSheet(sheetId, { priority: 'mark', signal })),
    readMe: (signal) => client.readMe({ priority: 'mark', signal }),
    ready: (signal) => Promise.race([askForEvents(), aborted(signal)]),
    serviceOffsetMs: client.serviceOffsetMs,
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
