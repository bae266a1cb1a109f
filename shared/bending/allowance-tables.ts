// A workshop's own figures for bends and hems: their schema, reading them, finding one. Pure; the document comes in parsed.
// Nothing is interpolated: a figure that is not in the table is refused, never guessed.
import * as z from 'zod'
import { figureOfDeduction } from './bend-figure.ts'
import type { BendFigure, SingleBend } from './bend-figure.ts'
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Mm } from './units.ts'

const convention = z.enum(['mould_line', 'outer_tangent'])

/** One deduction as measured: by material, thickness, V, inside radius and turn, in the convention it was measured in. */
const bendRow = z.strictObject({
  material: z.string().min(1),
  thicknessMm: z.number().positive(),
  vMm: z.number().positive(),
  insideRadiusMm: z.number().min(0),
  angleDeg: z.number().positive().max(180),
  deductionMm: z.number(),
  convention,
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

const bendTable = z.strictObject({ about: z.string(), rows: z.array(bendRow) })
const hemTable = z.strictObject({ about: z.string(), rows: z.array(hemRow) })

export type BendTableRow = Readonly<z.infer<typeof bendRow>>
export type HemTableRow = Readonly<z.infer<typeof hemRow>>

export interface AllowanceTables {
  readonly bends: readonly BendTableRow[]
  readonly hems: readonly HemTableRow[]
}

export const noTables: AllowanceTables = { bends: [], hems: [] }

/** The two documents as tables; refuses the first field that cannot be, or a row that stands twice. */
export function readAllowanceTables(bends: unknown, hems: unknown): Outcome<AllowanceTables> {
  const bendDocument = bendTable.safeParse(bends)
  if (!bendDocument.success) return refuseIssue('bends', bendDocument.error)
  const hemDocument = hemTable.safeParse(hems)
  if (!hemDocument.success) return refuseIssue('hems', hemDocument.error)
  for (const [index, row] of bendDocument.data.rows.entries()) {
    if (row.convention === 'mould_line' && row.angleDeg === 180) {
      return refuse(`bends.rows[${index}].convention`, 'out_of_range', 'a bend of 180° has no mould line')
    }
  }
  const twice =
    repeated('bends', bendDocument.data.rows, ({ material, thicknessMm, vMm, insideRadiusMm, angleDeg }) =>
      [material, thicknessMm, vMm, insideRadiusMm, angleDeg].join(' '),
    ) ??
    repeated('hems', hemDocument.data.rows, ({ kind, thicknessMm, gapMm, insideRadiusMm }) =>
      [kind, thicknessMm, gapMm, insideRadiusMm].join(' '),
    )
  return twice ?? good({ bends: bendDocument.data.rows, hems: hemDocument.data.rows })
}

function refuseIssue(table: string, error: z.ZodError): ReturnType<typeof refuse> {
  const issue = error.issues[0]
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return refuse(`${table}${path}`, 'unknown_value', issue?.message ?? 'the table cannot be read')
}

function repeated<Row>(table: string, rows: readonly Row[], key: (row: Row) => string) {
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (seen.has(key(row))) return refuse(`${table}.rows[${index}]`, 'contradicts', `${key(row)} stands twice`)
    seen.add(key(row))
  }
  return null
}

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
