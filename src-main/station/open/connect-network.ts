// Second step of opening a station: the connection to the workshop's service, sync and the drain of the ledger. Accesses the network
// through the client; nothing is sent before `begin`.
import { Emitter } from '../../../shared/base/emitter.ts'
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import type { Changes } from '../../cache/index.ts'
import type { Drain, DrainPorts } from '../../ledger/index.ts'
import type { CloseStack } from '../../platform/close-stack.ts'
import { Sync } from '../../sync/index.ts'
import { PulledSheets } from '../marks/index.ts'
import {
  createConnectionListener,
  createDrainPorts,
  createEventRequests,
  createPollSchedule,
  openWorkshopConnection,
  type EventRequests,
  type PollSchedule,
  type WorkshopConnection,
} from '../network/index.ts'
import { LastCalls } from '../set-up/index.ts'
import type { Stores } from './open-stores.ts'

export interface Network extends WorkshopConnection {
  lastCalls: LastCalls
  pollSchedule: PollSchedule
  sync: Sync
  drain: Drain
  drainPorts: DrainPorts
  /** Days and sheets whose stored content changed. */
  changes: Emitter<Changes>
  /** The status of sync or of the queue changed. */
  statusChanges: Emitter<void>
  /** The workshop's date, by the service's clock. */
  today: () => string
  /** Reads the key, then starts sync and the drain. */
  begin: (baseUrl: string) => Promise<void>
  /** Reads the key again, because a technician may have replaced it, and reads the service's state now. */
  syncNow: () => Promise<void>
}

export function connectNetwork(stores: Stores, closers: CloseStack): Network {
  const { settings, clock, cache, ledger, key, logError } = stores
  const lastCalls = new LastCalls(clock)
  const connection = connectWorkshopService(stores, lastCalls)
  const { client, budget, serviceClock } = connection
  closers.add(() => client.close())
  const today = (): string => workshopDate(serviceClock.now())
  const changes = new Emitter<Changes>(logError('a change cannot be handled'))
  const statusChanges = new Emitter<void>(logError('a change of the status cannot be handled'))
  const shiftStarts = new Emitter<void>(logError('the start of a shift cannot be handled'))
  const pollSchedule = createPollSchedule({
    clock,
    limits: () => budget.limits(),
    stationsSharingKey: settings?.stationsSharingKey ?? 1,
    onShiftBegun: () => shiftStarts.emit(),
  })

  const pulledSheets = new PulledSheets({ cache, ledger, onError: logError('an event of a mark cannot be stored') })
  closers.add(() => pulledSheets.stop())
  const eventRequests = createEventRequests()
  const sync = createStationSync(stores, { ...connection, today, pollSchedule, pulledSheets, eventRequests })
  closers.add(async () => {
    const stopped = sync.stop()
    budget.close()
    await stopped
  })
  const drainPorts = createDrainPorts({
    client,
    cache,
    askForEvents: () => askForEvents(sync, eventRequests),
    onChanges: (changed) => changes.emit(changed),
    onError: logError('a sheet cannot be stored in the cache'),
  })
  const drain = ledger.drain(drainPorts)
  closers.add(() => drain.stop())

  const takeNewKey = async (): Promise<void> => {
    const isNew = settings !== null && (await key.read(settings.baseUrl))
    if (!isNew || closers.isClosing) return
    sync.connectionChanged()
    drain.resume()
  }
  // the pause off shift may still have minutes to go
  shiftStarts.subscribe(() => void sync.pullNow())
  const sources = { lastCalls, pollSchedule, sync, drain, drainPorts, changes, statusChanges }
  forwardChanges(stores, { ...sources, pulledSheets, takeNewKey }, closers)
  return {
    ...connection,
    ...sources,
    today,
    begin: async (baseUrl) => {
      await key.read(baseUrl)
      if (closers.isClosing) return
      sync.start()
      drain.start()
      statusChanges.emit()
    },
    syncNow: async () => {
      // a wait for which the service asked may be absurd, and a person knows better
      budget.askNow()
      drain.askNow()
      await takeNewKey()
      await sync.pullNow()
    },
  }
}

function connectWorkshopService(stores: Stores, lastCalls: LastCalls): WorkshopConnection {
  const { settings, clock, cache, key, log, testHooks } = stores
  return openWorkshopConnection({
    baseUrl: settings?.baseUrl ?? '',
    key: () => key.current(),
    clock,
    cache,
    log: ({ call, outcome, requestId, ms }) => {
      lastCalls.add({ call, outcome, requestId, durationMs: ms })
      log.info({ call, ended: outcome, requestId, ms }, 'call')
    },
    onExchange: testHooks.onExchange,
  })
}

interface SyncParts extends WorkshopConnection {
  today: () => string
  pollSchedule: PollSchedule
  pulledSheets: PulledSheets
  eventRequests: EventRequests
}

function createStationSync(stores: Stores, parts: SyncParts): Sync {
  const { cache, ledger, clock, log, session } = stores
  const { client, budget, today, pollSchedule, pulledSheets, eventRequests } = parts
  return new Sync({
    client,
    cache,
    clock,
    today,
    // before the cursor is lost: a station that is ended in between detects the restore again
    onServiceRestored: (signal) => ledger.marks.verifyAfterRestore(signal),
    ownBrake: () => session.ownBrakeId,
    keeps: (sheetId) => ledger.marks.mustStayListed(sheetId),
    pollPauseMs: pollSchedule.pollPauseMs,
    secondsFor: (priority, calls) => budget.secondsFor('read', priority, calls),
    marksOf: () => ledger.marks.undeliveredFingerprint(),
    onMe: (me) => budget.setLimits(me.limits),
    // a mark is sent only after the marks have the events that were read
    onEventsTried: () => eventRequests.settle(pulledSheets.settled()),
    onListenerError: stores.logError('a change that sync reported cannot be handled'),
    log: (message, details) => log.warn(details, message),
  })
}

function askForEvents(sync: Sync, eventRequests: EventRequests): Promise<void> {
  const request = eventRequests.next()
  // the first cycle asks for events without a request
  if (sync.status().connection.state !== 'starting') void sync.pullNow()
  return request
}

interface ChangeSources extends Pick<Network, 'sync' | 'changes' | 'statusChanges' | 'drain'> {
  pulledSheets: PulledSheets
  takeNewKey: () => Promise<void>
}

function forwardChanges({ ledger, cache }: Stores, sources: ChangeSources, closers: CloseStack): void {
  const { sync, pulledSheets, changes, statusChanges, drain, takeNewKey } = sources
  const onConnection = createConnectionListener(drain, () => void takeNewKey())
  sync.onStatus(({ connection }) => {
    onConnection(connection)
    statusChanges.emit()
  })
  sync.onChanges((changed) => {
    pulledSheets.add(changed)
    changes.emit(changed)
  })
  const unsubscribe = ledger.subscribe((change) => {
    if (change.kind === 'queue') {
      // a mark that cannot be sent shows an outage before the next poll does
      if (change.queue.state === 'offline' && sync.status().connection.state === 'online') void sync.pullNow()
      statusChanges.emit()
    } else
      changes.emit({ dates: change.sheetIds.flatMap((sheetId) => cache.datesOf(sheetId)), sheetIds: change.sheetIds })
  })
  closers.add(unsubscribe)
}
