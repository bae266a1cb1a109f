// Reads the files of machines, tools, materials and bends. A file in the station's folder replaces the shipped file of the same name. The
// files are read again when one of them has changed. The values of an invalid file are unknown, and the file is reported. Reads two
// folders; writes nothing.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { failed } from '../../../shared/base/result.ts'
import type { AllowanceTables } from '../../../shared/bending/index.ts'
import type { HemForceTable, Machine, MaterialTable, Tooling } from '../../../shared/bending/fit/index.ts'
import {
  readBendTable,
  readHemForces,
  readHemTable,
  readMachine,
  readMaterials,
  readTooling,
  type WorkshopFile,
} from '../../../shared/workshop-files/index.ts'
import { explain } from '../../../shared/workshop-files/schemas/index.ts'
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import { messageOf } from '../../platform/message-of.ts'

export interface WorkshopTables {
  /** The table of an invalid file has no rows. */
  readonly allowances: AllowanceTables
  readonly machines: readonly Machine[]
  /** The file that describes a machine. */
  readonly fileOf: (machine: Machine) => string
  /** Null if the file is invalid; the next two fields, too. */
  readonly tools: Tooling | null
  readonly materials: MaterialTable | null
  readonly hemForces: HemForceTable | null
  /** The paths of all files that are read, valid or not. */
  readonly files: readonly string[]
  readonly wrong: WorkshopView['wrong']
}

export interface WorkshopFiles {
  /** The present tables: the same object until a file changes. */
  read: () => WorkshopTables
  /** The folder of the workshop's own files. */
  folder: string
}

/** The folder of the workshop's own files, in the station's data folder. */
export const workshopFolder = (dataFolder: string): string => join(dataFolder, 'workshop')

/** The folder of each shipped file; the workshop's own folder has no subfolders for them. */
const shippedIn = {
  'tools.json': 'tools',
  'materials.json': 'materials',
  'hem-forces.json': 'materials',
  'bend-deductions.json': 'allowances',
  'hem-allowances.json': 'allowances',
} as const
type TableName = keyof typeof shippedIn
const machinesFolder = 'machines'

/** The workshop folder may be missing. If it has a folder `machines`, the shipped machines, which are those of the sandbox, are ignored. */
export function openWorkshopFiles({
  shipped,
  workshopFolder,
}: {
  shipped: string
  workshopFolder: string
}): WorkshopFiles {
  let last: { state: string; tables: WorkshopTables } | null = null
  return {
    folder: workshopFolder,
    read: () => {
      const places = findPlaces(shipped, workshopFolder)
      const state = places.all.map(stateOf).join('\n')
      if (last?.state !== state) last = { state, tables: readTables(places) }
      return last.tables
    },
  }
}

/** The paths of the present file of tools and of the present files of machines. */
export function drawnFiles({ shipped, workshopFolder }: { shipped: string; workshopFolder: string }): {
  readonly tools: string
  readonly machines: readonly string[]
} {
  const { table, machines } = findPlaces(shipped, workshopFolder)
  return { tools: table('tools.json'), machines }
}

interface Places {
  table: (name: TableName) => string
  machines: readonly string[]
  /** The workshop's files that nothing reads, usually because of a misspelt name. */
  unknownFiles: readonly string[]
  /** Folders that exist and cannot be read, with the reason. */
  unreadable: readonly { folder: string; why: string }[]
  all: readonly string[]
}

