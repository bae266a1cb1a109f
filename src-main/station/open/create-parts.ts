// Third step of opening a station: the parts that serve the screens' calls. Each part is created after the parts that it uses; events that
// go the other way pass through an emitter. Opens the brake's connection and the screens' settings.
import { join } from 'node:path'
import { Emitter } from '../../../shared/base/emitter.ts'
import { CallError, type BrakeView, type Station, type StatusView } from '../../../shared/station-api/index.ts'
import type { CloseStack } from '../../platform/close-stack.ts'
import { ThrottledChanges } from '../../platform/throttled-changes.ts'
import { resourcesFolder } from '../../platform/resources-folder.ts'
import { readSentences } from '../../platform/translations.ts'
import { readList } from '../../sync/index.ts'
import {
  BendPlans,
  bendPlanHandlers,
  DayAhead,
  ordersOfSheet,
  programPlan,
  storedPlanOf,
  type SheetChoices,
} from '../bend-plans/index.ts'
import { openStationBrake, type StationBrake } from '../brake/index.ts'
import { exportFolderOf, openExportQueue, type ExportQueue } from '../exports/index.ts'
import { createSheetLookup, listView } from '../lists/index.ts'
import { createMarkByItself, createMarkSheet, type MarkSheet } from '../marks/index.ts'
import { refreshSheet } from '../network/index.ts'
import { openOrderPapers, type OrderPapersReader } from '../orders/index.ts'
import type { OpenedStationPeers } from '../peers/index.ts'
import { MachineSettings, PlanCalls } from '../plan/index.ts'
import { openScreenAccess, type ScreenAccess } from '../access/index.ts'
import { openTechnician } from '../set-up/index.ts'
import { usualSettings, writeSettings } from '../settings/index.ts'
import { createToolHandlers, createWorkshopReader, type WorkshopReader } from '../workshop-files/index.ts'
import type { Network } from './connect-network.ts'
import { createHandlers } from './handlers.ts'
import { machineHere, type Stores } from './open-stores.ts'
import { Pushes } from './pushes.ts'
import type { StationOptions } from './station-options.ts'
import { connectPeers } from './connect-peers.ts'
import { stationStatus } from './station-status.ts'
import { requiredFingerprint, storedFingerprint } from './workshop-fingerprint.ts'

const resources = resourcesFolder
/** The least time between two pushes about planned bends. */
const plannedPauseMs = 2_000
const usualFont = join(resources, 'fonts/DejaVuSans.ttf')

export interface Parts {
  pushes: Pushes
  exports: ExportQueue
  brake: StationBrake
  access: ScreenAccess
  status: () => StatusView
  handlers: Station['handlers']
  stationPeers: OpenedStationPeers
}

/** What the parts know of the two steps before them. */
interface Opened {
  options: StationOptions
  stores: Stores
  network: Network
  closers: CloseStack
}

