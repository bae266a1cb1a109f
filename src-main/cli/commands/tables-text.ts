// Describes the workshop's files for a technician at a terminal: which files are used, where they come from, and their errors. Pure.
import type { WorkshopTables } from '../../station/workshop-files/index.ts'

export interface TablesDescription {
  /** The files and values that are used. */
  readonly lines: readonly string[]
  /** `file:line field: message`, a format that editors can follow. */
  readonly errors: readonly string[]
}

/** `workshopFolder`: the folder of the workshop's own files. */
export function describeTables(tables: WorkshopTables, workshopFolder: string): TablesDescription {
  const { files, machines, tools, materials, hemForces, allowances } = tables
  const invalidFiles = new Set(tables.wrong.map(({ file }) => file))
  const originOf = (file: string): string =>
    invalidFiles.has(file) ? 'WRONG' : file.startsWith(workshopFolder) ? 'own' : 'shipped'
  const toolCount = tools === null ? null : tools.dies.length + tools.punches.length + tools.hemmingTools.length
  const counts = [
    countText(toolCount, 'tools'),
    countText(materials?.materials.length ?? null, 'materials'),
    countText(hemForces?.rows.length ?? null, 'hem forces'),
    countText(allowances.bends.length, 'bend deductions'),
    countText(allowances.hems.length, 'hem allowances'),
  ]
  return {
    lines: [
      ...files.map((file) => `${originOf(file).padEnd(7)}  ${file}`),
      ...describeMachines(machines),
      `Total: ${counts.join(', ')}.`,
      `The workshop's own files belong in ${workshopFolder}.`,
    ],
    errors: tables.wrong.map(
      ({ file, line, field, message }) => `${file}:${line} ${field === '' ? message : `${field}: ${message}`}`,
    ),
  }
}

function describeMachines(machines: WorkshopTables['machines']): string[] {
  if (machines.length === 0) return ['Machines: none.']
  return [
    'Machines, from their files. The service’s own values for length, thickness, force and backgauge take precedence:',
    ...machines.map((machine) => {
      const { kind, name, maxLengthMm, maxThicknessMm, backgaugeMinMm, backgaugeMaxMm } = machine
      const force = kind === 'press_brake' ? `, ${machine.maxForceKn} kN` : ''
      const gauge = `backgauge ${backgaugeMinMm} to ${backgaugeMaxMm} mm`
      return `  ${name}: up to ${maxLengthMm} mm long, ${maxThicknessMm} mm thick${force}, ${gauge}`
    }),
  ]
}

const countText = (count: number | null, unit: string): string => `${count ?? 'no'} ${unit}`
