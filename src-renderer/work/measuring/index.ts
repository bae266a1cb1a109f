// The measurement of a first piece, and the correction that follows from it.
export { MeasurePiece } from './measure-piece.tsx'