export function createParts(opened: Opened): Parts {
  const { stores, network, closers } = opened
  const status = stationStatus(opened)
  const statusSent = new Emitter<void>(stores.logError('a sent status cannot be handled'))
  const pushes = new Pushes({
    status,
    today: network.today,
    onStatusSent: () => statusSent.emit(),
    onError: stores.logError('the status cannot be sent'),
  })
  closers.add(() => pushes.stop())
  network.changes.subscribe((changes) => pushes.sendChanges(changes))
  network.statusChanges.subscribe(() => pushes.scheduleStatus())
  stores.cacheProblems.subscribe(() => pushes.scheduleStatus())

  // what the plans of the day depend on: the lists, the planner's choices and the workshop's files
  const dayChanges = new Emitter<void>(stores.logError('a change of the day cannot be handled'))
  const workshop = createWorkshopReader({
    dataFolder: stores.dataFolder,
    resources,
    brakes: () => stores.cache.brakes(),
    notify: () => {
      pushes.send({ name: 'workshop', data: {} })
      dayChanges.emit()
    },
    onWrongSettings: ({ message }) => stores.log.error({ message }, 'the settings cannot be read'),
  })
  const planned = new ThrottledChanges(stores.clock, () => pushes.send({ name: 'planned', data: {} }), plannedPauseMs)
  closers.add(() => planned.stop())
  const bendPlans = new BendPlans(() => planned.notifySoon())
  closers.add(() => bendPlans.close())
  const machineSettings = openMachineSettings(stores)
  const plan = createPlan(opened, { pushes, workshop, bendPlans, dayChanges, machineSettings })
  network.changes.subscribe(() => dayChanges.emit())
  dayChanges.subscribe(createDayAhead(opened, { workshop, plan, bendPlans }).schedule)
  const exports = openExports(opened, { pushes, workshop, plan, bendPlans })
  const markSheet = createMarkSheet({
    marks: stores.ledger.marks,
    sheetAsShown: createSheetLookup(stores.cache).sheetAsShown,
    fingerprint: () => requiredFingerprint(stores),
    serviceOffsetMs: network.serviceClock.offsetMs,
    ownBrakeId: () => stores.session.ownBrakeId,
  })
  const brakeViews = new Emitter<BrakeView>(stores.logError('a view of the brake cannot be sent'))
  const brake = openBrake(opened, { pushes, workshop, bendPlans, markSheet, brakeViews })
  const access = openScreenAccess({
    dataFolder: stores.dataFolder,
    clock: stores.clock,
    brake: brake.view,
    marksMoving: () => stores.ledger.marks.hasHeldOrSending(),
    notify: (push) => pushes.send(push),
    onError: stores.logError('the screen settings cannot be read'),
  })
  closers.add(() => access.locks.close())
  brakeViews.subscribe((view) => pushes.send({ name: 'brake', data: view }))
  brakeViews.subscribe(access.notifyShell)
  statusSent.subscribe(workshop.checkBrakes)
  statusSent.subscribe(access.notifyShell)
  const stationPeers = connectPeers(opened, { pushes, brake, brakeViews, access, dayChanges, machineSettings })
  const handlers = connectHandlers(opened, {
    pushes,
    workshop,
    plan,
    bendPlans,
    exports,
    markSheet,
    brake,
    access,
    status,
    stationPeers,
  })
  return { pushes, exports, brake, access, status, handlers, stationPeers }
}

interface PlanSources {
  pushes: Pushes
  workshop: WorkshopReader
  bendPlans: BendPlans
  dayChanges: Emitter<void>
  machineSettings: MachineSettings
}

function openMachineSettings({ dataFolder, settings, elsewhere, clock }: Stores): MachineSettings {
  let stored = (settings ?? usualSettings).planning
  return new MachineSettings({
    stored: () => stored,
    store: (planning) => {
      if (settings === null) throw new CallError('not_connected', 'the station is not connected to a workshop yet')
      stored = writeSettings(dataFolder, { baseUrl: settings.baseUrl, planning }).planning
    },
    shared: elsewhere.machineSettings,
    now: clock.now,
  })
}

function createPlan(
  { stores, network }: Opened,
  { pushes, workshop, bendPlans, dayChanges, machineSettings }: PlanSources,
): PlanCalls {
  const { cache, ledger } = stores
  return new PlanCalls({
    cache,
    ledger,
    listOf: (date) => listView(cache, ledger.marks, date, network.today()).entries,
    workshop: workshop.read,
    bendPlans,
    machineSettings,
    onChanges: (changes) => {
      pushes.sendChanges(changes)
      dayChanges.emit()
    },
    onWorkshopChanged: () => {
      pushes.send({ name: 'workshop', data: {} })
      dayChanges.emit()
    },
  })
}

const choicesIn = ({ plans, bendOrders }: Stores['ledger']): SheetChoices => ({
  splitOf: plans.splitOf,
  orderOf: bendOrders.of,
})

