// The handlers of the contract's calls, from the parts that the station opened. A refusal is a CallError with its code.
import { CallError, noShell, type Station, type WorkshopView } from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import type { BendPlanHandlers } from '../bend-plans/index.ts'
import type { BrakeHandlers } from '../brake/index.ts'
import type { ExportQueue } from '../exports/index.ts'
import {
  cachedList,
  createListDetails,
  createListParts,
  createScanHandlers,
  createSheetLookup,
  listView,
  sheetView,
  type ScanParts,
} from '../lists/index.ts'
import { createWorkHandlers, orRefused, type MarkSheet } from '../marks/index.ts'
import { orderHandlers, type OrderPapersReader } from '../orders/index.ts'
import { createOversightHandlers, type OversightParts } from '../oversight/index.ts'
import type { OpenedStationPeers } from '../peers/index.ts'
import type { PlanCalls } from '../plan/index.ts'
import type { ScreenAccess } from '../access/index.ts'
import type { TechnicianHandlers } from '../set-up/index.ts'
import type { ToolHandlers } from '../workshop-files/index.ts'

export interface HandlerParts {
  cache: Cache
  ledger: Ledger
  /** Changes with what other stations did. */
  revisionElsewhere: () => number
  stationPeers: Pick<OpenedStationPeers, 'handlers' | 'askFirst'>
  markSheet: MarkSheet
  /** Reads the key again and pulls from the service; resolves when both are done. */
  syncNow: () => Promise<void>
  exports: ExportQueue
  oversight: Omit<OversightParts, 'cache' | 'ledger' | 'today'>
  brake: BrakeHandlers
  access: ScreenAccess['handlers']
  technician: TechnicianHandlers
  plan: PlanCalls['handlers']
  tools: ToolHandlers
  bendPlan: BendPlanHandlers
  orderPapers: OrderPapersReader
  screen: ScanParts['screen']
  workshop: () => WorkshopView
  today: () => string
  ownBrakeId: () => string | null
  /** Stores the choice, and fetches that brake's sheets first from now on. */
  chooseBrake: (pressBrakeId: string | null) => void
  /** `shopSlug/environment` of the workshop whose sheets are stored. Throws CallError while the station has never been connected. */
  fingerprint: () => string
  /** A person has read the notice about a damaged ledger. */
  acknowledgeSetAside: () => void
}

/** The most marks in one response. */
const maxMarks = 500

export function createHandlers(parts: HandlerParts): Station['handlers'] {
  const { cache, ledger, fingerprint, ownBrakeId } = parts
  const { readableSheet, sheetAsShown } = createSheetLookup(cache)
  const readListPart = createListParts(
    cachedList(
      (date) => listView(cache, ledger.marks, date, parts.today()),
      () => `${parts.today()} ${cache.revision()} ${ledger.revision()} ${parts.revisionElsewhere()}`,
    ),
  )

  return parts.stationPeers.askFirst({
    'list.read': ({ date, part }, screen) => readListPart(date, part, screen),
    ...createListDetails({ cache, work: ledger.work }),
    'sheet.read': ({ sheetId }) => {
      const view = sheetView(cache, ledger.marks, sheetId)
      if (view === null) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not in this station's store`)
      if (view.sheet !== null) ledger.marks.storeDrawingAhead(view.sheet)
      return view
    },
    'mark.create': parts.markSheet,
    'mark.undo': ({ markId }) => orRefused(ledger.marks.undo(markId)),
    'marks.list': () => {
      const { held, undelivered, needsPerson } = ledger.marks.summary()
      return { marks: ledger.marks.marksNeedingAttention(maxMarks), total: held + undelivered + needsPerson }
    },
    'outbox.acknowledge': () => {
      parts.acknowledgeSetAside()
      return {}
    },
    ...createWorkHandlers({
      ledger,
      readableSheet,
      sheetAsShown,
      sheetNow: (sheetId) => cache.sheetOf(sheetId).sheet,
      fingerprint,
      ownBrakeId,
    }),
    'brake.choose': ({ pressBrakeId }) => {
      if (pressBrakeId !== null && !cache.brakes().some(({ id, active }) => active && id === pressBrakeId))
        throw new CallError('bad_input', `there is no brake ${pressBrakeId} in use`)
      parts.chooseBrake(pressBrakeId)
      return {}
    },
    ...parts.brake,
    ...parts.plan,
    ...parts.bendPlan,
    ...parts.access,
    ...parts.technician,
    ...parts.tools,
    ...createScanHandlers({
      cache,
      screen: parts.screen,
      today: parts.today,
      orderWithSticker: (sticker) => parts.orderPapers.orderWithSticker(sticker),
    }),
    ...orderHandlers(parts.orderPapers),
    ...parts.stationPeers.handlers,
    ...noShell,
    'sync.now': async () => {
      await parts.syncNow()
      return {}
    },
    'workshop.read': parts.workshop,
    ...createOversightHandlers({ cache, ledger, today: parts.today, ...parts.oversight }),
    'export.start': (order) => parts.exports.start(order),
    'export.cancel': ({ exportId }) => {
      parts.exports.cancel(exportId)
      return {}
    },
  })
}
