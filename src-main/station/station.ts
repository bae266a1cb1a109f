// The composition root: opens the stores, hands each part what it needs of the others, and implements the contract with the
// screen. Everything the station does starts here and ends with `close`.
import { join } from 'node:path'
import { fingerprintOf, workshopDate } from '../../shared/workshop-api/index.ts'
import { openCache } from '../cache/cache.ts'
import { openOutbox } from '../outbox/index.ts'
import { systemClock } from '../platform/clock.ts'
import { readList } from '../sync/read-pages.ts'
import { createSync } from '../sync/sync.ts'
import { openBrakeDesk } from './brake-desk.ts'
import { connectionNews } from './connection-news.ts'
import { drainPorts } from './drain-ports.ts'
import { keepLastCalls } from './set-up/diagnostics.ts'
import { openFrontDesk } from './set-up/front-desk.ts'
import { openTechnician } from './set-up/technician.ts'
import { createEventTries } from './event-tries.ts'
import { exportFolderOf } from './export-folder.ts'
import { openFolderKeys } from './folder-keys.ts'
import { createHandlers } from './handlers.ts'
import { openLog } from './log.ts'
import { openOrLetGo, type Closer } from './let-go.ts'
import { createMarkNotices } from './notice-marks.ts'
import { openPlanDesk } from './plan-set-up.ts'
import { createPushes } from './pushes.ts'
import { createRhythm, noticing } from './rhythm.ts'
import { readAhead } from './read-ahead.ts'
import { readAnew } from './read-anew.ts'
import { readSentences } from './sentences.ts'
import { readSettings, usualSettings, writeSettings } from './settings.ts'
import { createStationKey } from './station-key.ts'
import { openStationExports } from './station-exports.ts'
import type { OpenedStation, StationOptions } from './station-options.ts'
import { sheetsShown } from './sheets-shown.ts'
import { statusView } from './status-view.ts'
import { createWorkshopDesk } from './workshop-desk.ts'
import { openWorkshopLine } from './workshop-line.ts'

export type { OpenedStation, StationOptions, StationWatch } from './station-options.ts'

const resources = join(import.meta.dirname, '../../resources')
const usualFont = join(resources, 'fonts/DejaVuSans.ttf')

/**
 * Throws SettingsError for settings that cannot be read, StoreInUseError where another station has the folder, NewerFileError
 * for a newer program's outbox. Without settings it opens and says that it is not connected to a workshop yet.
 */
export const openStation = (options: StationOptions): OpenedStation =>
  openOrLetGo(
    () => options.prepared?.release(),
    (took) => openParts(options, took),
  )

