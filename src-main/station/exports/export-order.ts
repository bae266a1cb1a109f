// Prepares a requested export: its stored sheets, the missing ones, and the other data of the files. Reads the cache and the marks;
// writes nothing.
import type { PrintedPlan } from '../../../shared/drawing/files.ts'
import { sheetName } from '../../../shared/drawing/sheet-name.ts'
import {
  CallError,
  machineKeyOf,
  sheetFormat,
  type CallIn,
  type EntryView,
  type ExportOrder,
  type ExportRefusal,
  type ExportView,
  type OrderAnswer,
  type WorkshopView,
} from '../../../shared/station-api/index.ts'
import { workshopTimeZone } from '../../../shared/workshop-api/index.ts'
import type { Cache, CachedSheet } from '../../cache/index.ts'
import { exportTexts, type ExportContext, type Sentences } from '../../exports/index.ts'
import type { Marks, Plans } from '../../ledger/index.ts'
import { listView } from '../lists/index.ts'

export type StartedExport = CallIn<'export.start'>
type Sheet = NonNullable<CachedSheet['sheet']>

export interface ExportSources {
  cache: Cache
  marks: Pick<Marks, 'markOnSheet' | 'sheetsWithMarks' | 'mustStayListed' | 'stopReader'>
  workshop: () => WorkshopView
  sentences: (language: StartedExport['language']) => Sentences
  /** Milliseconds since 1970. */
  now: () => number
  today: () => string
  /** The machine that a sheet is planned for; left out: the service's brake. */
  machineOf?: Plans['machineOf'] | undefined
  /** The planned orders of bends of a sheet, by machine; left out: this station plans none. */
  ordersOf?: ((sheet: Sheet, tables: WorkshopView) => ReadonlyMap<string, OrderAnswer>) | undefined
  /** The stored bend plan of a sheet at its machine; left out: this station plans no bends. */
  bendPlanOf?: ((sheet: Sheet, tables: WorkshopView) => PrintedPlan | null) | undefined
  /** The plan of the day; left out: this station has no plan. */
  planOf?: ((date: string) => NonNullable<ExportContext['day']>['plan']) | undefined
}

export interface PreparedExport {
  what: ExportView['summary']
  sheets: Sheet[]
  formats: ExportOrder['formats']
  refused: ExportRefusal[]
  /** The subfolder of the export folder; empty: the export folder itself. */
  into: string
  /** The name of a file of several sheets. */
  batchName: string
  context: ExportContext
}

/** Throws CallError if there is nothing to write. */
export function prepareExport(sources: ExportSources, { order, language }: StartedExport): PreparedExport {
  const { sentences } = sources
  const contents = order.kind === 'sheets' ? ofSheets(sources, order) : ofDay(sources, order)
  const formats = [...new Set(order.formats)]
  const hasOnlyDrawings = formats.every((format) => sheetFormat.safeParse(format).success)
  if (contents.ids.length === 0 || (hasOnlyDrawings && contents.sheets.length === 0))
    throw new CallError('nothing_to_export', "none of the sheets is in this station's store")
  const workshop = sources.workshop()
  const { machines, tools, materials, hemForces, toleranceMm, allowances } = workshop
  const texts = sentences(language)
  const { say } = exportTexts(language, texts)
  const { day, sheets, refused } = contents
  const plannedAt = new Map(sheets.map((sheet) => [sheet.id, sources.machineOf?.(sheet) ?? sheet.pressBrakeId]))
  return {
    what: contents.what,
    sheets,
    formats,
    refused,
    into: contents.into,
    batchName: contents.batchName,
    context: {
      sentences: texts,
      checking: { toleranceMm, allowances, sheets },
      equipment: { machines, tables: { tools, materials, hemForces } },
      plannedAt,
      brakes: new Map(
        [...plannedAt].map(([id, machine]) => [
          id,
          machine === null ? say('brake.none') : (nameOfMachine(sources, workshop, machine) ?? say('brake.unknown')),
        ]),
      ),
      orders: new Map(sheets.map((sheet) => [sheet.id, sources.ordersOf?.(sheet, workshop) ?? new Map()])),
      plans: bendPlansOf(sources, sheets, workshop),
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

const nameOfMachine = ({ cache }: ExportSources, { machines }: WorkshopView, machine: string): string | undefined =>
  cache.brakes().find(({ id }) => id === machine)?.name ?? machines.find((one) => machineKeyOf(one) === machine)?.name

function bendPlansOf(
  { bendPlanOf }: ExportSources,
  sheets: readonly Sheet[],
  tables: WorkshopView,
): Map<string, PrintedPlan> {
  const plans = new Map<string, PrintedPlan>()
  for (const sheet of sheets) {
    const plan = bendPlanOf?.(sheet, tables) ?? null
    if (plan !== null) plans.set(sheet.id, plan)
  }
  return plans
}

interface ExportContents {
  what: ExportView['summary']
  ids: string[]
  sheets: Sheet[]
  refused: ExportRefusal[]
  into: string
  batchName: string
  day: ExportContext['day']
}

function ofSheets(sources: ExportSources, what: Extract<ExportOrder, { kind: 'sheets' }>): ExportContents {
  const { cache, now, today } = sources
  const ids = [...new Set(what.sheetIds)]
  const [only] = ids
  const name = ids.length === 1 && only !== undefined ? nameOf(cache, only) : null
  return {
    ...findSheets(cache, ids),
    what: { kind: 'sheets', sheets: ids.length, name, formats: what.formats },
    ids,
    into: '',
    // another selection on the same day must not replace it
    batchName: `${today()} ${timeOfDay.format(now()).replaceAll(':', '-')}`,
    day: null,
  }
}

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeZone: workshopTimeZone, timeStyle: 'medium' })

function ofDay(
  { cache, marks, today, planOf }: ExportSources,
  what: Extract<ExportOrder, { kind: 'day' }>,
): ExportContents {
  const { date, pressBrakeId, formats } = what
  const list = listView(cache, marks, date, today())
  const isRequested = ({ entry }: EntryView): boolean => pressBrakeId === null || entry.pressBrakeId === pressBrakeId
  const lines = list.entries.filter(isRequested)
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

/** Refuses a sheet whose newer drawing is not fetched yet: an export must not have an old drawing. */
function findSheets(cache: Cache, ids: readonly string[]): { sheets: Sheet[]; refused: ExportRefusal[] } {
  const sheets: Sheet[] = []
  const refused: ExportRefusal[] = []
  for (const sheetId of ids) {
    const { sheet, state } = cache.sheetOf(sheetId)
    if (sheet !== null && state === 'ready') sheets.push(sheet)
    else
      refused.push({
        sheetId,
        name: nameOf(cache, sheetId),
        field: '',
        ...(state === 'malformed' ? unreadable : notFetched),
      })
  }
  return { sheets, refused }
}

const unreadable = { code: 'malformed', message: 'the sheet was fetched and cannot be read' } as const
const notFetched = { code: 'not_here', message: 'the sheet is not fetched yet' } as const

/** The name on the printed sheet; the id of an unknown sheet. */
function nameOf(cache: Cache, sheetId: string): string {
  const { sheet } = cache.sheetOf(sheetId)
  if (sheet !== null) return sheetName(sheet)
  const entry = cache.entryOf(sheetId)
  return entry === null ? sheetId : `${entry.orderNumber} · ${entry.sheetNo}`
}
