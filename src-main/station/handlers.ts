// What each call of the contract does, on the parts that the station opened. A refusal is a CallError with its code.
import { CallError, noShell, type Station, type WorkshopView } from '../../shared/station-api/index.ts'
import type { Cache } from '../cache/cache.ts'
import type { Outbox } from '../outbox/index.ts'
import type { BrakeHandlers } from './brake-handlers.ts'
import type { ExportDesk } from './export-desk.ts'
import { keptList } from './kept-list.ts'
import { createListParts } from './list-parts.ts'
import { listView, sheetView } from './list-view.ts'
import type { FrontDesk } from './set-up/front-desk.ts'
import { createOversightHandlers, type OversightParts } from './oversight-handlers.ts'
import type { PlanDesk } from './plan-desk.ts'
import { createScanHandlers, type ScanParts } from './scan-handlers.ts'
import type { TechnicianHandlers } from './set-up/technician.ts'
import { sheetsShown } from './sheets-shown.ts'
import { createWorkHandlers, orRefused } from './work-handlers.ts'

export interface HandlerParts {
  cache: Cache
  outbox: Outbox
  /** Takes a new key where the old one was refused, and asks the service; resolves when that is over. */
  askNow: () => Promise<void>
  exports: ExportDesk
  oversight: Pick<OversightParts, 'now' | 'queue' | 'readList' | 'sentences' | 'exportFolder'>
  brake: BrakeHandlers
  front: FrontDesk['handlers']
  technician: TechnicianHandlers
  plan: PlanDesk['handlers']
  screen: ScanParts['screen']
  workshop: () => WorkshopView
  today: () => string
  serviceOffsetMs: () => number | null
  ownBrakeId: () => string | null
  /** Keeps the choice for the next start, and fetches that brake's sheets first from now on. */
  chooseBrake: (pressBrakeId: string | null) => void
  /** `shopSlug/environment` of the workshop whose sheets these are; null while the station has never been connected. */
  fingerprint: () => string | null
  /** A person has read what was said of a damaged outbox. */
  acknowledgeSetAside: () => void
}

/** As many as a screen is handed of them at once. */
const marksListed = 500

export function createHandlers(parts: HandlerParts): Station['handlers'] {
  const { cache, outbox } = parts

  const { bendable, sheetShown } = sheetsShown(cache)
  const listParts = createListParts(
    keptList(
      (date) => listView(cache, outbox.marks, date, parts.today()),
      () => `${parts.today()} ${cache.revision()} ${outbox.revision()}`,
    ),
  )
  const fingerprint = (): string => {
    const known = parts.fingerprint()
    if (known === null) throw new CallError('not_stored', 'the station does not know whose sheet this is')
    return known
  }

  return {
    'list.read': ({ date, part }) => listParts(date, part),
    'sheet.read': ({ sheetId }) => {
      const view = sheetView(cache, outbox.marks, sheetId)
      if (view === null) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not in this station's store`)
      if (view.sheet !== null) outbox.marks.expect(view.sheet)
      return view
    },
    'mark.create': ({ sheetId, drawingVersion, by, operatorId = null, pieces = null }) => {
      const sheet = sheetShown(sheetId, drawingVersion)
      const mark = {
        sheet,
        by,
        operatorId,
        pressBrakeId: parts.ownBrakeId() ?? sheet.pressBrakeId,
        fingerprint: fingerprint(),
        serviceOffsetMs: parts.serviceOffsetMs(),
        ...(pieces === null ? {} : { pieces }),
      }
      return orRefused(outbox.marks.create(mark)).mark
    },
    'mark.undo': ({ markId }) => orRefused(outbox.marks.undo(markId)).mark,
    'marks.list': () => {
      const { held, undelivered, needsPerson } = outbox.marks.summary()
      return { marks: outbox.marks.marksNeedingAttention(marksListed), total: held + undelivered + needsPerson }
    },
    'outbox.acknowledge': () => {
      parts.acknowledgeSetAside()
      return {}
    },
    ...createWorkHandlers({
      outbox,
      sheetOf: bendable,
      sheetShown,
      sheetNow: (sheetId) => cache.sheetOf(sheetId).sheet,
      fingerprint,
      ownBrakeId: parts.ownBrakeId,
    }),
    'brake.choose': ({ pressBrakeId }) => {
      if (pressBrakeId !== null && !cache.brakes().some(({ id }) => id === pressBrakeId))
        throw new CallError('bad_input', `there is no brake ${pressBrakeId}`)
      parts.chooseBrake(pressBrakeId)
      return {}
    },
    ...parts.brake,
    ...parts.plan,
    ...parts.front,
    ...parts.technician,
    ...createScanHandlers({ cache, screen: parts.screen, today: parts.today }),
    ...noShell,
    'sync.now': async () => {
      await parts.askNow()
      return {}
    },
    'workshop.read': parts.workshop,
    ...createOversightHandlers({ cache, outbox, today: parts.today, ...parts.oversight }),
    'export.start': parts.exports.start,
    'export.cancel': ({ exportId }) => {
      parts.exports.cancel(exportId)
      return {}
    },
  }
}
