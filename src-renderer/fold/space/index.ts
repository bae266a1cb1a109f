// Entry point of the picture in space, which three.js draws. Loaded on demand.
export { FoldSpace, openFoldSpace, type SpaceColours } from './fold-space.ts'
export { LabelLayer } from './label-layer.ts'
