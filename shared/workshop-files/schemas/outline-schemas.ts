// Outlines of tools and of machine parts. The file writes a corner as [x, y], so that each corner has a line; the station API carries
// { x, y }. Pure: uses only zod.
import { toThousandth } from '../../base/figures.ts'
import { pointsBox } from '../../bending/index.ts'
import * as z from 'zod'
import { validateOutline } from '../../bending/fit/index.ts'
import type { Outline, OutlinePart } from '../../bending/fit/index.ts'
import { explainedBy } from './file-problem.ts'

/** An imported outline has a few hundred corners at most. */
const maxCorners = 1_000

/** An outline in the station API, which the station has checked. */
export const outline = z.array(z.strictObject({ x: z.number(), y: z.number() })).readonly()

export type OutlineSchema = (part: OutlinePart) => z.ZodType<Outline>

/** An outline in a file, checked for the part that it is drawn for. A fault of one corner is reported at that corner. */
export const outlineInFile = (part: OutlinePart): z.ZodType<Outline> =>
  z
    .array(z.tuple([z.number(), z.number()]).transform(([x, y]) => ({ x, y })))
    .max(maxCorners)
    .superRefine((corners, context) => {
      for (const { code, params, corner } of validateOutline(corners, part))
        context.addIssue({
          code: 'custom',
          path: corner === null ? [] : [corner],
          message: inEnglish(code, params),
          params: explainedBy(code, params),
        })
    })
    .readonly()

/** The text of a fault for logs and terminals: 'outline crosses: edge 4, other 9'. */
export function inEnglish(code: string, params: Readonly<Record<string, number | string>>): string {
  const figures = Object.entries(params).map(([name, figure]) => `${name} ${figure}`)
  return [code.replaceAll('_', ' '), ...(figures.length > 0 ? [figures.join(', ')] : [])].join(': ')
}

/** Reports an outline that reaches past its seat, where the clamp or the holder is. `reachMm` is above 0. */
export function checkSeat(heightMm: number, drawn: Outline, side: 'above' | 'below', context: z.RefinementCtx): void {
  const { minY, maxY } = pointsBox(drawn)
  const reachMm = toThousandth(side === 'above' ? maxY : -minY)
  if (reachMm <= heightMm + seatToleranceMm) return
  const params = { reachMm, heightMm }
  context.addIssue({
    code: 'custom',
    path: ['outline'],
    message: inEnglish('outline_past_seat', params),
    params: explainedBy('outline_past_seat', params),
  })
}

const seatToleranceMm = 0.5
