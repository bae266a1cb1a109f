// The workshop's tables of bend deductions and hem allowances: as the station API carries them, and as the files write them.
// The files call the angle by which the sheet turns `angleDeg`. Pure: uses only zod.
import * as z from 'zod'
import { explainedBy } from './file-problem.ts'
import { uniqueRows } from './unique-rows.ts'

const bendFields = {
  material: z.string().min(1),
  thicknessMm: z.number().positive(),
  vMm: z.number().positive(),
  insideRadiusMm: z.number().min(0),
}
const turn = z.number().positive().max(180)
const deductionFields = { deductionMm: z.number(), convention: z.enum(['mould_line', 'outer_tangent']) }

const bendRow = z.strictObject({ ...bendFields, turnDeg: turn, ...deductionFields })

const bendRowInFile = z
  .strictObject({ ...bendFields, angleDeg: turn, ...deductionFields })
  .refine((row) => row.convention !== 'mould_line' || row.angleDeg < 180, {
    path: ['convention'],
    message: 'there is no mould line at a turn of 180°',
    params: explainedBy('no_mould_line'),
  })
  .transform(({ angleDeg, ...row }) => ({ ...row, turnDeg: angleDeg }))

const hemRow = z.strictObject({
  kind: z.enum(['closed', 'open', 'teardrop']),
  thicknessMm: z.number().positive(),
  gapMm: z.number().min(0),
  insideRadiusMm: z.number().min(0),
  allowanceMm: z.number(),
  convention: z.literal('outer_tangent'),
})

export const allowanceTables = z.strictObject({ bends: z.array(bendRow).readonly(), hems: z.array(hemRow).readonly() })

export const bendTableFile = z.strictObject({
  about: z.string(),
  rows: z
    .array(bendRowInFile)
    .superRefine(
      uniqueRows(({ material, thicknessMm, vMm, insideRadiusMm, turnDeg }) =>
        [material, thicknessMm, vMm, insideRadiusMm, turnDeg].join(' '),
      ),
    ),
})

export const hemTableFile = z.strictObject({
  about: z.string(),
  rows: z
    .array(hemRow)
    .superRefine(
      uniqueRows(({ kind, thicknessMm, gapMm, insideRadiusMm }) =>
        [kind, thicknessMm, gapMm, insideRadiusMm].join(' '),
      ),
    ),
})
