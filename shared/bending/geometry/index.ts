// Entry point of geometry: points, lines and arcs in the plane, and where they meet. Pure.
export { dot, inSweep, intersections, minus } from './intersections.ts'
export {
  along,
  arcFrom,
  bulgeArc,
  distance,
  headingFrom,
  nearestOnLine,
  partOf,
  pieceLength,
  turnAbout,
} from './plane.ts'
export { chordPoints, distanceToLine, isInside, linesCross, pointsBox, sideOf, signedArea } from './polygon.ts'
export type { Box } from './polygon.ts'
export type { Arc, Line, PathPiece, Point } from './plane.ts'
