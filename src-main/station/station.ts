// The composition root: opens the stores, hands each part what it needs of the others, and implements the contract with the
// screen. Everything the station does starts here and ends with `close`.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { calls, type Station } from '../../shared/station-api/index.ts'
import { fingerprintOf, workshopDate } from '../../shared/workshop-api/index.ts'
import { openCache, type Cache, type CacheBoundary, type Changes } from '../cache/cache.ts'
import { createExporter } from '../exports/index.ts'
import { openOutbox, type Outbox, type OutboxBoundary, type OutboxWatch, type PreparedStore } from '../outbox/index.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import { createSync, type Sync, type SyncStatus } from '../sync/sync.ts'
import { createBudget } from '../workshop/budget.ts'
import { createWorkshopClient, type WorkshopClient } from '../workshop/client.ts'
import { createServiceClock } from '../workshop/service-clock.ts'
import { drainPorts } from './drain-ports.ts'
import { createExportDesk } from './export-desk.ts'
import { openFolderKeys } from './folder-keys.ts'
import { createHandlers } from './handlers.ts'
import { openLog } from './log.ts'
import { createMarkNotices, type MarkNotices } from './notice-marks.ts'
import { createPushes, type Pushes } from './pushes.ts'
import { createRhythm, noticing } from './rhythm.ts'
import { readSentences } from './sentences.ts'
import { readSettings, writeSettings } from './settings.ts'
import { createStationKey } from './station-key.ts'
import { statusView } from './status-view.ts'
import type { SystemKeyStore } from './system-key-store.ts'
import { createWorkshopDesk } from './workshop-desk.ts'

export interface StationOptions {
  /** Exists already; holds the stores, the settings and the log. */
  dataFolder: string
  clock?: Clock
  /** A TrueType font for the PDFs. */
  fontFile?: string
  /** Null: this computer has none. Left out: the system's own. */
  systemKeyStore?: SystemKeyStore | null
  /** Left out: the store is looked through here and now, and nothing else is done meanwhile. */
  prepared?: PreparedStore
  /** For a test that looks at, or ends, the station between two steps. */
  watch?: StationWatch
}

export interface StationWatch extends Pick<OutboxWatch, 'onLine'> {
  onBoundary?: (boundary: OutboxBoundary | CacheBoundary | 'cache_open' | 'station_open') => void
  onExchange?: (is: 'begun' | 'over') => void
  /** The acts that the contract has no call for yet. */
  onOutbox?: (outbox: Outbox) => void
}

export interface OpenedStation {
  station: Station
  close: () => Promise<void>
}

const resources = join(import.meta.dirname, '../../resources')
const usualFont = join(resources, 'fonts/DejaVuSans.ttf')

/**
 * Throws SettingsError for settings that cannot be read, StoreInUseError where another station has the folder, NewerFileError
 * for a newer program's outbox. Without settings it opens and says that it is not connected to a workshop yet.
 */
