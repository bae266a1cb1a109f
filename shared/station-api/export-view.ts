// Exports as the screen asks for them and sees them run: plain data, every field a schema. Pure.
import * as z from 'zod'
import type { DxfPreset } from '../drawing/files.ts'
import { day, instant, uuid } from '../workshop-api/index.ts'

export const dxfPreset = z.enum([
  'inventor',
  'solid-edge',
  'onshape',
  'plain',
  'cutting-only',
] as const satisfies readonly DxfPreset[])

/** 'dxf': a file a plate; 'pdf': a file a sheet; 'pdf-batch': all sheets in one file, contents first. */
export const sheetFormat = z.enum(['dxf', 'pdf', 'pdf-batch'])
export const dayFormat = z.enum([...sheetFormat.options, 'list-csv', 'plan-csv', 'counts-csv'])
export type SheetFormat = z.infer<typeof sheetFormat>
export type DayFormat = z.infer<typeof dayFormat>

/** Which sheets, and as what. A day is one brake's sheets or, with null, every brake's. */
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

/** Why nothing was written of a sheet: it is not here or cannot be read, what `field` of it names cannot be drawn, or a fault of ours. */
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
  /** Order and sheet number as people name it. */
  name: z.string(),
  code: z.enum(exportRefusalCodes),
  field: z.string(),
  /** One plain English sentence with the figures, for logs; the screen words its own from code and field. */
  message: z.string(),
})
export type ExportRefusal = z.infer<typeof exportRefusal>

export const exportState = z.enum(['running', 'done', 'cancelled', 'failed'])

export const exportView = z.strictObject({
  exportId: z.string(),
  state: exportState,
  /** What was ordered, enough to title it. */
  what: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('sheets'),
      sheets: z.int().min(1),
      /** The sheet's name where it is one. */
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
  /** Steps of the whole: one a sheet and format, one a batch, one a table. */
  done: z.int().min(0),
  total: z.int().min(0),
  folder: z.string(),
  /** Whole paths, each a whole file; empty while it runs. */
  files: z.array(z.string()),
  /** One line a sheet, whatever the formats. */
  refused: z.array(exportRefusal),
  /** What ended it early, in the language it was asked for in; null unless `failed`. */
  failure: z.string().nullable(),
})
export type ExportView = z.infer<typeof exportView>

/** Those that have ended are kept as long as they are among the last few. */
const mostExports = 20

/** The exports with this one as it stands now, oldest first: what the station keeps, and whoever listens to its pushes. */
export function withExport(exports: readonly ExportView[], told: ExportView): ExportView[] {
  const isKnown = exports.some(({ exportId }) => exportId === told.exportId)
  const all = isKnown ? exports.map((one) => (one.exportId === told.exportId ? told : one)) : [...exports, told]
  return all.filter(({ state }, index) => state === 'running' || index >= all.length - mostExports)
}
