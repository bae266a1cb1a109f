// The exports of this station: takes an order, finds its sheets in the store, and tells how each export stands until it has
// ended. Reads the cache and the marks; what is written is the exporter's.
import { join } from 'node:path'
import { sheetName } from '../../shared/drawing/files.ts'
import {
  CallError,
  sheetFormat,
  withExport,
  type CallIn,
  type EntryView,
  type ExportOrder,
  type ExportRefusal,
  type ExportView,
} from '../../shared/station-api/index.ts'
import type { Cache, CachedSheet } from '../cache/cache.ts'
import type { ExportResult, Exporter } from '../exports/index.ts'
import type { Marks } from '../outbox/marks.ts'
import type { Clock } from '../platform/clock.ts'
import { listView } from './list-view.ts'

type Started = CallIn<'export.start'>
type Sheet = NonNullable<CachedSheet['sheet']>

export interface ExportDeskParts {
  cache: Cache
  marks: Pick<Marks, 'markOf' | 'keeps'>
  exporter: Exporter
  /** Where exports go; a day's have a folder of their own in it. */
  folder: string
  clock: Clock
  today: () => string
  newId: () => string
  /** Told how an export stands, at most ten times a second while it runs. */
  tell: (view: ExportView) => void
}

export interface ExportDesk {
  /** Answers at once. Throws CallError where there is nothing to write. */
  start: (order: Started) => ExportView
  /** Throws CallError for one that is not known. */
  cancel: (exportId: string) => void
  /** Oldest first. */
  views: () => ExportView[]
  /** Ends what runs and waits for it. */
  close: () => Promise<void>
}

const pauseBetweenTellingsMs = 100

