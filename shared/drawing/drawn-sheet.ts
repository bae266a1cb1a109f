// The fields of a bending sheet that drawing uses. Enumerations are text, so the strict sheet of the service and the tolerant reading of
// the client are both assignable. Pure types.
import type { BendProfile, Mm, StatedBendLine } from '../bending/index.ts'
import type { BentMarker } from '../workshop-api/index.ts'

/** A corner; `bulge` is DXF's: tan of a quarter of the arc to the next corner, 0 for a straight line. */
export interface Vertex {
  readonly x: Mm
  readonly y: Mm
  readonly bulge: number
}

export type Cutout =
  | { readonly kind: 'circle'; readonly x: Mm; readonly y: Mm; readonly diameterMm: Mm }
  | { readonly kind: 'polyline'; readonly points: readonly Vertex[] }

export interface DrawnPiece {
  readonly pieceNo: number
  readonly quantity: number
  readonly lengthMm: Mm
  readonly endLengthMm: Mm | null
  /** 'none', 'left' or 'right'. */
  readonly hand: string
  readonly outline: readonly Vertex[] | null
  readonly cutouts: readonly Cutout[] | null
}

interface DrawnProfile extends BendProfile {
  readonly family: string
  readonly material: string
  readonly colour: string | null
  /** 'utside' on face A, 'innside' on face B, 'ingen'. */
  readonly colourSide: string
  /** 'face', 'back', 'both' or 'none'. */
  readonly film: string
  readonly tensileStrengthMpa: number | null
}

export type DrawnBendLine = StatedBendLine

interface DrawnFlatPattern {
  readonly widthMm: Mm
  readonly lengthMm: Mm
  readonly bendLines: readonly DrawnBendLine[]
  readonly outline: readonly Vertex[]
  readonly cutouts: readonly Cutout[]
}

export interface DrawnSheet {
  readonly id: string
  readonly sheetNo: number
  readonly drawingVersion: number
  readonly reworkCount: number
  readonly order: {
    readonly numberDisplay: string
    readonly title: string | null
    readonly customerName: string | null
    readonly dueDate: string | null
  }
  readonly note: string | null
  readonly quantity: number
  readonly lengthMm: Mm
  readonly pieces: readonly DrawnPiece[]
  readonly profile: DrawnProfile
  readonly unfolding: DrawnFlatPattern
  readonly approval: { readonly state: string }
  /** When and by whom it was bent, as the service states it; absent while it is not bent. */
  readonly bent?: Readonly<Pick<BentMarker, 'at' | 'quantity' | 'by'>> | null | undefined
}
