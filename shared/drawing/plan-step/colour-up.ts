// Whether the coloured face of a blank is up. Pure.

import { colouredFace } from '../profile/index.ts'
import type { Face } from '../profile/index.ts'

/** `colourSide`: 'utside' is face A, 'innside' face B. Null: no face is coloured. */
export function isColourUp(colourSide: string, faceUp: Face): boolean | null {
  const face = colouredFace(colourSide)
  return face === null ? null : face === faceUp
}
