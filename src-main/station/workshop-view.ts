// The workshop's machines and tables as the screen and the exports are handed them: the service's limits laid over the files'.
// Pure: reads what it is handed.
import { machineWithin, type Machine } from '../../shared/bending/fit/index.ts'
import type { MachineView, WorkshopView } from '../../shared/station-api/index.ts'
import type { Brake } from '../cache/cache.ts'
import type { Settings } from './settings.ts'
import type { WorkshopTables } from './workshop-files.ts'

export interface WorkshopSources {
  tables: WorkshopTables
  brakes: readonly Brake[]
  settings: Pick<Settings, 'toleranceMm' | 'dxfPreset'>
  folder: string
}

export function workshopView({ tables, brakes, settings, folder }: WorkshopSources): WorkshopView {
  const { allowances, machines, tools, materials, hemForces, wrong } = tables
  const { toleranceMm, dxfPreset } = settings
  return {
    toleranceMm,
    dxfPreset,
    allowances,
    machines: machineViews(brakes, machines),
    tools,
    materials,
    hemForces,
    wrong,
    folder,
  }
}

/** A machine that the service has put out of use is not asked. */
function machineViews(brakes: readonly Brake[], machines: readonly Machine[]): MachineView[] {
  const ofService = brakes
    .filter(({ active }) => active)
    .map((brake) => ({
      pressBrakeId: brake.id,
      name: brake.name,
      kind: brake.kind,
      machine: machineWithin(brake, machines),
    }))
  const own = machines.filter(({ name, kind }) => !brakes.some((brake) => brake.name === name && brake.kind === kind))
  return [
    ...ofService,
    ...own.map((machine) => ({ pressBrakeId: null, name: machine.name, kind: machine.kind, machine })),
  ]
}
