// The workshop's tools as set-up draws them, and a drawing from which an outline is imported. Pure.
import * as z from 'zod'
import { outline, problemReason } from '../../../workshop-files/schemas/index.ts'
import { wrongPlace } from '../workshop-view.ts'

export const toolKind = z.enum(['die', 'punch', 'hemmingTool'])

export const toolFigure = z.strictObject({
  field: z.enum(['tipRadiusMm', 'includedDeg', 'vMm', 'shoulderRadiusMm', 'heightMm', 'bodyWidthMm']),
  /** Null: the file does not state it. */
  entered: z.number().nullable(),
  /** Null: the outline does not give it. */
  derived: z.number().nullable(),
  differs: z.boolean(),
})
export type ToolFigure = z.infer<typeof toolFigure>

export const toolView = z.strictObject({
  kind: toolKind,
  id: z.string(),
  /** Null: the file has none, or one that cannot be drawn. An outline that is wrong is drawn all the same. */
  outline: outline.nullable(),
  /** The lower part of a hemming tool. */
  closing: outline.nullable(),
  figures: z.array(toolFigure).readonly(),
  /** `corner`: the index of the corner of the outline that is wrong. */
  wrong: z.array(wrongPlace.omit({ file: true }).extend({ corner: z.int().min(0).nullable() })).readonly(),
})
export type ToolView = z.infer<typeof toolView>

/** A part of a machine that has an outline. */
export const machinePart = z.enum(['clamp', 'beam', 'holder', 'table', 'apron', 'fingers', 'folding_beam', 'gauge'])

export const machineDrawingView = z.strictObject({
  /** The full path of the machine's file. */
  file: z.string(),
  /** Empty: the file states no name. */
  name: z.string(),
  /** The parts of a figure share their origin. No figure: the file has no outlines. */
  figures: z
    .array(
      z
        .array(
          z.strictObject({
            part: machinePart,
            /** The rules for its shape and its reference point. */
            checkedAs: z.enum([
              'clamp',
              'beam',
              'holder',
              'table',
              'apron',
              'fingers',
              'folderClamp',
              'folderBeam',
              'folderTable',
              'folderGauge',
            ]),
            outline,
            /** Indices of the corners that are wrong. */
            wrongCorners: z.array(z.int().min(0)).readonly(),
          }),
        )
        .readonly(),
    )
    .readonly(),
  wrong: z.array(wrongPlace),
})
export type MachineDrawingView = z.infer<typeof machineDrawingView>

export const toolsView = z.strictObject({
  /** The full path of the file of tools that was read. */
  file: z.string(),
  tools: z.array(toolView).readonly(),
  machines: z.array(machineDrawingView).readonly(),
  /** Faults of the file that belong to no tool. */
  wrong: z.array(wrongPlace),
})
export type ToolsView = z.infer<typeof toolsView>

/** The longest text of a drawing, characters: a call from the screen has at most 1 MiB. */
export const maxDrawingLength = 500_000

export const outlineDrawingView = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('read'),
    /** The closed loops, counter-clockwise, mm, the largest first. */
    loops: z.array(z.strictObject({ corners: outline, layer: z.string() })).readonly(),
    /** What was closed, dropped or assumed. */
    notices: z.array(problemReason).readonly(),
  }),
  z.strictObject({ kind: z.literal('refused'), reason: problemReason }),
])
export type OutlineDrawingView = z.infer<typeof outlineDrawingView>

/** mm, counter-clockwise, with its reference point at 0/0. */
export const importedOutline = z
  .array(z.strictObject({ x: z.number(), y: z.number() }))
  .min(3)
  .max(1_000)

export const setOutlineView = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stored'), tools: toolsView }),
  /** What would be wrong in the file, which has not changed; empty: it has no such tool or part. */
  z.strictObject({ kind: z.literal('refused'), wrong: z.array(wrongPlace) }),
])
