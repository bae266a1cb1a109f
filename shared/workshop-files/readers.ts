// Reads the workshop's files, each by its schema. Pure: the text of a file comes in.
import type { BendTableRow, HemTableRow } from '../bending/index.ts'
import type { HemForceTable, Machine, MaterialTable, Tooling } from '../bending/fit/index.ts'
import { ok } from '../base/result.ts'
import {
  bendTableFile,
  explainedBy,
  hemForceTable,
  hemTableFile,
  inEnglish,
  machineFile,
  materialTable,
  toolingFile,
} from './schemas/index.ts'
import { partFaults } from './machine-parts.ts'
import { readWorkshopFile } from './workshop-file.ts'
import type { WorkshopFile } from './workshop-file.ts'

/** The contents of the workshop's other files. */
export interface OtherFiles {
  /** Null: the tools are not known. */
  readonly tools: Tooling | null
  /** The machines that were read before this one. */
  readonly others: readonly Machine[]
}

/** Also reports a tool that the tooling does not have, and the name of another machine of the same kind. */
export function readMachine(
  text: string,
  { tools, others }: OtherFiles = { tools: null, others: [] },
): WorkshopFile<Machine> {
  const schema = machineFile.superRefine((machine, context) => {
    const report = (path: PropertyKey[], message: string, params: ReturnType<typeof explainedBy>): void =>
      context.addIssue({ code: 'custom', path, message, params })
    const { name, kind } = machine
    if (others.some((other) => other.name === name && other.kind === kind))
      report(['name'], `another file describes a machine "${name}"`, explainedBy('machine_twice', { name }))
    if (tools === null || machine.kind === 'folder') return
    for (const list of ['dies', 'punches', 'hemmingTools'] as const) {
      for (const [index, id] of machine[list].entries())
        if (tools[list].every((tool) => tool.id !== id))
          report([list, index], `no tool "${id}" is known`, explainedBy('tool_unknown', { id }))
    }
    for (const { path, code, params } of partFaults(machine, tools))
      report([...path], inEnglish(code, params), explainedBy(code, params))
  })
  return readWorkshopFile(text, schema)
}

export const readTooling = (text: string): WorkshopFile<Tooling> => readWorkshopFile(text, toolingFile)
export const readMaterials = (text: string): WorkshopFile<MaterialTable> => readWorkshopFile(text, materialTable)
export const readHemForces = (text: string): WorkshopFile<HemForceTable> => readWorkshopFile(text, hemForceTable)

/** The workshop's own bend deductions. */
export function readBendTable(text: string): WorkshopFile<readonly BendTableRow[]> {
  const file = readWorkshopFile(text, bendTableFile)
  return file.ok ? ok(file.value.rows) : file
}

/** The workshop's own hem allowances. */
export function readHemTable(text: string): WorkshopFile<readonly HemTableRow[]> {
  const file = readWorkshopFile(text, hemTableFile)
  return file.ok ? ok(file.value.rows) : file
}
