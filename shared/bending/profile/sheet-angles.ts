// The angles of a bending sheet under our own names. A sheet keeps the field name of the wire format, `angleDeg`, for the angle by
// which the sheet turns; no other file reads that field. Pure.
import type { Deg } from '../units.ts'

/** A bend of the profile (positive folds towards the viewer of the flat pattern) or a bend line (0 or above). */
export interface SheetAngle {
  readonly angleDeg: Deg
}

/** The field's name in the sheet: refusals name it. */
export const angleField = 'angleDeg'

/** The angle by which the sheet turns, with its sign. */
export const signedTurnDegOf = ({ angleDeg }: SheetAngle): Deg => angleDeg

/** The angle by which the sheet turns, 0 to 180 either way. */
export const turnDegOf = ({ angleDeg }: SheetAngle): Deg => Math.abs(angleDeg)

/** The included angle, which a protractor reads between the flanges, of a bend that turns the sheet by so much. */
export const includedDegOf = (turnDeg: Deg): Deg => 180 - turnDeg
