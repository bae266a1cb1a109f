// The outline of a tool or of a part of a machine, in the plane across the bend line. Pure types.
import type { Point } from '../../geometry/index.ts'

/** A closed polygon: mm, corners counter-clockwise, x towards the backgauge, y up. The last corner is joined to the first. */
export type Outline = readonly Point[]
