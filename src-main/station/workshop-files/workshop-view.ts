// The workshop's machines and tables for screens and exports: the machines of the files, limited by the service's data. Pure.
import { machineWithin } from '../../../shared/workshop-files/index.ts'
import { explain } from '../../../shared/workshop-files/schemas/index.ts'
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import type { Brake } from '../../cache/cache.ts'
import type { Settings } from '../settings/index.ts'
import type { WorkshopTables } from './workshop-files.ts'

export interface WorkshopSources {
  tables: WorkshopTables
  brakes: readonly Brake[]
  settings: Pick<Settings, 'toleranceMm' | 'dxfPreset'>
  folder: string
}

export function workshopView({ tables, brakes, settings, folder }: WorkshopSources): WorkshopView {
  const { allowances, machines, fileOf, tools, materials, hemForces, wrong } = tables
  const { toleranceMm, dxfPreset } = settings
  // brakes that the service has deactivated are ignored
  const inUse = brakes.filter(({ active }) => active).map((brake) => ({ brake, found: machineWithin(brake, machines) }))
  const unknownToService = machines.filter(
    ({ name, kind }) => !brakes.some((brake) => brake.name === name && brake.kind === kind),
  )
  return {
    toleranceMm,
    dxfPreset,
    allowances,
    machines: [
      ...inUse.map(({ brake: { id, name, kind }, found }) => ({
        pressBrakeId: id,
        name,
        kind,
        machine: found.kind === 'known' ? found.machine : null,
      })),
      ...unknownToService.map((machine) => ({ pressBrakeId: null, name: machine.name, kind: machine.kind, machine })),
    ],
    tools,
    materials,
    hemForces,
    wrong: [
      ...wrong,
      ...inUse.flatMap(({ found }) =>
        found.kind === 'contradicts'
          ? [
              {
                file: fileOf(found.own),
                line: 1,
                field: '',
                message: found.message,
                why: explain('against_service', { field: found.field }),
              },
            ]
          : [],
      ),
    ],
    folder,
  }
}
