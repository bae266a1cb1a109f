// The network as the drain of the ledger sees it. A sheet in a response of the service is stored in the cache at once. Accesses the
// service and the cache.
import type { Outcome } from '../../../shared/workshop-api/index.ts'
import type { Cache, Changes } from '../../cache/index.ts'
import type { DrainPorts, Sheet } from '../../ledger/index.ts'
import type { WorkshopClient } from '../../workshop/index.ts'

export interface DrainPortParts {
  client: WorkshopClient
  cache: Pick<Cache, 'putSheet'>
  /** Settles after the first attempt to read events that ends after this call. */
  askForEvents: () => Promise<void>
  onChanges: (changes: Changes) => void
  onError: (error: unknown) => void
}

export function createDrainPorts({ client, cache, askForEvents, onChanges, onError }: DrainPortParts): DrainPorts {
  const storeSheet = (outcome: Outcome<Sheet>): Outcome<Sheet> => {
    try {
      if (outcome.ok) onChanges(cache.putSheet(outcome.value.id, outcome.value, 0))
    } catch (error) {
      // the outcome of a mark does not depend on the cache
      onError(error)
    }
    return outcome
  }
  return {
    report: async (report) => storeSheet(await client.reportBent(report)),
    readSheet: async (sheetId, signal) =>
      storeSheet(await client.readBendingSheet(sheetId, { priority: 'mark', signal })),
    readMe: (signal) => client.readMe({ priority: 'mark', signal }),
    ready: (signal) => Promise.race([askForEvents(), aborted(signal)]),
    serviceOffsetMs: () => client.serviceOffsetMs(),
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** Lets the drain wait until events were read, so that no mark is sent before that. */
export interface EventRequests {
  /** Settles with the first attempt to read events that ends after this call. */
  next: () => Promise<void>
  /** An attempt has ended; `handled` settles when its events are stored. */
  settle: (handled: Promise<void>) => void
}

export function createEventRequests(): EventRequests {
  let waiting = Promise.withResolvers<void>()
  return {
    next: () => waiting.promise,
    settle: (handled) => {
      const { resolve } = waiting
      waiting = Promise.withResolvers<void>()
      void handled.then(resolve)
    },
  }
}