/** Plans today's sheets ahead, if this program asks for that. */
function createDayAhead(
  { options, stores, network, closers }: Opened,
  { workshop, plan, bendPlans }: { workshop: WorkshopReader; plan: PlanCalls; bendPlans: BendPlans },
): Pick<DayAhead, 'schedule'> {
  if (options.plansBendsAhead !== true) return { schedule: () => undefined }
  const { cache, clock, ledger, logError } = stores
  const dayAhead = new DayAhead({
    plans: bendPlans,
    sheetsOfDay: () => plan.planOf(network.today()).sheets,
    sheetNow: (sheetId) => cache.sheetOf(sheetId).sheet,
    workshop: workshop.read,
    choices: choicesIn(ledger),
    wait: clock.wait,
    onError: logError('the day cannot be planned ahead'),
  })
  closers.add(() => dayAhead.close())
  dayAhead.schedule()
  return dayAhead
}

function openExports(
  { options, stores, network, closers }: Opened,
  { pushes, workshop, plan, bendPlans }: Pick<HandlerSources, 'pushes' | 'workshop' | 'plan' | 'bendPlans'>,
): ExportQueue {
  const { machineOf } = stores.ledger.plans
  const orders = { plans: bendPlans, machineOf, ...choicesIn(stores.ledger) }
  const exports = openExportQueue({
    sources: {
      cache: stores.cache,
      marks: stores.ledger.marks,
      workshop: workshop.read,
      sentences: (language) => readSentences(resources, language),
      now: stores.clock.now,
      today: network.today,
      planOf: (date) => ({
        ...plan.planOf(date),
        isShared: stores.elsewhere.statusPart().stations !== undefined,
      }),
      machineOf,
      ordersOf: (sheet, tables) => ordersOfSheet(orders, sheet, tables),
      bendPlanOf: (sheet, tables) => storedPlanOf(orders, sheet, tables),
    },
    folder: exportFolderOf(stores.settings, stores.dataFolder),
    fontFile: options.fontFile ?? usualFont,
    clock: stores.clock,
    notify: (view) => pushes.send({ name: 'export', data: view }),
  })
  closers.add(() => exports.close())
  return exports
}

interface BrakeSources extends Pick<HandlerSources, 'pushes' | 'workshop' | 'bendPlans' | 'markSheet'> {
  brakeViews: Emitter<BrakeView>
}

function openBrake(
  { stores, network, closers }: Opened,
  { pushes, workshop, bendPlans, markSheet, brakeViews }: BrakeSources,
): StationBrake {
  const { dataFolder, settings, clock, ledger, cache, session, elsewhere, logError } = stores
  const brake = openStationBrake({
    dataFolder,
    resources,
    set: settings ?? usualSettings,
    clock,
    ledger,
    workshop: workshop.read,
    ownBrakeId: () => session.ownBrakeId,
    sheetAsShown: createSheetLookup(cache).sheetAsShown,
    machineFor: machineHere(stores),
    planOf: (sheet, { workshop: tables, machine }) =>
      programPlan({ plans: bendPlans, ...choicesIn(ledger) }, sheet, machine, tables),
    sheetNow: (sheetId) => cache.sheetOf(sheetId).sheet,
    refreshSheet: (sheetId) => refreshSheet(sheetId, { ...network.drainPorts, cache, clock }),
    markBent: createMarkByItself({
      markSheet,
      isMarkedElsewhere: ({ id, reworkCount }) => elsewhere.marksOf(id, reworkCount).length > 0,
      ask: (question) => pushes.send({ name: 'mark_asked', data: question }),
      onError: logError('the sheet could not be marked automatically'),
    }),
    notify: (view) => brakeViews.emit(view),
    onError: logError('the connection to the brake failed'),
  })
  closers.add(brake.close)
  const unsubscribe = ledger.subscribe((change) => {
    if (change.kind !== 'queue') brake.handleWorkChange()
  })
  closers.add(unsubscribe)
  return brake
}

interface HandlerSources extends Omit<Parts, 'handlers'> {
  workshop: WorkshopReader
  plan: PlanCalls
  bendPlans: BendPlans
  markSheet: MarkSheet
}

