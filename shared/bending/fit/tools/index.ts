// Entry point of the tools: punches, dies and hemming tools, and their outlines. Pure.
export { validateOutline } from './outline-check.ts'
export type { OutlineFault, OutlinePart } from './outline-check.ts'
export { outlinesOverlap, shifted } from './outline-edges.ts'
export { deriveTool, levelToleranceMm, toolDifferences } from './outline-figures.ts'
export { placeOutline, referencePoints, turnUpright } from './outline-placing.ts'
export type { Upright } from './outline-placing.ts'
export type { Outline } from './outline.ts'
export type { Die, HemmingTool, Punch, Tooling } from './tooling.ts'
