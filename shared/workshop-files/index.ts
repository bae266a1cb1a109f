// Entry point of the workshop's own files: machines, tools, materials, bend deductions and hem allowances, read from JSON and
// validated. Pure: the text of a file comes in.
export { readJsonWithLines } from './json-with-lines.ts'
export { machineDrawing } from './machine-drawings.ts'
export { machineWithin } from './machine-limits.ts'

export { readBendTable, readHemForces, readHemTable, readMachine, readMaterials, readTooling } from './readers.ts'
export { readOutlineDrawing } from './outline-drawing/index.ts'
export type { OutlineDrawing } from './outline-drawing/index.ts'
export { toolDrawings } from './tool-drawings.ts'

export { withMachineOutline, withToolOutline } from './outline-edits.ts'

export { readWorkshopFile } from './workshop-file.ts'
export type { WorkshopFile, WrongPlace } from './workshop-file.ts'