function openParts(options: StationOptions, took: (close: Closer) => void): OpenedStation {
  const { dataFolder, clock = systemClock, fontFile = usualFont, watch = {} } = options
  const settings = readSettings(dataFolder)
  const { log, close: closeLog } = openLog(dataFolder)
  took(closeLog)
  const failing = (what: string) => (fault: unknown) => log.error({ fault: String(fault) }, what)
  const key = createStationKey(
    () => openFolderKeys(dataFolder, clock, options.systemKeyStore),
    failing('the key cannot be read'),
  )

  const { prepared } = options
  const outbox = openOutbox({ folder: dataFolder, clock, onFault: failing('the outbox stumbled'), watch, prepared })
  took(outbox.close)
  watch.onOutbox?.(outbox)
  const cache = openCache({
    folder: dataFolder,
    clock,
    onWarning: () => pushes.statusChanged(),
    onProblem: () => pushes.statusChanged(),
    onBoundary: watch.onBoundary,
  })
  took(cache.close)
  watch.onBoundary?.('cache_open')
  const lastCalls = keepLastCalls(clock)
  const { serviceClock, budget, client } = openWorkshopLine({
    baseUrl: settings?.baseUrl ?? '',
    key: key.current,
    clock,
    cache,
    log: ({ call, ended, requestId, ms }) => {
      lastCalls.ended({ call, ended, requestId, ms })
      log.info({ call, ended, requestId, ms }, 'call')
    },
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
  let restoring = options.restoring ?? null

  const eventTries = createEventTries()
  const sync = createSync({
    client,
    cache: {
      ...cache,
      loseCursor: async (how) => {
        // first, so that a station that ends in between finds it out once more
        if (how.restored) await outbox.marks.serviceRestored(how.signal)
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
    // what the events said of a mark is known before it is sent
    onEventsTried: () => eventTries.ended(notices.settled()),
    log: (message, details) => log.warn(details, message),
  })
  const askForEvents = (): Promise<void> => {
    const tried = eventTries.next()
    // a turn that begins asks for events by itself
    if (sync.status().connection.state !== 'starting') void sync.pullNow()
    return tried
  }
  const network = drainPorts({
    client,
    cache,
    askForEvents,
    onChanges: (changes) => pushes.changed(changes),
    onFault: failing('the cache would not take a sheet'),
  })
  const drain = outbox.drain(network)

  const status = () =>
    statusView({
      cache,
      outbox,
      queue: drain.queue(),
      sync: sync.status(),
      isConnected: settings !== null,
      today: today(),
      ownBrakeId,
      keyInFile: key.inFile(),
      restoring,
    })
  const pushes = createPushes({
    status,
    today,
    onTold: () => {
      workshop.noticeBrakes()
      front.noticeShell()
    },
    onFault: failing('the status cannot be read'),
  })
  const { tell, statusChanged } = pushes
  const workshop = createWorkshopDesk({
    dataFolder,
    resources,
    brakes: cache.brakes,
    tell: () => tell({ name: 'workshop', data: {} }),
    onWrongSettings: ({ message }) => log.error({ message }, 'the settings cannot be read'),
  })
  const noticeConnection = connectionNews(drain, () => void takeNewKey())
  sync.onStatus(({ connection }) => {
    noticeConnection(connection)
    statusChanged()
  })
  const notices = createMarkNotices({ cache, outbox, onFault: failing('what a list says of marks cannot be stored') })
  sync.onChanges((changes) => {
    notices.notice(changes)
    pushes.changed(changes)
  })
  outbox.subscribe((change) => {
    if (change.kind === 'queue') {
      // a mark that could not go out is the first to know: the whole station finds out at once, not at the next poll
      if (change.queue.state === 'offline' && sync.status().connection.state === 'online') void sync.pullNow()
      statusChanged()
    } else {
      pushes.changed({ dates: change.sheetIds.flatMap(cache.datesOf), sheetIds: change.sheetIds })
      brake.workChanged()
    }
  })

  took(client.close)
  const closing = new AbortController()
  const exportFolder = exportFolderOf(settings, dataFolder)
  const exports = openStationExports({
    sources: {
      cache,
      marks: outbox.marks,
      workshop: workshop.read,
      sentences: (language) => readSentences(resources, language),
      now: clock.now,
      today,
      planOf: (date) => plan.planOf(date),
    },
    folder: exportFolder,
    fontFile,
    clock,
    tell: (view) => tell({ name: 'export', data: view }),
  })
  const brake = openBrakeDesk({
    dataFolder,
    resources,
    set: settings ?? usualSettings,
    clock,
    outbox,
    workshop: workshop.read,
    ownBrakeId: () => ownBrakeId,
    sheetShown: sheetsShown(cache).sheetShown,
    sheetNow: (sheetId) => cache.sheetOf(sheetId).sheet,
    readAnew: (sheetId) => readAnew(sheetId, { ...network, cache, clock }),
    markBent: async ({ id: sheetId, drawingVersion }) => {
      try {
        await handlers['mark.create']({ sheetId, drawingVersion, by: null })
        return true
      } catch (fault) {
        failing('the sheet could not be marked by itself')(fault)
        return false
      }
    },
    tell: (view) => {
      tell({ name: 'brake', data: view })
      front.noticeShell()
    },
    onFault: failing('the link to the brake stumbled'),
  })
  took(brake.close)
  took(exports.close)
  const front = openFrontDesk({
    dataFolder,
    clock,
    brake: brake.view,
    marksMoving: outbox.marks.inHand,
    tell,
    onFault: failing('what is set for the screens cannot be read'),
  })
  const plan = openPlanDesk({
    dataFolder,
    settings,
    cache,
    outbox,
    today,
    workshop: workshop.read,
    changed: pushes.changed,
    workshopChanged: () => tell({ name: 'workshop', data: {} }),
  })
  const askNow = async (): Promise<void> => {
    await takeNewKey()
    await sync.pullNow()
  }
  const fingerprint = (): string | null => {
    const owner = cache.fingerprint()
    return owner === null ? null : fingerprintOf(owner)
  }
  const technician = openTechnician({
    dataFolder,
    connectFolder: options.connectFolder ?? dataFolder,
    exportFolder,
    resources,
    clock,
    opened: settings,
    systemKeyStore: options.systemKeyStore,
    key,
    front,
    outbox,
    status,
    brake: brake.view,
    workshop: workshop.read,
    line: {
      serviceNow: serviceClock.now,
      serviceOffsetMs: serviceClock.offsetMs,
      limits: budget.limits,
      callsIn: cache.calls.count,
      pollPauseMs: rhythm.pollPauseMs,
      lastCalls,
    },
    fingerprint,
    askNow,
    restart: options.restart ?? null,
  })
  const handlers = createHandlers({
    cache,
    outbox,
    askNow,
    technician,
    exports,
    oversight: {
      now: clock.now,
      queue: drain.queue,
      readList: (date) =>
        readList(client, date, new Date(clock.now()).toISOString(), { priority: 'read', signal: closing.signal }),
      sentences: (language) => readSentences(resources, language),
      exportFolder,
    },
    brake: brake.handlers,
    front: front.handlers,
    plan: plan.handlers,
    screen: front.screen,
    workshop: workshop.read,
    today,
    serviceOffsetMs: serviceClock.offsetMs,
    ownBrakeId: () => ownBrakeId,
    chooseBrake: (pressBrakeId) => {
      ownBrakeId = pressBrakeId
      if (settings !== null) writeSettings(dataFolder, { baseUrl: settings.baseUrl, ownBrakeId })
      pushes.tellStatus()
    },
    fingerprint,
    acknowledgeSetAside: () => {
      outbox.acknowledgeSetAside()
      restoring = null
      pushes.tellStatus()
    },
  })

  let closed = false
  /** A technician may have given another key meanwhile. */
  const takeNewKey = async (): Promise<void> => {
    const isNew = settings !== null && (await key.read(settings.baseUrl))
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
  // the system's key store may take its time: the screen has the list meanwhile
  if (settings !== null) void begin(settings.baseUrl)
  const listAhead = () =>
    readAhead({
      readList: handlers['list.read'],
      today,
      isOver: () => closed,
      onFault: (fault) => log.warn({ fault: String(fault) }, 'the list cannot be read'),
    })
  void listAhead()
  log.info({ dataFolder, workshop: settings?.baseUrl ?? null }, 'the station is open')
  watch.onBoundary?.('station_open')
  return {
    station: {
      handlers: noticing(handlers, rhythm.touched),
      snapshot: () => {
        rhythm.touched()
        void listAhead()
        return { status: status(), exports: exports.views(), brake: brake.view(), shell: front.shell() }
      },
      subscribe: pushes.subscribe,
      admit: front.locks.admit,
    },
    close: async () => {
      closed = true
      closing.abort()
      front.locks.close()
      pushes.stop()
      notices.stop()
      const stopped = sync.stop()
      budget.close()
      await Promise.all([stopped, exports.close(), brake.close()])
      await outbox.close()
      await client.close()
      cache.close()
      closeLog()
    },
  }
}
