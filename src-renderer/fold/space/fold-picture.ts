// What a frame of the 3D picture shows, for the labels over it.
import type { FoldedPiece } from '../scene/index.ts'

export interface FoldPicture {
  readonly position: number
  readonly piece: FoldedPiece
  /** Where a bend is in CSS pixels, and the direction there across the sheet. Writes into `place`. */
  readonly bendPlace: (bend: number, place: BendPlace) => void
  /** Where the middle of the length is at the edge of the sheet that is nearer. */
  readonly lengthPlace: (place: BendPlace) => void
}

export interface BendPlace {
  x: number
  y: number
  outX: number
  outY: number
}
