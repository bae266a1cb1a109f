// Entry point of the flat pattern: the blank of a piece, and its drawing. Pure.
export { bendPositions, blankOf, blanksOf } from './blank.ts'
export type { BendPlace, Blank, BlankBend } from './blank.ts'
export { blankItems } from './blank-scene.ts'
export { handText, lengthText, rowsOf } from './flat-pattern-caption.ts'
export { flatPatternScene } from './flat-pattern-scene.ts'
export type { FlatPatternOptions, Frame } from './flat-pattern-scene.ts'
