// Entry point of scenes: lines, texts and measures in mm, their geometry, and their SVG. Pure.
export { contourOf, contoursMeet, cutoutContour, liesInside, meetsItself, withoutRepeats } from './contours.ts'
export type { Contour } from './contours.ts'
export { chords, edges, mirrored, pathBox } from './outline.ts'
export { polylinePieces, primitives, reach, roles, sceneOf, textBox } from './scene.ts'
export type { Anchor, LabelTarget, PolylineItem, Primitive, Role, Scene, SceneItem, TextItem } from './scene.ts'
export { dashesMm, weightMm } from './stroke.ts'
export { toSvg } from './svg.ts'
export type { SvgDrawing } from './svg.ts'

export { textWidth } from './text-width.ts'
