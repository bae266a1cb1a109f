// What one step looks like at the machine, to scale, at every angle: tools, machine parts, both faces of the blank, and where it comes
// nearest to a part. x to the backgauge, y up; 0/0 is the middle of the V at its shoulders, or the bend line on the table of a folding
// machine. Pure types. Units: mm, degrees.
import type { Outline } from '../../fit/index.ts'
import type { Point } from '../../geometry/index.ts'
import type { Deg } from '../../units.ts'
import type { FaceCorner } from './blank-faces.ts'
import type { NearestPoints } from './nearest-points.ts'
import type { PlanPart, PlanPiece } from '../plan-part.ts'

export interface PicturePart {
  readonly part: PlanPart
  readonly outline: Outline
}

/** Both faces as corners from the edge at -x to the edge at +x. Face A is the outside of a positive bend. */
export interface PictureBlank {
  readonly faceA: readonly FaceCorner[]
  readonly faceB: readonly FaceCorner[]
}

export interface StepPicture {
  /** The turn of the step's bend before the step, and at its end, before springback. */
  readonly fromTurnDeg: Deg
  readonly toTurnDeg: Deg
  /** The width of the V; null on a folding machine. */
  readonly vMm: number | null
  /** The place of the step's bend: a close view shows what surrounds it. */
  readonly bendAt: Point
  readonly blankAt: (turnDeg: Deg) => PictureBlank
  readonly partsAt: (turnDeg: Deg) => readonly PicturePart[]
  /** Where a piece of the blank is nearest to a part; null where that is not known. */
  readonly nearest: (turnDeg: Deg, part: PlanPart, piece: PlanPiece) => NearestPoints | null
}
