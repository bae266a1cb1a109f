// Whether the coloured face of a blank is up. Pure.

/** `colourSide`: 'utside' is face A, 'innside' face B. Null: no face is coloured. */
export const isColourUp = (colourSide: string, faceUp: 'A' | 'B'): boolean | null =>
  colourSide === 'utside' || colourSide === 'innside' ? (colourSide === 'utside') === (faceUp === 'A') : null
