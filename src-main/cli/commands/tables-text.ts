// The workshop's own files in lines for a technician at a terminal: what is in force, from where, and what is wrong. Pure.
import type { WorkshopTables } from '../../station/workshop-files/index.ts'

export interface TablesInWords {
  /** What is in force. */
  readonly said: readonly string[]
  /** `file:line field: message`, as editors find their way by it. */
  readonly wrong: readonly string[]
}

/** `own`: the folder where the workshop puts its files. */
export function describeTables(tables: WorkshopTables, own: string): TablesInWords {
  const { files, machines, tools, materials, hemForces, allowances } = tables
  const bad = new Set(tables.wrong.map(({ file }) => file))
  const whose = (file: string): string => (bad.has(file) ? 'WRONG' : file.startsWith(own) ? 'own' : 'shipped')
  const toolsInAll = tools === null ? null : tools.dies.length + tools.punches.length + tools.hemmingTools.length
  const counts = [
    counted(toolsInAll, 'tools'),
    counted(materials?.materials.length ?? null, 'materials'),
    counted(hemForces?.rows.length ?? null, 'hem forces'),
    counted(allowances.bends.length, 'bend deductions'),
    counted(allowances.hems.length, 'hem allowances'),
  ]
  return {
    said: [
      ...files.map((file) => `${whose(file).padEnd(7)}  ${file}`),
      ...machinesInWords(machines),
      `Known: ${counts.join(', ')}.`,
      `The workshop's own files go into ${own}.`,
    ],
    wrong: tables.wrong.map(
      ({ file, line, field, message }) => `${file}:${line} ${field === '' ? message : `${field}: ${message}`}`,
    ),
  }
}

function machinesInWords(machines: WorkshopTables['machines']): string[] {
  if (machines.length === 0) return ['Machines: none.']
  return [
    'Machines, by their files. What the service itself says of a machine – length, thickness, force, backgauge – goes before its file:',
    ...machines.map((machine) => {
      const { kind, name, maxLengthMm, maxThicknessMm, backgaugeMinMm, backgaugeMaxMm } = machine
      const force = kind === 'press_brake' ? `, ${machine.maxForceKn} kN` : ''
      const gauge = `backgauge ${backgaugeMinMm} to ${backgaugeMaxMm} mm`
      return `  ${name}: up to ${maxLengthMm} mm long, ${maxThicknessMm} mm thick${force}, ${gauge}`
    }),
  ]
}

const counted = (count: number | null, what: string): string => `${count ?? 'no'} ${what}`