export function openStation(options: StationOptions): OpenedStation {
  const { dataFolder, clock = systemClock, fontFile = usualFont, watch = {} } = options
  const settings = readSettings(dataFolder)
  const { log, close: closeLog } = openLog(dataFolder)
  const key = createStationKey(
    () => openFolderKeys(dataFolder, clock, options.systemKeyStore),
    (fault) => log.error({ fault: String(fault) }, 'the key cannot be read'),
  )

  const outbox = openOutbox({
    folder: dataFolder,
    clock,
    onFault: (fault) => log.error({ fault: String(fault) }, 'the outbox stumbled'),
    watch,
    prepared: options.prepared,
  })
  watch.onOutbox?.(outbox)
  const cache = openCache({
    folder: dataFolder,
    clock,
    onWarning: () => statusChanged(),
    onProblem: () => statusChanged(),
    onBoundary: watch.onBoundary,
  })
  watch.onBoundary?.('cache_open')
  const serviceClock = createServiceClock(clock, cache.serviceOffsetMs())
  const budget = createBudget({ clock, serviceClock, counts: cache.calls })
  const known = cache.me()
  if (known !== null) budget.setLimits(known.limits)
  const client = createWorkshopClient({
    baseUrl: settings?.baseUrl ?? '',
    key: key.current,
    budget,
    serviceClock,
    clock,
    log: ({ call, ended, requestId, ms }) => log.info({ call, ended, requestId, ms }, 'call'),
    onExchange: watch.onExchange,
  })
  const rhythm = createRhythm({
    clock,
    limits: budget.limits,
    stationsSharingKey: settings?.stationsSharingKey ?? 1,
    // the pause of the night is not over yet
    onShiftBegun: () => void sync.pullNow(),
  })
  const today = (): string => workshopDate(serviceClock.now())
  let ownBrakeId = settings?.ownBrakeId ?? null

  let eventsTried = settled()
  const sync = createSync({
    client,
    cache: {
      ...cache,
      loseCursor: (how) => {
        // first, so that a station that ends in between finds it out once more
        if (how.restored) outbox.marks.serviceRestored()
        cache.loseCursor(how)
      },
    },
    clock,
    today,
    ownBrake: () => ownBrakeId,
    keeps: outbox.marks.keeps,
    pollPauseMs: rhythm.pollPauseMs,
    secondsFor: (priority, calls) => budget.secondsFor('read', priority, calls),
    marksOf: outbox.marks.madeFor,
    onMe: (me) => budget.setLimits(me.limits),
    onEventsTried: () => {
      const { settle } = eventsTried
      eventsTried = settled()
      // what the events said of a mark is known before it is sent
      void notices.settled().then(settle)
    },
    log: (message, details) => log.warn(details, message),
  })
  const askForEvents = (): Promise<void> => {
    const { promise } = eventsTried
    // a turn that begins asks for events by itself
    if (sync.status().connection.state !== 'starting') void sync.pullNow()
    return promise
  }
  const cacheFails = (fault: unknown): void => log.error({ fault: String(fault) }, 'the cache would not take a sheet')
  const drain = outbox.drain(drainPorts({ client, cache, askForEvents, onChanges: tellChanged, onFault: cacheFails }))

  const status = () =>
    statusView({
      cache,
      outbox,
      summary: outbox.marks.summary(),
      stopped: outbox.deviations.open().length,
      queue: drain.queue(),
      sync: settings === null ? notConnected(sync.status()) : sync.status(),
      today: today(),
      ownBrakeId,
      keyInFile: key.inFile(),
    })
  const pushes = createPushes(status, (fault) => log.error({ fault: String(fault) }, 'the status cannot be read'))
  const { tell } = pushes
  const workshop = createWorkshopDesk({
    dataFolder,
    resources,
    brakes: cache.brakes,
    tell: () => tell({ name: 'workshop', data: {} }),
    onWrongSettings: ({ message }) => log.error({ message }, 'the settings cannot be read'),
  })
  function statusChanged(): void {
    pushes.statusChanged()
    workshop.noticeBrakes()
  }
  function tellChanged(changes: Changes): void {
    tell({ name: 'changed', data: withToday(changes, today()) })
    statusChanged()
  }

  /** What stood in the way of reads is over: a queue that it stopped need not wait for its own next probe. */
  const letMarksGo = (): void => {
    const { state, problem } = drain.queue()
    const stopped = state === 'blocked_by_key' || state === 'blocked_by_plan' || problem?.code === 'other_workshop'
    if (stopped) drain.resume()
    else drain.kick()
  }
  let before: SyncStatus['connection'] = { state: 'starting', problem: null }
  sync.onStatus(({ connection }) => {
    if (connection.state === 'online' && before.state !== 'online') letMarksGo()
    // the key was exchanged in the workshop: another one may lie here already
    const refused = connection.problem?.code === 'key_refused' && before.problem?.code !== 'key_refused'
    before = connection
    if (refused && settings !== null) void takeNewKey(settings.baseUrl)
    statusChanged()
  })
  const notices = createMarkNotices({
    cache,
    outbox,
    onFault: (fault) => log.error({ fault: String(fault) }, 'what a list says of marks cannot be stored'),
  })
  sync.onChanges((changes) => {
    notices.notice(changes)
    tellChanged(changes)
  })
  outbox.subscribe((change) => {
    if (change.kind === 'queue') {
      // a mark that could not go out is the first to know: the whole station finds out at once, not at the next poll
      if (change.queue.state === 'offline' && sync.status().connection.state === 'online') void sync.pullNow()
      statusChanged()
    } else tellChanged({ dates: change.sheetIds.flatMap(cache.datesOf), sheetIds: change.sheetIds })
  })

  const exportFolder = settings?.exportFolder ?? join(dataFolder, 'exports')
  mkdirSync(exportFolder, { recursive: true })
  const exports = createExportDesk({
    sources: {
      cache,
      marks: outbox.marks,
      workshop: workshop.read,
      sentences: (language) => readSentences(resources, language),
      now: clock.now,
      today,
    },
    exporter: createExporter({ folder: exportFolder, font: readFileSync(fontFile) }),
    folder: exportFolder,
    clock,
    newId: randomUUID,
    tell: (view) => tell({ name: 'export', data: view }),
  })
  const handlers = createHandlers({
    cache,
    outbox,
    askNow: async () => {
      if (settings !== null) await takeNewKey(settings.baseUrl)
      await sync.pullNow()
    },
    exports,
    workshop: workshop.read,
    today,
    serviceOffsetMs: serviceClock.offsetMs,
    ownBrakeId: () => ownBrakeId,
    chooseBrake: (pressBrakeId) => {
      ownBrakeId = pressBrakeId
      if (settings !== null) writeSettings(dataFolder, { baseUrl: settings.baseUrl, ownBrakeId })
      pushes.tellStatus()
    },
    fingerprint: () => {
      const owner = cache.fingerprint()
      return owner === null ? null : fingerprintOf(owner)
    },
    acknowledgeSetAside: () => {
      outbox.acknowledgeSetAside()
      pushes.tellStatus()
    },
  })

  let closed = false
  /** A technician may have given another key meanwhile. */
  const takeNewKey = async (baseUrl: string): Promise<void> => {
    const isNew = await key.read(baseUrl)
    if (!isNew || closed) return
    sync.connectionChanged()
    drain.resume()
  }
  const begin = async (baseUrl: string): Promise<void> => {
    await key.read(baseUrl)
    if (closed) return
    sync.start()
    drain.start()
    statusChanged()
  }
  // read once before a screen asks, while its page is still being read: the first time is the slow one
  const readAhead = async (): Promise<void> => {
    try {
      await setImmediate()
      if (closed) return
      const list = await handlers['list.read']({ date: today() })
      await setImmediate()
      calls['list.read'].out.safeParse(list)
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'the list cannot be read')
    }
  }
  // the system's key store may take its time: the screen has the list meanwhile
  if (settings !== null) void begin(settings.baseUrl)
  void readAhead()
  log.info({ dataFolder, workshop: settings?.baseUrl ?? null }, 'the station is open')
  watch.onBoundary?.('station_open')
  return {
    station: {
      handlers: noticing(handlers, rhythm.touched),
      snapshot: () => {
        rhythm.touched()
        return { status: status(), exports: exports.views() }
      },
      subscribe: pushes.subscribe,
    },
    close: () => {
      closed = true
      return closeAll({ pushes, notices, exports, sync, outbox, budget, client, cache, closeLog })
    },
  }
}

interface Closing {
  pushes: Pushes
  notices: MarkNotices
  exports: { close: () => Promise<void> }
  sync: Sync
  outbox: Outbox
  budget: { close: () => void }
  client: WorkshopClient
  cache: Cache
  closeLog: () => void
}
async function closeAll(parts: Closing): Promise<void> {
  const { pushes, notices, exports, sync, outbox, budget, client, cache, closeLog } = parts
  pushes.stop()
  notices.stop()
  const stopped = sync.stop()
  budget.close()
  await Promise.all([stopped, exports.close()])
  await outbox.close()
  await client.close()
  cache.close()
  closeLog()
}

/** On today's list stand sheets that left the lists, too: a change of a sheet may be seen there. */
const withToday = ({ dates, sheetIds }: Changes, today: string): Changes => ({
  dates: sheetIds.length === 0 ? dates : [...new Set([...dates, today])],
  sheetIds,
})

const notConnected = (status: SyncStatus): SyncStatus => ({
  ...status,
  connection: { state: 'blocked', problem: { code: 'not_connected_yet', params: {} } },
})

function settled(): { promise: Promise<void>; settle: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, settle: resolve }
}
