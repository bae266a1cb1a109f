// The bending sheet: pieces, profile, unfolding, approval and bent marker. Assumed (service decision 3): the specification shows no fields. Lengths
// in mm, angles in degrees, strength in MPa. Pure.
import * as z from 'zod'
import type { Reading } from '../reading.ts'
import { day, instant, materials, mm, orderNumber, sentUuid, uuid, version } from '../scalars.ts'

/** A corner of an outline; `bulge` is DXF's: tan of a quarter of the arc to the next corner, 0 for a straight line. */
export const vertex = z.strictObject({ x: mm, y: mm, bulge: z.number() })

export const cutout = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('circle'), x: mm, y: mm, diameterMm: mm.positive() }),
  z.strictObject({ kind: z.literal('polyline'), points: z.array(vertex).min(3) }),
])

export const piece = z.strictObject({
  pieceNo: z.int().min(1),
  quantity: z.int().min(1),
  lengthMm: mm.positive(),
  endLengthMm: mm.positive().nullable(),
  hand: z.enum(['none', 'left', 'right']),
  /** Null: the same as in the unfolding. */
  outline: z.array(vertex).min(3).nullable(),
  cutouts: z.array(cutout).nullable(),
})

/** Outer length: to the mould line up to 90° of turn, to the outer tangent above. `endLengthMm`: at the far end of a tapered piece. */
export const flange = z.strictObject({ lengthMm: mm.positive(), endLengthMm: mm.positive().nullable() })

/** `angleDeg` is the angle by which the sheet turns. Positive folds towards the viewer of the unfolding. */
export const bend = z.strictObject({
  angleDeg: z.number().min(-180).max(180),
  insideRadiusMm: mm.min(0),
  hem: z.enum(['closed', 'open', 'teardrop']).nullable(),
  gapMm: mm.min(0),
})

/** The cross-section as a chain: one bend fewer than flanges. Face A is the outside of a positive bend. */
export const profile = z.strictObject({
  family: z.string(),
  params: z.record(z.string(), z.number()),
  material: z.enum(materials),
  colour: z.string().nullable(),
  /** `utside`: on face A; `innside`: on face B. */
  colourSide: z.enum(['utside', 'innside', 'ingen']),
  film: z.enum(['face', 'back', 'both', 'none']),
  grain: z.enum(['along', 'across']).nullable(),
  thicknessMm: mm.positive(),
  tensileStrengthMpa: z.number().positive().nullable(),
  flanges: z.array(flange).min(1),
  bends: z.array(bend),
})

/** Positions are from x = 0 to the bend line. `angleDeg` is the absolute angle by which the sheet turns. */
export const bendLine = z.strictObject({
  bend: z.int().min(0),
  positionMm: mm,
  endPositionMm: mm.nullable(),
  direction: z.enum(['up', 'down']),
  angleDeg: z.number().min(0).max(180),
})

export const unfolding = z.strictObject({
  widthMm: mm.positive(),
  lengthMm: mm.positive(),
  method: z.enum(['din6935', 'k', 'table']),
  kFactor: z.number().nullable(),
  bendLines: z.array(bendLine),
  /** Closed, counter-clockwise; x along the width, y along the length. */
  outline: z.array(vertex).min(3),
  cutouts: z.array(cutout),
})

export const approvalState = z.enum(['not_required', 'awaiting', 'approved', 'change_requested'])

export const bentMarker = z.strictObject({
  at: instant,
  quantity: z.int().min(1).nullable(),
  pressBrakeId: uuid.nullable(),
  by: z.string().nullable(),
})

export const bendingSheet = z.strictObject({
  /** Never changes: it identifies an order and a sheet number. */
  id: uuid,
  sheetNo: z.int().min(1),
  /** Increases with every change. */
  version,
  /** Increases only if profile, unfolding, pieces, quantity or length change. */
  drawingVersion: version,
  reworkCount: z.int().min(0),
  reworkedAt: instant.nullable(),
  order: z.strictObject({
    id: uuid,
    numberDisplay: orderNumber,
    title: z.string().nullable(),
    customerName: z.string().nullable(),
    dueDate: day.nullable(),
  }),
  pressBrakeId: uuid.nullable(),
  plannedDate: day.nullable(),
  note: z.string().nullable(),
  /** The sum over the pieces. */
  quantity: z.int().min(1),
  /** The longest piece. */
  lengthMm: mm.positive(),
  pieces: z.array(piece).min(1),
  profile,
  unfolding,
  approval: z.strictObject({
    state: approvalState,
    sentAt: instant.nullable(),
    decidedAt: instant.nullable(),
    comment: z.string().nullable(),
  }),
  bent: bentMarker.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type BendingSheet = z.infer<typeof bendingSheet>
/** The whole sheet as a client reads it. */
export type ReadSheet = Reading<typeof bendingSheet>
export type Unfolding = z.infer<typeof unfolding>
export type Profile = z.infer<typeof profile>
export type BentMarker = z.infer<typeof bentMarker>
export type Vertex = z.infer<typeof vertex>

/** The sheet in events and in the list of an order. */
export const reducedBendingSheet = bendingSheet.omit({ profile: true, unfolding: true })
export type ReducedBendingSheet = z.infer<typeof reducedBendingSheet>
export type ReadReducedSheet = Reading<typeof reducedBendingSheet>

/** An entry of the bending list of a day. */
export const bendingListEntry = z.strictObject({
  position: z.int().min(1),
  sheetId: uuid,
  sheetNo: z.int().min(1),
  version,
  drawingVersion: version,
  reworkCount: z.int().min(0),
  orderNumber,
  title: z.string().nullable(),
  customerName: z.string().nullable(),
  pressBrakeId: uuid.nullable(),
  family: z.string(),
  material: z.enum(materials),
  colour: z.string().nullable(),
  thicknessMm: mm.positive(),
  quantity: z.int().min(1),
  lengthMm: mm.positive(),
  bendCount: z.int().min(0),
  approval: approvalState,
  bent: bentMarker.nullable(),
  dueDate: day.nullable(),
  plannedDate: day.nullable(),
})
export type BendingListEntry = z.infer<typeof bendingListEntry>

/** POST /bending-sheets/{id}/bent. Every field is optional; no body means the empty object. */
export const bentReport = z
  .strictObject({
    bentAt: instant.optional(),
    quantity: z.int().min(1).optional(),
    pressBrakeId: sentUuid.optional(),
    by: z.string().max(100).optional(),
    drawingVersion: version.optional(),
  })
  .default({})
export type BentReport = z.infer<typeof bentReport>
