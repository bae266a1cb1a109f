// A workshop's own figures for bends and hems: their schema, reading them, finding one. Pure; a file's text comes in.
// Nothing is interpolated: a figure that is not in the table is refused, never guessed.
import * as z from 'zod'
import { figureOfDeduction } from './bend-figure.ts'
import type { BendFigure, SingleBend } from './bend-figure.ts'
import { noTwice } from './no-twice.ts'
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Mm } from './units.ts'
import { readWorkshopFile } from './workshop-file.ts'
import { saying } from './wrong-why.ts'
import type { WorkshopFile } from './workshop-file.ts'

const convention = z.enum(['mould_line', 'outer_tangent'])

/** One deduction as measured: by material, thickness, V, inside radius and turn, in the convention it was measured in. */
const bendRow = z
  .strictObject({
    material: z.string().min(1),
    thicknessMm: z.number().positive(),
    vMm: z.number().positive(),
    insideRadiusMm: z.number().min(0),
    angleDeg: z.number().positive().max(180),
    deductionMm: z.number(),
    convention,
  })
  .refine((row) => row.convention !== 'mould_line' || row.angleDeg < 180, {
    path: ['convention'],
    message: 'there is no mould line at 180°',
    params: saying('no_mould_line'),
  })

/** What a hem adds to its two lengths to the outer tangent; negative where it saves plate. */
const hemRow = z.strictObject({
  kind: z.enum(['closed', 'open', 'teardrop']),
  thicknessMm: z.number().positive(),
  gapMm: z.number().min(0),
  insideRadiusMm: z.number().min(0),
  allowanceMm: z.number(),
  convention: z.literal('outer_tangent'),
})

const bendTable = z.strictObject({
  about: z.string(),
  rows: z
    .array(bendRow)
    .superRefine(
      noTwice(({ material, thicknessMm, vMm, insideRadiusMm, angleDeg }) =>
        [material, thicknessMm, vMm, insideRadiusMm, angleDeg].join(' '),
      ),
    ),
})
const hemTable = z.strictObject({
  about: z.string(),
  rows: z
    .array(hemRow)
    .superRefine(
      noTwice(({ kind, thicknessMm, gapMm, insideRadiusMm }) => [kind, thicknessMm, gapMm, insideRadiusMm].join(' ')),
    ),
})

export type BendTableRow = Readonly<z.infer<typeof bendRow>>
export type HemTableRow = Readonly<z.infer<typeof hemRow>>

export const allowanceTables = z.strictObject({ bends: z.array(bendRow).readonly(), hems: z.array(hemRow).readonly() })
export type AllowanceTables = Readonly<z.infer<typeof allowanceTables>>

export const noTables: AllowanceTables = { bends: [], hems: [] }

/** The workshop's own deductions from its file's text. */
export function readBendTable(text: string): WorkshopFile<AllowanceTables['bends']> {
  return rowsOf(readWorkshopFile(text, bendTable))
}

/** The workshop's own hem allowances from its file's text. */
export function readHemTable(text: string): WorkshopFile<AllowanceTables['hems']> {
  return rowsOf(readWorkshopFile(text, hemTable))
}

const rowsOf = <Row>(file: WorkshopFile<{ rows: readonly Row[] }>): WorkshopFile<readonly Row[]> =>
  file.ok ? { ok: true, value: file.value.rows } : file

const same = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6

export interface TableBend extends SingleBend {
  readonly material: string
  /** Null where the V is not known: then the table's rows for every V must agree. */
  readonly vMm: Mm | null
}

/** The workshop's own figure, brought to the sheet's convention. Refuses what the table does not have. */
export function tableFigure(bend: TableBend, rows: readonly BendTableRow[]): Outcome<BendFigure> {
  const found = rows.filter(
    (row) =>
      row.material === bend.material &&
      same(row.thicknessMm, bend.thicknessMm) &&
      same(row.insideRadiusMm, bend.insideRadiusMm) &&
      same(row.angleDeg, bend.turnDeg) &&
      (bend.vMm === null || same(row.vMm, bend.vMm)),
  )
  const what = `${bend.material} ${bend.thicknessMm} mm, inside radius ${bend.insideRadiusMm}, ${bend.turnDeg}°`
  const [first] = found
  if (first === undefined) return refuse('deductionMm', 'out_of_range', `the bend table has no figure for ${what}`)
  if (found.some((row) => row.deductionMm !== first.deductionMm || row.convention !== first.convention)) {
    return refuse('vMm', 'contradicts', `the bend table has several figures for ${what}: it depends on the V`)
  }
  return good(figureOfDeduction(bend, first.deductionMm, first.convention))
}

export interface TableHem {
  readonly kind: string
  readonly thicknessMm: Mm
  readonly gapMm: Mm
  readonly insideRadiusMm: Mm
}

/** The hem's row. A teardrop is made about its radius, which must be the row's too; the others about half their gap. */
export function hemTableRow(hem: TableHem, rows: readonly HemTableRow[]): Outcome<HemTableRow> {
  const found = rows.find(
    (row) =>
      row.kind === hem.kind &&
      same(row.thicknessMm, hem.thicknessMm) &&
      same(row.gapMm, hem.gapMm) &&
      (row.kind !== 'teardrop' || same(row.insideRadiusMm, hem.insideRadiusMm)),
  )
  if (found !== undefined) return good(found)
  return refuse(
    'allowanceMm',
    'out_of_range',
    `the hem table has no figure for a hem "${hem.kind}" of ${hem.thicknessMm} mm, gap ${hem.gapMm}, radius ${hem.insideRadiusMm}`,
  )
}
