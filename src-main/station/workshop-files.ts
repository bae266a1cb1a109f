// The workshop's own files of machines, tools, materials and bends: those in the station's folder in place of the shipped ones of
// the same name. Read whole, and again when one of them changed; a wrong one is named, and what it would give is not known.
// Reads the two folders it is given; writes nothing.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readBendTable, readHemTable, type AllowanceTables } from '../../shared/bending/index.ts'
import {
  readHemForces,
  readMachine,
  readMaterials,
  readTooling,
  type HemForceTable,
  type Machine,
  type MaterialTable,
  type Tooling,
  type WorkshopFile,
} from '../../shared/bending/fit/index.ts'
import { why } from '../../shared/bending/wrong-why.ts'
import type { WorkshopView } from '../../shared/station-api/index.ts'
import { messageOf } from '../platform/message-of.ts'

export interface WorkshopTables {
  /** A table whose file is wrong has no rows. */
  readonly allowances: AllowanceTables
  readonly machines: readonly Machine[]
  /** Which file describes one of them. */
  readonly fileOf: (machine: Machine) => string
  /** Null where the file is wrong; so with the next two. */
  readonly tools: Tooling | null
  readonly materials: MaterialTable | null
  readonly hemForces: HemForceTable | null
  /** Every file that counts, wrong or not, by its whole path. */
  readonly files: readonly string[]
  readonly wrong: WorkshopView['wrong']
}

export interface WorkshopFiles {
  /** What is in force now: the same object as long as no file has changed. */
  read: () => WorkshopTables
  /** Where the workshop puts its own. */
  folder: string
}

/** Where the workshop puts files of its own, in the station's data folder. */
export const workshopFolder = (dataFolder: string): string => join(dataFolder, 'workshop')

/** Where each lies among the shipped ones; in the workshop's own folder they lie side by side. */
const shippedIn = {
  'tools.json': 'tools',
  'materials.json': 'materials',
  'hem-forces.json': 'materials',
  'bend-deductions.json': 'allowances',
  'hem-allowances.json': 'allowances',
} as const
type TableName = keyof typeof shippedIn
const machinesFolder = 'machines'

/** `own` need not be there. A folder `machines` in it is the whole list: the shipped machines are the sandbox's, not the workshop's. */
export function openWorkshopFiles({ shipped, own }: { shipped: string; own: string }): WorkshopFiles {
  let last: { state: string; tables: WorkshopTables } | null = null
  return {
    folder: own,
    read: () => {
      const places = findPlaces(shipped, own)
      const state = places.all.map(stateOf).join('\n')
      if (last?.state !== state) last = { state, tables: readTables(places) }
      return last.tables
    },
  }
}

interface Places {
  table: (name: TableName) => string
  machines: readonly string[]
  /** Files of the workshop's that nothing reads: a name misspelt, most often. */
  strange: readonly string[]
  /** A folder that is there and cannot be read as one, with the reason. */
  unreadable: readonly { folder: string; why: string }[]
  all: readonly string[]
}

function findPlaces(shipped: string, own: string): Places {
  const { names: owned, why: whyNotOwn } = namesIn(own)
  const table = (name: TableName): string =>
    owned.includes(name) ? join(own, name) : join(shipped, shippedIn[name], name)
  const folder = join(owned.includes(machinesFolder) ? own : shipped, machinesFolder)
  const { names: described, why: whyNotMachines } = namesIn(folder)
  const machines = jsonIn(described).map((name) => join(folder, name))
  const strange = jsonIn(owned)
    .filter((name) => !isTableName(name))
    .map((name) => join(own, name))
  const unreadable = [
    { folder: own, why: whyNotOwn },
    { folder, why: whyNotMachines },
  ].flatMap(({ folder: named, why }) => (why === null ? [] : [{ folder: named, why }]))
  return {
    table,
    machines,
    strange,
    unreadable,
    all: [...tableNames.map(table), ...machines, ...strange, ...unreadable.map((one) => one.folder)],
  }
}

const isTableName = (name: string): name is TableName => Object.hasOwn(shippedIn, name)
const tableNames = Object.keys(shippedIn).filter(isTableName)
const jsonIn = (names: readonly string[]): string[] => names.filter((name) => name.endsWith('.json')).toSorted()

/** A folder that is not there has nothing in it; one that will not be read says why. */
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

function readTables({ table, machines, strange, unreadable, all }: Places): WorkshopTables {
  const wrong: WorkshopView['wrong'] = [
    ...strange.map((file) => ({
      file,
      line: 1,
      field: '',
      message: `nothing reads a file of this name; those that are read are ${tableNames.join(', ')} and what lies in ${machinesFolder}`,
      why: why('nobody_reads', { names: tableNames.join(', '), folder: machinesFolder }),
    })),
    ...unreadable.map(({ folder, why: system }) => ({
      file: folder,
      line: 1,
      field: '',
      message: `this must be a folder of files and cannot be read as one: ${system}`,
      why: why('no_folder', { system }),
    })),
  ]
  const read = <T>(file: string, reader: (text: string) => WorkshopFile<T>): T | null => {
    const found = readText(file, reader)
    if (found.ok) return found.value
    wrong.push(...found.wrong.map((place) => ({ file, ...place })))
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
    files: all.filter((file) => !strange.includes(file)),
    wrong,
  }
}

/** Each with its file. A name and kind that an earlier file has is refused: nobody could tell which stands in the hall. */
function readMachines(
  files: readonly string[],
  tools: Tooling | null,
  read: <T>(file: string, reader: (text: string) => WorkshopFile<T>) => T | null,
): Map<Machine, string> {
  const found = new Map<Machine, string>()
  for (const file of files) {
    const machine = read(file, (text) => readMachine(text, { tools, others: [...found.keys()] }))
    if (machine !== null) found.set(machine, file)
  }
  return found
}

function readText<T>(file: string, reader: (text: string) => WorkshopFile<T>): WorkshopFile<T> {
  try {
    return reader(readFileSync(file, 'utf8'))
  } catch (error) {
    const system = messageOf(error)
    const message = `the file cannot be read: ${system}`
    return { ok: false, wrong: [{ line: 1, field: '', message, why: why('not_read', { system }) }] }
  }
}
