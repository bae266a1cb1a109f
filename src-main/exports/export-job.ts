// One export, from sheets to files: every valid sheet is written completely, every other sheet is listed with its reason. Writes only
// into the job's folder; runs in a worker thread, or in any other.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { CheckedSheet } from '../../shared/bending/index.ts'
import {
  sheetName,
  validateSheet,
  unlessItThrows,
  type DrawnSheet,
  type DxfPreset,
  type LeftOut,
  type PrintedOrder,
  type PrintedPlan,
  type RefusedSheet,
} from '../../shared/drawing/files.ts'
import { orderInWords } from '../../shared/planning/index.ts'
import type { DayFormat, SheetFormat } from '../../shared/station-api/index.ts'
import { writeFileWhole } from '../platform/write-file-whole.ts'
import { countsTable, csvFile, listTable, orderOf, planTable } from './csv/index.ts'
import type { Day, Equipment, Orders } from './csv/index.ts'
import { drawBatch, drawPage, drawBlanks, type Batch, type Drawn, type Printing } from './draw-files.ts'
import { safeName } from './file-name.ts'
import { printedChecks, type Checking } from './printed-checks.ts'
import { exportTexts, type Language, type Sentences, type ExportTexts } from './export-texts.ts'
import { writeFailure, type ExportFailure } from './write-failure.ts'

/** 'dxf': one file per blank; 'pdf': one per sheet; 'pdf-batch': all sheets in one file; the others: one table of the day each. */
export type ExportFormat = DayFormat

/** The station's other data; without it no check is printed and no table of a day can be written. */
export interface ExportContext {
  readonly sentences: Sentences
  readonly checking: Checking & { readonly sheets: readonly (CheckedSheet & { readonly id: string })[] }
  readonly equipment: Equipment
  /** The key of the machine that a sheet is planned for, by the sheet's id; null: none. */
  readonly plannedAt: ReadonlyMap<string, string | null>
  /** The name of the planned machine, by the sheet's id. */
  readonly brakes: ReadonlyMap<string, string>
  readonly orders: Orders
  /** The stored bend plan, by the sheet's id; absent: the station has none. */
  readonly plans?: ReadonlyMap<string, PrintedPlan>
  /** Null for an export of sheets of several days. */
  readonly day: (Day & { readonly date: string; readonly brake: string | null }) | null
  /** The requested sheets that are missing; a batch lists them. */
  readonly leftOut: readonly LeftOut[]
}

export interface ExportJob {
  readonly folder: string
  /** A TrueType font's bytes. */
  readonly font: Uint8Array
  readonly language: Language
  readonly sheets: readonly DrawnSheet[]
  readonly formats: readonly ExportFormat[]
  readonly preset: DxfPreset
  /** Name without extension, and title, of a file of several sheets. */
  readonly batchName: string
  readonly context: ExportContext | null
}

interface ExportedFile {
  readonly path: string
  readonly format: ExportFormat
  readonly sheetIds: readonly string[]
}

interface RefusedExport extends RefusedSheet {
  /** Order and sheet number. */
  readonly name: string
}

export interface ExportProgress {
  readonly done: number
  readonly total: number
  /** The last written file. */
  readonly files: readonly ExportedFile[]
}

export interface ExportResult {
  readonly files: readonly ExportedFile[]
  /** Each sheet once, for all formats. */
  readonly refused: readonly RefusedExport[]
  /** Cancelled: the listed files are complete, the others were not started. */
  readonly cancelled: boolean
  /** The files that could not be written; every file in `files` is complete. */
  readonly failed: ExportFailure | null
}

export interface JobHooks {
  readonly stopped: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
}

/**
 * Does not throw for an invalid sheet or a disk error. A file that another program has open is skipped and listed. A full disk or an
 * unusable folder ends the export.
 */
export async function runExport(job: ExportJob, { stopped, onProgress }: JobHooks): Promise<ExportResult> {
  const names = new Map(job.sheets.map((sheet) => [sheet.id, sheetName(sheet)]))
  const refused = new Map<string, RefusedExport>()
  const refuse = (sheets: readonly RefusedSheet[]): void => {
    for (const sheet of sheets)
      if (!refused.has(sheet.sheetId)) refused.set(sheet.sheetId, { ...sheet, name: names.get(sheet.sheetId) ?? '' })
  }
  const sound = job.sheets.filter((sheet) => {
    const looked = unlessItThrows(sheet.id, () => validateSheet(sheet))
    if ('refused' in looked) refuse([looked.refused])
    else if (!looked.value.ok) refuse([{ sheetId: sheet.id, refusal: looked.value.error }])
    return 'value' in looked && looked.value.ok
  })

  const files: ExportedFile[] = []
  const failures: ExportFailure[] = []
  const result = (cancelled: boolean): ExportResult => ({
    files,
    refused: [...refused.values()],
    cancelled,
    failed: togetherOf(failures),
  })
  const steps = stepsOf(job, sound)
  const total = steps.reduce((sum, { parts }) => sum + parts, 0)
  let before = 0
  const reportProgress = (done: number, written: readonly ExportedFile[] = []): void =>
    onProgress({ done: before + done, total, files: written })
  // lets a cancel message arrive between two sheets
  const between = async (done: number): Promise<'go on' | 'stop'> => {
    if (done > 0) reportProgress(done)
    await setImmediate()
    return stopped() ? 'stop' : 'go on'
  }
  reportProgress(0)
  for (const { format, parts, draw } of steps) {
    if (stopped()) return result(true)
    const drawn = await draw(between)
    refuse(drawn.refused)
    if (drawn.files.length === 0 && stopped()) return result(true)
    const written: ExportedFile[] = []
    for (const { name, bytes, sheetIds } of drawn.files) {
      const failure = write(job.folder, name, bytes)
      if (failure === null) {
        const file = { path: join(job.folder, name), format, sheetIds }
        written.push(file)
        files.push(file)
      } else {
        failures.push(failure)
        if (failure.code !== 'file_held') return result(false)
      }
      // lets a cancel message arrive between two files
      await setImmediate()
    }
    reportProgress(parts, written)
    before += parts
  }
  return result(false)
}

