// Entry point of the schemas of workshop files, for the readers and for the station API. It does not load the JSON parser. Pure.
export { allowanceTables, bendTableFile, hemTableFile } from './allowance-schemas.ts'
export { explain, explainedBy, explainIssue, problemReason } from './file-problem.ts'
export type { ProblemReason } from './file-problem.ts'
export { machine, machineFile } from './machine-schemas.ts'
export { hemForceTable, materialTable } from './material-schemas.ts'
export { inEnglish, outline } from './outline-schemas.ts'
export { tooling, toolingFile } from './tooling-schemas.ts'
