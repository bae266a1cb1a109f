// A workshop's tools: dies, punches and hemming tools, each with an id that machines name. Pure; zod alone.
import * as z from 'zod'
import { saying } from '../wrong-why.ts'

const mm = z.number().positive()
const includedDeg = z.number().positive().max(180)
const loadKnPerM = z.number().positive()

export const die = z.strictObject({
  id: z.string().min(1),
  vMm: mm,
  /** Included angle of the V. */
  angleDeg: includedDeg,
  heightMm: mm,
  loadKnPerM,
})
export type Die = z.infer<typeof die>

export const punch = z.strictObject({
  id: z.string().min(1),
  radiusMm: mm,
  angleDeg: includedDeg,
  heightMm: mm,
  loadKnPerM,
})
export type Punch = z.infer<typeof punch>

/** Bends sharply in its own V and presses the fold together in its slot. */
export const hemmingTool = z.strictObject({
  id: z.string().min(1),
  vMm: mm,
  angleDeg: includedDeg,
  maxThicknessMm: mm,
  loadKnPerM,
})
export type HemmingTool = z.infer<typeof hemmingTool>

export const tooling = z
  .strictObject({
    /** Who gave the figures. */
    source: z.string().min(1),
    dies: z.array(die),
    punches: z.array(punch),
    hemmingTools: z.array(hemmingTool),
  })
  .superRefine((tools, context) => {
    const seen = new Set<string>()
    for (const kind of ['dies', 'punches', 'hemmingTools'] as const) {
      for (const [index, { id }] of tools[kind].entries()) {
        if (seen.has(id))
          context.addIssue({
            code: 'custom',
            path: [kind, index, 'id'],
            message: `"${id}" stands twice`,
            params: saying('twice', { what: id }),
          })
        seen.add(id)
      }
    }
  })
export type Tooling = z.infer<typeof tooling>
