// The order of an export, and its state while it runs. Pure.
import * as z from 'zod'
import type { DxfPreset } from '../../drawing/files.ts'
import { day, instant, uuid } from '../../workshop-api/index.ts'

export const dxfPreset = z.enum([
  'inventor',
  'solid-edge',
  'onshape',
  'plain',
  'cutting-only',
] as const satisfies readonly DxfPreset[])

/** 'dxf': one file per blank; 'pdf': one file per sheet; 'pdf-batch': all sheets in one file with a table of contents. */
export const sheetFormat = z.enum(['dxf', 'pdf', 'pdf-batch'])
export const dayFormat = z.enum([...sheetFormat.options, 'list-csv', 'plan-csv', 'counts-csv'])
export type SheetFormat = z.infer<typeof sheetFormat>
export type DayFormat = z.infer<typeof dayFormat>

/** What to export, and in which formats. `pressBrakeId` null: the sheets of all brakes. */
export const exportOrder = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sheets'),
    sheetIds: z.array(uuid).min(1).max(1000),
    formats: z.array(sheetFormat).min(1),
  }),
  z.strictObject({
    kind: z.literal('day'),
    date: day,
    pressBrakeId: uuid.nullable(),
    formats: z.array(dayFormat).min(1),
  }),
])
export type ExportOrder = z.infer<typeof exportOrder>

/** Why no file of a sheet was written: the sheet is missing or malformed, its `field` cannot be drawn, or the program failed. */
export const exportRefusalCodes = [
  'not_here',
  'malformed',
  'failed',
  'not_a_number',
  'not_positive',
  'out_of_range',
  'wrong_count',
  'unknown_value',
  'contradicts',
  'too_short',
  'outside',
  'crosses',
] as const

export const exportRefusal = z.strictObject({
  sheetId: uuid,
  /** Order number and sheet number, as shown to people. */
  name: z.string(),
  code: z.enum(exportRefusalCodes),
  field: z.string(),
  /** One English sentence with the values, for logs. The screen translates code and field. */
  message: z.string(),
})
export type ExportRefusal = z.infer<typeof exportRefusal>

export const exportState = z.enum(['running', 'done', 'cancelled', 'failed'])

export const exportView = z.strictObject({
  exportId: z.string(),
  state: exportState,
  /** What was ordered, for the title. */
  summary: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('sheets'),
      sheets: z.int().min(1),
      /** The name of the sheet if there is only one. */
      name: z.string().nullable(),
      formats: z.array(sheetFormat),
    }),
    z.strictObject({
      kind: z.literal('day'),
      date: day,
      pressBrakeId: uuid.nullable(),
      sheets: z.int().min(0),
      formats: z.array(dayFormat),
    }),
  ]),
  startedAt: instant,
  /** Completed steps of `total`: one per sheet and format, one per batch, one per table. */
  done: z.int().min(0),
  total: z.int().min(0),
  folder: z.string(),
  /** The full paths of the written files; empty while the export runs. */
  files: z.array(z.string()),
  /** One entry per sheet, whatever the formats. */
  refusals: z.array(exportRefusal),
  /** Why it failed, in the language of the order; null unless `failed`. */
  failure: z.string().nullable(),
})
export type ExportView = z.infer<typeof exportView>

/** Exports that have ended are removed beyond this number. */
const maxExports = 20

/** Adds or replaces an export, oldest first. Used by the station and by the receivers of its pushes. */
export function withExport(exports: readonly ExportView[], changed: ExportView): ExportView[] {
  const isKnown = exports.some(({ exportId }) => exportId === changed.exportId)
  const all = isKnown
    ? exports.map((each) => (each.exportId === changed.exportId ? changed : each))
    : [...exports, changed]
  return all.filter(({ state }, index) => state === 'running' || index >= all.length - maxExports)
}