/** The last failure is reported: it is the one that ended the export, if any did. */
function togetherOf(failures: readonly ExportFailure[]): ExportFailure | null {
  const last = failures.at(-1)
  return last === undefined ? null : { ...last, files: failures.flatMap(({ files }) => files) }
}

function write(folder: string, name: string, bytes: string | Uint8Array): ExportFailure | null {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileWhole(join(folder, name), bytes)
    return null
  } catch (error) {
    return writeFailure(name, error)
  }
}

interface Step {
  readonly format: ExportFormat
  /** Its weight in the progress. */
  readonly parts: number
  readonly draw: (between: Batch['between']) => Drawn | Promise<Drawn>
}

function stepsOf(job: ExportJob, sound: readonly DrawnSheet[]): Step[] {
  const { font, language, preset, context } = job
  const texts = exportTexts(language, context?.sentences ?? {})
  const checks = context === null ? new Map() : printedChecks(context.checking.sheets, context.checking, texts)
  const printing: Printing = {
    font,
    language,
    checks,
    brakes: context?.brakes ?? new Map(),
    orders: context === null ? new Map() : printedOrders(context, texts),
    plans: context?.plans ?? new Map(),
  }
  return job.formats.flatMap((format): Step[] => {
    switch (format) {
      case 'dxf':
        return sound.map((sheet) => ({ format, parts: 1, draw: () => drawBlanks(sheet, preset) }))
      case 'pdf':
        return sound.map((sheet) => ({ format, parts: 1, draw: () => drawPage(sheet, printing) }))
      case 'pdf-batch':
        return [
          {
            format,
            parts: Math.max(1, sound.length),
            draw: (between) => drawBatch(job.sheets, printing, batchOf(job, between)),
          },
        ]
      case 'list-csv':
      case 'plan-csv':
      case 'counts-csv':
        return [{ format, parts: 1, draw: () => drawTable(format, job, { texts, checks }) }]
    }
  })
}

/** The sentence about the order of bends at the machine that the page names, by the sheet's id; none while it is not planned. */
function printedOrders(
  { orders, plannedAt }: ExportContext,
  { say, language }: ReturnType<typeof exportTexts>,
): Map<string, PrintedOrder> {
  const printed = new Map<string, PrintedOrder>()
  for (const [id, machine] of plannedAt) {
    const order = orderOf(orders, id, machine)
    if (order !== undefined && order.kind !== 'not_planned_yet')
      printed.set(id, {
        sentence: say('bend_order.line', { answer: orderInWords(order, language) }),
        isImpossible: order.kind === 'impossible',
      })
  }
  return printed
}

/** A day begins with its contents page; single sheets are printed without one. */
function batchOf({ batchName, context }: ExportJob, between: Batch['between']): Batch {
  const day = context?.day ?? null
  return {
    name: `${safeName(batchName)}.pdf`,
    title: batchName,
    contents:
      context === null ? undefined : { day: day?.date ?? null, brake: day?.brake ?? null, leftOut: context.leftOut },
    between,
  }
}

/** Throws for a job without a day: the station requests only tables of a day. */
function drawTable(
  format: Exclude<ExportFormat, SheetFormat>,
  job: ExportJob,
  { texts, checks }: { texts: ExportTexts; checks: Printing['checks'] },
): Drawn {
  const { context, batchName, sheets } = job
  const day = context?.day ?? null
  if (context === null || day === null) throw new Error(`${format} is made of a day, and the job has none`)
  const name = `${safeName(`${batchName} ${texts.say(`csv.file.${format}`)}`)}.csv`
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]))
  const rows =
    format === 'list-csv'
      ? listTable(day, context.orders, texts)
      : format === 'plan-csv'
        ? planTable(
            day,
            context.equipment,
            { sheets: byId, checks, orders: context.orders, plans: context.plans ?? new Map() },
            texts,
          )
        : countsTable(day, texts)
  return { files: [{ name, bytes: csvFile(rows, texts), sheetIds: [] }], refused: [] }
}
