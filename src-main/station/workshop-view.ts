// The workshop's machines and tables as the screen and the exports are handed them: the service's limits laid over the files'.
// Pure: reads what it is handed.
import { machineWithin } from '../../shared/bending/fit/index.ts'
import { why } from '../../shared/bending/wrong-why.ts'
import type { WorkshopView } from '../../shared/station-api/index.ts'
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
  const { allowances, machines, fileOf, tools, materials, hemForces, wrong } = tables
  const { toleranceMm, dxfPreset } = settings
  // one that the service has put out of use is not asked
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
                why: why('against_service', { field: found.field }),
              },
            ]
          : [],
      ),
    ],
    folder,
  }
}
