// One export from sheets to files: every sheet that can be drawn is written whole, every other is named with its reason.
// Writes into the job's folder alone; runs in a worker thread, or anywhere.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { englishWords, norwegianWords, sheetDxf, sheetName, sheetPdf } from '../../shared/drawing/files.ts'
import type { DrawingWords, DrawnPiece, DrawnSheet, DxfPreset, RefusedSheet } from '../../shared/drawing/files.ts'
import { writeFileWhole } from '../platform/write-file-whole.ts'
import { dxfName, pdfName, safeName } from './file-name.ts'
import { messageOf } from '../platform/message-of.ts'

/** 'dxf': one file a plate; 'pdf': one a sheet; 'pdf-batch': all sheets in one. */
export type ExportFormat = 'dxf' | 'pdf' | 'pdf-batch'

export interface ExportJob {
  readonly folder: string
  /** A TrueType font's bytes. */
  readonly font: Uint8Array
  readonly language: string
  readonly sheets: readonly DrawnSheet[]
  readonly formats: readonly ExportFormat[]
  readonly preset: DxfPreset
  /** The batch's file name without ending, and its title. */
  readonly batchName: string
}

export interface ExportedFile {
  readonly path: string
  readonly format: ExportFormat
  readonly sheetIds: readonly string[]
}

export interface RefusedExport extends RefusedSheet {
  /** Order and sheet number, as people name it. */
  readonly name: string
  readonly format: ExportFormat
}

export interface ExportProgress {
  readonly done: number
  readonly total: number
  /** What was written last. */
  readonly files: readonly ExportedFile[]
}

export interface ExportFailure {
  readonly code: 'write_failed' | 'worker_failed'
  readonly message: string
}

export interface ExportResult {
  readonly files: readonly ExportedFile[]
  readonly refused: readonly RefusedExport[]
  /** Stopped on request: the files listed are whole, the rest was not begun. */
  readonly cancelled: boolean
  /** What ended it early: a full or read-only disk, most often. */
  readonly failed: ExportFailure | null
}

export interface JobHooks {
  readonly stopped: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
}

/** Never throws: what went wrong with the disk is in `failed`, beside the files that were whole by then. */
export async function runExport(job: ExportJob, { stopped, onProgress }: JobHooks): Promise<ExportResult> {
  const files: ExportedFile[] = []
  const refused: RefusedExport[] = []
  const steps = job.formats.flatMap((format): Step[] =>
    format === 'pdf-batch'
      ? [{ format, sheets: job.sheets }]
      : job.sheets.map((sheet) => ({ format, sheets: [sheet] })),
  )
  const result = (end: Partial<ExportResult> = {}): ExportResult => ({
    files,
    refused,
    cancelled: false,
    failed: null,
    ...end,
  })
  for (const [index, step] of steps.entries()) {
    if (stopped()) return result({ cancelled: true })
    const drawn = step.format === 'dxf' ? drawPlates(step.sheets, job.preset) : await drawPages(step, job)
    const names = new Map(step.sheets.map((sheet) => [sheet.id, sheetName(sheet)]))
    refused.push(
      ...drawn.refused.map((sheet) => ({ ...sheet, name: names.get(sheet.sheetId) ?? '', format: step.format })),
    )
    const written: ExportedFile[] = []
    for (const { name, bytes, sheetIds } of drawn.files) {
      try {
        const path = join(job.folder, name)
        mkdirSync(job.folder, { recursive: true })
        writeFileWhole(path, bytes)
        written.push({ path, format: step.format, sheetIds })
        // whoever wants it stopped is heard between two files
        await turn()
      } catch (error) {
        files.push(...written)
        return result({ failed: { code: 'write_failed', message: `${name}: ${messageOf(error)}` } })
      }
    }
    files.push(...written)
    onProgress({ done: index + 1, total: steps.length, files: written })
  }
  return result()
}

interface Step {
  format: ExportFormat
  sheets: readonly DrawnSheet[]
}

interface Drawn {
  files: { name: string; bytes: string | Uint8Array; sheetIds: string[] }[]
  refused: RefusedSheet[]
}

/** Every plate of a sheet is drawn before the first is written, so that a sheet is refused as a whole. */
function drawPlates(sheets: readonly DrawnSheet[], preset: DxfPreset): Drawn {
  const drawn: Drawn = { files: [], refused: [] }
  for (const sheet of sheets) {
    const plates = differentPlates(sheet).map((piece) => ({ piece, dxf: sheetDxf(sheet, { piece, preset }) }))
    const bad = plates.find(({ dxf }) => !dxf.ok)?.dxf
    if (bad !== undefined && !bad.ok) {
      drawn.refused.push({ sheetId: sheet.id, refusal: bad.refusal })
      continue
    }
    for (const { piece, dxf } of plates) {
      if (dxf.ok) drawn.files.push({ name: dxfName(sheet, piece), bytes: dxf.value, sheetIds: [sheet.id] })
    }
  }
  return drawn
}

/** Pieces that are cut alike share a plate: the first of them stands for all. */
function differentPlates(sheet: DrawnSheet): DrawnPiece[] {
  const seen = new Set<string>()
  return sheet.pieces.filter(({ lengthMm, endLengthMm, hand, outline, cutouts }) => {
    const shape = JSON.stringify([lengthMm, endLengthMm, hand, outline, cutouts])
    return seen.has(shape) ? false : seen.add(shape)
  })
}

async function drawPages({ format, sheets }: Step, job: ExportJob): Promise<Drawn> {
  const batch = format === 'pdf-batch'
  const words: DrawingWords = job.language === 'en' ? englishWords : norwegianWords
  const pdf = await sheetPdf(sheets, { font: job.font, words, title: batch ? job.batchName : undefined })
  const refused = [...pdf.refused]
  const first = sheets[0]
  if (pdf.bytes === null || first === undefined) return { files: [], refused }
  const left = new Set(refused.map(({ sheetId }) => sheetId))
  const sheetIds = sheets.map(({ id }) => id).filter((id) => !left.has(id))
  return {
    files: [{ name: batch ? `${safeName(job.batchName)}.pdf` : pdfName(first), bytes: pdf.bytes, sheetIds }],
    refused,
  }
}