export function createExportDesk(parts: ExportDeskParts): ExportDesk {
  const { exporter, clock, tell } = parts
  let views: ExportView[] = []
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  const become = (view: ExportView): void => {
    views = withExport(views, view)
  }
  const run = async (first: ExportView, order: Order, { preset, language }: Started, stop: AbortSignal) => {
    const progress = pacedTelling(clock, () => views.find(({ exportId }) => exportId === first.exportId), tell)
    const drawn = order.formats.flatMap((format) => sheetFormat.safeParse(format).data ?? [])
    const result = await exporter.exportSheets(order.sheets, drawn, {
      signal: stop,
      preset,
      language,
      into: order.into,
      batchName: order.batchName,
      onProgress: ({ done, total }) => {
        become({ ...first, done, total })
        progress.changed()
      },
    })
    progress.end()
    running.delete(first.exportId)
    const last = views.find(({ exportId }) => exportId === first.exportId) ?? first
    const ended = endedView(last, result)
    become(ended)
    tell(ended)
  }

  return {
    start: (started) => {
      const order = orderOf(parts, started.what)
      if (order.sheets.length === 0)
        throw new CallError('nothing_to_export', "none of the sheets is in this station's store")
      const view: ExportView = {
        exportId: parts.newId(),
        state: 'running',
        what: order.what,
        startedAt: new Date(clock.now()).toISOString(),
        done: 0,
        total: 0,
        folder: join(parts.folder, order.into),
        files: [],
        refused: order.refused,
        failure: null,
      }
      become(view)
      const stop = new AbortController()
      running.set(view.exportId, { stop, ended: run(view, order, started, stop.signal) })
      tell(view)
      return view
    },
    cancel: (exportId) => {
      if (!views.some((view) => view.exportId === exportId))
        throw new CallError('export_unknown', `there is no export ${exportId}`)
      running.get(exportId)?.stop.abort()
    },
    views: () => views,
    close: async () => {
      const all = [...running.values()]
      for (const { stop } of all) stop.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

interface Order {
  what: ExportView['what']
  sheets: Sheet[]
  formats: ExportOrder['formats']
  refused: ExportRefusal[]
  /** The folder below the one of all exports. */
  into: string
  batchName: string
}

function orderOf(parts: ExportDeskParts, what: ExportOrder): Order {
  return what.kind === 'sheets' ? sheetsOrder(parts, what) : dayOrder(parts, what)
}

function sheetsOrder({ cache, today, clock }: ExportDeskParts, what: Extract<ExportOrder, { kind: 'sheets' }>): Order {
  const ids = [...new Set(what.sheetIds)]
  const found = findSheets(cache, ids)
  const [only] = ids
  const time = new Date(clock.now()).toISOString().slice(11, 19).replaceAll(':', '')
  return {
    ...found,
    what: {
      kind: 'sheets',
      sheets: ids.length,
      name: ids.length === 1 && only !== undefined ? nameOf(cache, only) : null,
      formats: what.formats,
    },
    formats: [...new Set(what.formats)],
    into: '',
    batchName: `${today()}-${time}`,
  }
}

function dayOrder(parts: ExportDeskParts, what: Extract<ExportOrder, { kind: 'day' }>): Order {
  const { cache, marks, today } = parts
  const { date, pressBrakeId } = what
  const { entries } = listView(cache, marks, date, today())
  const ofBrake = (view: EntryView): boolean => pressBrakeId === null || view.entry.pressBrakeId === pressBrakeId
  const ids = entries.filter(ofBrake).map(({ entry }) => entry.sheetId)
  const brake = cache.brakes().find(({ id }) => id === pressBrakeId)?.name
  return {
    ...findSheets(cache, ids),
    what: { kind: 'day', date, pressBrakeId, sheets: ids.length, formats: what.formats },
    formats: [...new Set(what.formats)],
    into: date,
    batchName: brake === undefined ? date : `${date} ${brake}`,
  }
}

/** A sheet whose newer drawing is still to come is not here: an old drawing must not leave as if it were the sheet's. */
function findSheets(cache: Cache, ids: readonly string[]): { sheets: Sheet[]; refused: ExportRefusal[] } {
  const sheets: Sheet[] = []
  const refused: ExportRefusal[] = []
  for (const sheetId of ids) {
    const { sheet, state } = cache.sheetOf(sheetId)
    if (sheet !== null && state === 'ready') sheets.push(sheet)
    else {
      const malformed = state === 'malformed'
      refused.push({
        sheetId,
        name: nameOf(cache, sheetId),
        code: malformed ? 'malformed' : 'not_here',
        field: '',
        message: malformed ? 'the sheet came and could not be read' : 'the sheet is not fetched yet',
      })
    }
  }
  return { sheets, refused }
}

/** As on the printed sheet; the id itself of a sheet that nobody has heard of. */
function nameOf(cache: Cache, sheetId: string): string {
  const { sheet } = cache.sheetOf(sheetId)
  if (sheet !== null) return sheetName(sheet)
  const entry = cache.entryOf(sheetId)
  return entry === null ? sheetId : `${entry.orderNumber} / ${entry.sheetNo}`
}

function endedView(view: ExportView, { files, refused, cancelled, failed }: ExportResult): ExportView {
  const already = new Set(view.refused.map(({ sheetId }) => sheetId))
  const drawnBadly = new Map(refused.map((sheet) => [sheet.sheetId, sheet]))
  return {
    ...view,
    state: failed !== null ? 'failed' : cancelled ? 'cancelled' : 'done',
    files: files.map(({ path }) => path),
    refused: [
      ...view.refused,
      ...[...drawnBadly.values()]
        .filter(({ sheetId }) => !already.has(sheetId))
        .map(({ sheetId, name, refusal: { code, field, message } }) => ({ sheetId, name, code, field, message })),
    ],
    failure: failed?.message ?? null,
  }
}

/** Tells what stands `pauseBetweenTellingsMs` after a change, once for all the changes until then. */
function pacedTelling(clock: Clock, now: () => ExportView | undefined, tell: (view: ExportView) => void) {
  const ended = new AbortController()
  let waiting = false
  return {
    changed: (): void => {
      if (waiting || ended.signal.aborted) return
      waiting = true
      void clock.wait(pauseBetweenTellingsMs, ended.signal).then(() => {
        waiting = false
        const view = now()
        if (view !== undefined && !ended.signal.aborted) tell(view)
        return undefined
      })
    },
    end: () => ended.abort(),
  }
}
