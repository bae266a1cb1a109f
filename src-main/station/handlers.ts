// What each call of the contract does, on the parts that the station opened. A refusal is a CallError with its code.
import { CallError, type Station, type WorkshopView } from '../../shared/station-api/index.ts'
import type { Cache } from '../cache/cache.ts'
import type { Marked, Outbox, Sheet } from '../outbox/index.ts'
import type { ExportDesk } from './export-desk.ts'
import { listView, sheetView } from './list-view.ts'

export interface HandlerParts {
  cache: Cache
  outbox: Outbox
  /** Takes a new key where the old one was refused, and asks the service; resolves when that is over. */
  askNow: () => Promise<void>
  exports: ExportDesk
  workshop: () => WorkshopView
  today: () => string
  serviceOffsetMs: () => number | null
  ownBrakeId: () => string | null
  /** Keeps the choice for the next start, and fetches that brake's sheets first from now on. */
  chooseBrake: (pressBrakeId: string | null) => void
  /** `shopSlug/environment` of the workshop whose sheets these are; null while the station has never been connected. */
  fingerprint: () => string | null
}

export function createHandlers(parts: HandlerParts): Station['handlers'] {
  const { cache, outbox } = parts

  const bendable = (sheetId: string): Sheet => {
    const { sheet, state } = cache.sheetOf(sheetId)
    if (state === 'malformed') throw new CallError('sheet_malformed', `the sheet ${sheetId} could not be read`)
    if (sheet === null) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not in this station's store`)
    return sheet
  }

  return {
    'list.read': ({ date }) => listView(cache, outbox.marks, date, parts.today()),
    'sheet.read': ({ sheetId }) => {
      const view = sheetView(cache, outbox.marks, sheetId)
      if (view === null) throw new CallError('sheet_unknown', `the sheet ${sheetId} is not in this station's store`)
      return view
    },
    'mark.create': ({ sheetId, drawingVersion, by }) => {
      const sheet = bendable(sheetId)
      const fingerprint = parts.fingerprint()
      if (fingerprint === null) throw new CallError('not_stored', 'the station does not know whose sheet this is')
      if (sheet.drawingVersion !== drawingVersion)
        throw new CallError('drawing_changed', `the drawing is v${sheet.drawingVersion} now, not v${drawingVersion}`)
      const pressBrakeId = parts.ownBrakeId() ?? sheet.pressBrakeId
      return taken(
        outbox.marks.create({ sheet, by, pressBrakeId, fingerprint, serviceOffsetMs: parts.serviceOffsetMs() }),
      )
    },
    'mark.undo': ({ markId }) => taken(outbox.marks.undo(markId)),
    'marks.list': () => ({ marks: outbox.marks.marksNeedingAttention() }),
    'brake.choose': ({ pressBrakeId }) => {
      if (pressBrakeId !== null && !cache.brakes().some(({ id }) => id === pressBrakeId))
        throw new CallError('bad_input', `there is no brake ${pressBrakeId}`)
      parts.chooseBrake(pressBrakeId)
      return {}
    },
    'sync.now': async () => {
      await parts.askNow()
      return {}
    },
    'workshop.read': parts.workshop,
    'export.start': parts.exports.start,
    'export.cancel': ({ exportId }) => {
      parts.exports.cancel(exportId)
      return {}
    },
  }
}

function taken(marked: Marked): Extract<Marked, { ok: true }>['mark'] {
  if (marked.ok) return marked.mark
  throw new CallError(marked.code, 'message' in marked ? marked.message : marked.code)
}
