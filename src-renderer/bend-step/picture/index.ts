// The geometry of the pictures of a bend step: what their components draw of it. Pure.
export { drawnBlankAt } from './drawn-blank.ts'
export { alongLines, cornersOf, freestPlace, type Place } from './free-place.ts'
export { roomForFigurePx, type MachineFrame } from './machine-frame.ts'
export {
  blankDrawer,
  handPoints,
  machineScene,
  partsAt,
  type MachineScene,
  type SceneBlank,
  type ScenePart,
  type SceneStep,
} from './machine-scene.ts'
export { mountedLine } from './mounted-line.ts'
export { closedPath, openPath } from './paths.ts'
export { stopBehind, turnedFaces, turnWay, unitSection } from './turned-section.ts'
