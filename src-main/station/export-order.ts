// What an export that was asked for is made of: its sheets as the store has them, what is missing, and all that the files say
// beside. Reads the cache and the marks; writes nothing.
import { sheetName } from '../../shared/drawing/sheet-name.ts'
import {
  CallError,
  sheetFormat,
  type CallIn,
  type EntryView,
  type ExportOrder,
  type ExportRefusal,
  type ExportView,
  type WorkshopView,
} from '../../shared/station-api/index.ts'
import { workshopTimeZone } from '../../shared/workshop-api/index.ts'
import type { Cache, CachedSheet } from '../cache/cache.ts'
import { speechIn, type ExportContext, type Sentences } from '../exports/index.ts'
import type { Marks } from '../outbox/marks.ts'
import { listView } from './list-view.ts'

export type StartedExport = CallIn<'export.start'>
type Sheet = NonNullable<CachedSheet['sheet']>

export interface ExportSources {
  cache: Cache
  marks: Pick<Marks, 'markOf' | 'marked' | 'keeps' | 'stopped'>
  workshop: () => WorkshopView
  sentences: (language: StartedExport['language']) => Sentences
  /** Milliseconds since 1970. */
  now: () => number
  today: () => string
  /** What a planner chose for the day; left out: nothing is planned here. */
  planOf?: ((date: string) => NonNullable<ExportContext['day']>['plan']) | undefined
}

export interface PreparedExport {
  what: ExportView['what']
  sheets: Sheet[]
  formats: ExportOrder['formats']
  refused: ExportRefusal[]
  /** The folder below the one of all exports; empty for that one. */
  into: string
  /** What a file of several sheets is called. */
  batchName: string
  context: ExportContext
}

/** Throws CallError where there is nothing to write. */
export function preparedExport(sources: ExportSources, { what, language }: StartedExport): PreparedExport {
  const { sentences } = sources
  const found = what.kind === 'sheets' ? ofSheets(sources, what) : ofDay(sources, what)
  const formats = [...new Set(what.formats)]
  const drawsAlone = formats.every((format) => sheetFormat.safeParse(format).success)
  if (found.ids.length === 0 || (drawsAlone && found.sheets.length === 0))
    throw new CallError('nothing_to_export', "none of the sheets is in this station's store")
  const { machines, tools, materials, hemForces, toleranceMm, allowances } = sources.workshop()
  const spoken = sentences(language)
  const { say } = speechIn(language, spoken)
  const { day, sheets, refused } = found
  return {
    what: found.what,
    sheets,
    formats,
    refused,
    into: found.into,
    batchName: found.batchName,
    context: {
      sentences: spoken,
      checking: { toleranceMm, allowances, sheets },
      hall: { machines, tables: { tools, materials, hemForces } },
      brakes: new Map(
        sheets.map(({ id, pressBrakeId }) => [
          id,
          pressBrakeId === null
            ? say('brake.none')
            : (sources.cache.brakes().find((brake) => brake.id === pressBrakeId)?.name ?? say('brake.unknown')),
        ]),
      ),
      day,
      leftOut: [
        ...refused.map(({ name, code, field }) => ({ name, reason: say(`export_refused.${code}`, { field }) })),
        ...(day?.malformed ?? []).map((position) => ({
          name: say('list.malformed_line', { position: String(position) }),
          reason: say('export_refused.malformed'),
        })),
      ],
    },
  }
}

interface Found {
  what: ExportView['what']
  ids: string[]
  sheets: Sheet[]
  refused: ExportRefusal[]
  into: string
  batchName: string
  day: ExportContext['day']
}

function ofSheets(sources: ExportSources, what: Extract<ExportOrder, { kind: 'sheets' }>): Found {
  const { cache, now, today } = sources
  const ids = [...new Set(what.sheetIds)]
  const [only] = ids
  const name = ids.length === 1 && only !== undefined ? nameOf(cache, only) : null
  return {
    ...findSheets(cache, ids),
    what: { kind: 'sheets', sheets: ids.length, name, formats: what.formats },
    ids,
    into: '',
    // another selection of the same day must not take its place
    batchName: `${today()} ${timeOfDay.format(now()).replaceAll(':', '-')}`,
    day: null,
  }
}

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeZone: workshopTimeZone, timeStyle: 'medium' })

function ofDay({ cache, marks, today, planOf }: ExportSources, what: Extract<ExportOrder, { kind: 'day' }>): Found {
  const { date, pressBrakeId, formats } = what
  const list = listView(cache, marks, date, today())
  const isAsked = ({ entry }: EntryView): boolean => pressBrakeId === null || entry.pressBrakeId === pressBrakeId
  const lines = list.entries.filter(isAsked)
  const ids = lines.map(({ entry }) => entry.sheetId)
  const brakes = cache.brakes().map(({ id, name }) => ({ id, name }))
  const brake = pressBrakeId === null ? null : (brakes.find(({ id }) => id === pressBrakeId)?.name ?? pressBrakeId)
  return {
    ...findSheets(cache, ids),
    what: { kind: 'day', date, pressBrakeId, sheets: ids.length, formats },
    ids,
    into: date,
    batchName: brake === null ? date : `${date} ${brake}`,
    day: {
      date,
      brake,
      lines,
      brakes,
      malformed: list.malformed.map(({ position }) => position),
      plan: formats.includes('plan-csv') ? planOf?.(date) : undefined,
    },
  }
}

/** A sheet whose newer drawing is still to come is not here: an old drawing must not leave as if it were the sheet's. */
function findSheets(cache: Cache, ids: readonly string[]): { sheets: Sheet[]; refused: ExportRefusal[] } {
  const sheets: Sheet[] = []
  const refused: ExportRefusal[] = []
  for (const sheetId of ids) {
    const { sheet, state } = cache.sheetOf(sheetId)
    if (sheet !== null && state === 'ready') sheets.push(sheet)
    else
      refused.push({ sheetId, name: nameOf(cache, sheetId), field: '', ...(state === 'malformed' ? unreadable : away) })
  }
  return { sheets, refused }
}

const unreadable = { code: 'malformed', message: 'the sheet came and could not be read' } as const
const away = { code: 'not_here', message: 'the sheet is not fetched yet' } as const

/** As on the printed sheet; the id itself of a sheet that nobody has heard of. */
function nameOf(cache: Cache, sheetId: string): string {
  const { sheet } = cache.sheetOf(sheetId)
  if (sheet !== null) return sheetName(sheet)
  const entry = cache.entryOf(sheetId)
  return entry === null ? sheetId : `${entry.orderNumber} · ${entry.sheetNo}`
}
