// The outlines of a workshop file that set-up draws, from JSON that may be invalid, with the faults of each corner. Pure.
import type { Outline } from '../bending/fit/index.ts'
import type { WrongPlace } from './workshop-file.ts'

/** `corner`: the index of the corner of the outline that is wrong; null: another field, or the whole outline. */
export type DrawnFault = WrongPlace & { readonly corner: number | null }

/** The faults at or below the field `part`, such as 'dies[2]'. The corners are those of its field `outline`, or of `part` itself. */
export function faultsOfPart(wrong: readonly WrongPlace[], part: string): DrawnFault[] {
  return wrong
    .filter(({ field }) => field === part || field.startsWith(`${part}.`) || field.startsWith(`${part}[`))
    .map((place) => {
      const corner = /^(?:\.outline)?\[(\d+)\]/.exec(place.field.slice(part.length))?.[1]
      return { ...place, corner: corner === undefined ? null : Number(corner) }
    })
}

/** The corners in mm. Null: not a list of at least two pairs of numbers. An outline that is wrong in another way is drawn all the same. */
export function drawableOutline(value: unknown): Outline | null {
  if (!Array.isArray(value) || value.length < 2) return null
  const corners = value.map((corner: unknown) => {
    const [x, y] = Array.isArray(corner) ? corner.map(Number) : []
    return { x: x ?? NaN, y: y ?? NaN }
  })
  return corners.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? corners : null
}

/** The value of a field. Undefined: `value` is not an object, or has no such field. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
