// The workshop's files of machines, tools and materials, each read by its schema. Pure: the text comes in.
import { readWorkshopFile } from '../workshop-file.ts'
import type { WorkshopFile } from '../workshop-file.ts'
import { saying } from '../wrong-why.ts'
import { machine } from './machine.ts'
import type { Machine } from './machine.ts'
import { hemForceTable, materialTable } from './material.ts'
import type { HemForceTable, MaterialTable } from './material.ts'
import { tooling } from './tooling.ts'
import type { Tooling } from './tooling.ts'

export interface BesideMachine {
  /** Null: nobody knows the tools. */
  readonly tools: Tooling | null
  /** Those that were read before it. */
  readonly others: readonly Machine[]
}

/** Refused, too, where it names a tool that the tooling lacks, or is called what another machine of its kind is. */
export function readMachine(
  text: string,
  { tools, others }: BesideMachine = { tools: null, others: [] },
): WorkshopFile<Machine> {
  const besideThem = machine.superRefine((read, context) => {
    const wrong = (path: PropertyKey[], message: string, params: ReturnType<typeof saying>): void =>
      context.addIssue({ code: 'custom', path, message, params })
    if (others.some(({ name, kind }) => name === read.name && kind === read.kind))
      wrong(['name'], `another file describes a machine "${read.name}"`, saying('machine_twice', { name: read.name }))
    if (tools === null || read.kind === 'folder') return
    for (const list of ['dies', 'punches', 'hemmingTools'] as const) {
      for (const [index, id] of read[list].entries())
        if (tools[list].every((tool) => tool.id !== id))
          wrong([list, index], `no tool "${id}" is known`, saying('tool_unknown', { id }))
    }
  })
  return readWorkshopFile(text, besideThem)
}

export const readTooling = (text: string): WorkshopFile<Tooling> => readWorkshopFile(text, tooling)
export const readMaterials = (text: string): WorkshopFile<MaterialTable> => readWorkshopFile(text, materialTable)
export const readHemForces = (text: string): WorkshopFile<HemForceTable> => readWorkshopFile(text, hemForceTable)