function connectHandlers(opened: Opened, parts: HandlerSources): Station['handlers'] {
  const { stores, network, closers } = opened
  const { dataFolder, settings, clock, cache, ledger, session } = stores
  const { pushes, workshop, exports, brake, access } = parts
  const closing = new AbortController()
  closers.add(() => closing.abort())
  return createHandlers({
    cache,
    ledger,
    revisionElsewhere: () => stores.elsewhere.revision,
    stationPeers: parts.stationPeers,
    markSheet: parts.markSheet,
    syncNow: network.syncNow,
    technician: openTechnicianCalls(opened, parts),
    exports,
    oversight: {
      now: clock.now,
      queue: () => network.drain.queue(),
      readList: (date) =>
        readList(network.client, date, new Date(clock.now()).toISOString(), {
          priority: 'read',
          signal: closing.signal,
        }),
      sentences: (language) => readSentences(resources, language),
      exportFolder: exportFolderOf(settings, dataFolder),
      elsewhere: {
        openMarks: () => stores.elsewhere.openMarks(),
        stops: () => stores.elsewhere.stops(),
        piecesOn: (from, to) => stores.elsewhere.piecesOn(from, to),
        splitOf: (sheetId) => stores.elsewhere.planOf(sheetId)?.applied.fact.split ?? null,
        readDays: (from, to) => stores.elsewhere.readDays(from, to),
      },
      onDayRead: parts.stationPeers.mirrorSoon,
    },
    brake: brake.handlers,
    access: access.handlers,
    plan: parts.plan.handlers,
    tools: createToolHandlers({ dataFolder, resources, workshopChanged: () => void workshop.read() }),
    bendPlan: bendPlanHandlers({
      plans: parts.bendPlans,
      workshop: workshop.read,
      ...createSheetLookup(cache),
      machineFor: machineHere(stores),
      bendOrders: ledger.bendOrders,
      splitOf: ledger.plans.splitOf,
      operators: ledger.operators,
      wait: clock.wait,
    }),
    orderPapers: openPapers(opened, pushes),
    screen: access.screen,
    workshop: workshop.read,
    today: network.today,
    ownBrakeId: () => session.ownBrakeId,
    chooseBrake: (pressBrakeId) => {
      session.ownBrakeId = pressBrakeId
      if (settings !== null) writeSettings(dataFolder, { baseUrl: settings.baseUrl, ownBrakeId: pressBrakeId })
      pushes.sendStatus()
    },
    fingerprint: () => requiredFingerprint(stores),
    acknowledgeSetAside: () => {
      ledger.acknowledgeSetAside()
      session.restoring = null
      pushes.sendStatus()
    },
  })
}

function openPapers({ options, stores, network, closers }: Opened, pushes: Pushes): OrderPapersReader {
  const papers = openOrderPapers({
    folder: join(stores.dataFolder, 'order-papers'),
    ...network,
    cache: stores.cache,
    clock: stores.clock,
    owner: () => storedFingerprint(stores),
    syncStatus: () => network.sync.status(),
    readsAhead: options.readsOrdersAhead === true,
    notify: (orderNumber) => pushes.send({ name: 'papers', data: { orderNumber } }),
    onError: stores.logError('the papers of an order cannot be read'),
  })
  closers.add(() => papers.close())
  return papers
}

function openTechnicianCalls({ options, stores, network }: Opened, parts: HandlerSources) {
  const { dataFolder, settings, clock, cache, ledger, key } = stores
  const { serviceClock, budget, pollSchedule, lastCalls } = network
  return openTechnician({
    dataFolder,
    connectFolder: options.connectFolder ?? dataFolder,
    exportFolder: exportFolderOf(settings, dataFolder),
    resources,
    clock,
    opened: settings,
    systemKeyStore: options.systemKeyStore,
    key,
    access: parts.access,
    ledger,
    status: parts.status,
    brake: parts.brake.view,
    workshop: parts.workshop.read,
    connection: {
      serviceNow: serviceClock.now,
      serviceOffsetMs: serviceClock.offsetMs,
      limits: () => budget.limits(),
      callsIn: (window) => cache.calls.count(window),
      pollPauseMs: pollSchedule.pollPauseMs,
      lastCalls,
    },
    fingerprint: () => storedFingerprint(stores),
    syncNow: network.syncNow,
    restart: options.restart ?? null,
  })
}
