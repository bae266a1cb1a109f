// The shipped machines, tools and tables, and the sheets of the sandbox, read as the program reads them.
import { readFileSync } from 'node:fs'
import type { FitTables, FolderMachine, Machine, PressBrakeMachine } from '../../../../shared/bending/fit/index.ts'
import { readHemForces, readMachine, readMaterials, readTooling } from '../../../../shared/workshop-files/index.ts'
import type { WorkshopFile } from '../../../../shared/workshop-files/index.ts'

export const resourceText = (name: string): string =>
  readFileSync(new URL(`../../../../resources/${name}`, import.meta.url), 'utf8')

function read<T>(file: WorkshopFile<T>): T {
  if (!file.ok) throw new Error(file.error.map(({ line, field, message }) => `${line}: ${field} ${message}`).join('\n'))
  return file.value
}

export const tables = {
  tools: read(readTooling(resourceText('tools/tools.json'))),
  materials: read(readMaterials(resourceText('materials/materials.json'))),
  hemForces: read(readHemForces(resourceText('materials/hem-forces.json'))),
} satisfies FitTables

function pressBrake(name: string): PressBrakeMachine {
  const machine = read(readMachine(resourceText(`machines/${name}.json`)))
  if (machine.kind !== 'press_brake') throw new Error(`${name} is no press brake`)
  return machine
}

function folderOf(name: string): FolderMachine {
  const machine = read(readMachine(resourceText(`machines/${name}.json`)))
  if (machine.kind !== 'folder') throw new Error(`${name} is no folder`)
  return machine
}

export const longBrake = pressBrake('kantpresse-1')
export const shortBrake = pressBrake('kantpresse-2')
export const folder = folderOf('knekkemaskin-1')
export const machines: readonly Machine[] = [longBrake, shortBrake, folder]