function findPlaces(shipped: string, workshopFolder: string): Places {
  const { names: owned, why: whyNotOwn } = namesIn(workshopFolder)
  const table = (name: TableName): string =>
    owned.includes(name) ? join(workshopFolder, name) : join(shipped, shippedIn[name], name)
  const folder = join(owned.includes(machinesFolder) ? workshopFolder : shipped, machinesFolder)
  const { names: described, why: whyNotMachines } = namesIn(folder)
  const machines = jsonIn(described).map((name) => join(folder, name))
  const unknownFiles = jsonIn(owned)
    .filter((name) => !isTableName(name))
    .map((name) => join(workshopFolder, name))
  const unreadable = [
    { folder: workshopFolder, why: whyNotOwn },
    { folder, why: whyNotMachines },
  ].flatMap(({ folder: named, why }) => (why === null ? [] : [{ folder: named, why }]))
  return {
    table,
    machines,
    unknownFiles,
    unreadable,
    all: [...tableNames.map(table), ...machines, ...unknownFiles, ...unreadable.map((one) => one.folder)],
  }
}

const isTableName = (name: string): name is TableName => Object.hasOwn(shippedIn, name)
const tableNames = Object.keys(shippedIn).filter(isTableName)
const jsonIn = (names: readonly string[]): string[] => names.filter((name) => name.endsWith('.json')).toSorted()

/** No names for a missing folder; the reason for one that cannot be read. */
function namesIn(folder: string): { names: string[]; why: string | null } {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return { names: [], why: null }
  try {
    return { names: readdirSync(folder), why: null }
  } catch (error) {
    return { names: [], why: messageOf(error) }
  }
}

function stateOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return `${path} ${mtimeMs} ${size} ${ino}`
  } catch {
    return path
  }
}

function readTables({ table, machines, unknownFiles, unreadable, all }: Places): WorkshopTables {
  const wrong: WorkshopView['wrong'] = [
    ...unknownFiles.map((file) => ({
      file,
      line: 1,
      field: '',
      message: `nothing reads a file of this name; the files that are read are ${tableNames.join(', ')} and those in ${machinesFolder}`,
      why: explain('nobody_reads', { names: tableNames.join(', '), folder: machinesFolder }),
    })),
    ...unreadable.map(({ folder, why: system }) => ({
      file: folder,
      line: 1,
      field: '',
      message: `this must be a folder and cannot be read: ${system}`,
      why: explain('no_folder', { system }),
    })),
  ]
  const read = <T>(file: string, reader: (text: string) => WorkshopFile<T>): T | null => {
    const result = readText(file, reader)
    if (result.ok) return result.value
    wrong.push(...result.error.map((place) => ({ file, ...place })))
    return null
  }
  const tools = read(table('tools.json'), readTooling)
  const materials = read(table('materials.json'), readMaterials)
  const hemForces = read(table('hem-forces.json'), readHemForces)
  const bends = read(table('bend-deductions.json'), readBendTable) ?? []
  const hems = read(table('hem-allowances.json'), readHemTable) ?? []
  const described = readMachines(machines, tools, read)
  return {
    tools,
    materials,
    hemForces,
    allowances: { bends, hems },
    machines: [...described.keys()],
    fileOf: (machine) => described.get(machine) ?? '',
    files: all.filter((file) => !unknownFiles.includes(file)),
    wrong,
  }
}

/** Each machine with its file. Refuses a file with the name and kind of an earlier one. */
function readMachines(
  files: readonly string[],
  tools: Tooling | null,
  read: <T>(file: string, reader: (text: string) => WorkshopFile<T>) => T | null,
): Map<Machine, string> {
  const fileByMachine = new Map<Machine, string>()
  for (const file of files) {
    const machine = read(file, (text) => readMachine(text, { tools, others: [...fileByMachine.keys()] }))
    if (machine !== null) fileByMachine.set(machine, file)
  }
  return fileByMachine
}

/** The result of the reader, or the fault of a file that cannot be read. */
export function readText<T>(file: string, reader: (text: string) => WorkshopFile<T>): WorkshopFile<T> {
  try {
    return reader(readFileSync(file, 'utf8'))
  } catch (error) {
    const system = messageOf(error)
    const message = `the file cannot be read: ${system}`
    return failed([{ line: 1, field: '', message, why: explain('not_read', { system }) }])
  }
}
