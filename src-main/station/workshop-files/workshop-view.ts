// The workshop's machines and tables for screens and exports: the machines of the files, limited by the service's data. Pure.
import { machineWithin } from '../../../shared/workshop-files/index.ts'
import { explain } from '../../../shared/workshop-files/schemas/index.ts'
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import type { Brake } from '../../cache/index.ts'
import type { Settings } from '../settings/index.ts'
import type { WorkshopTables } from './workshop-files.ts'

export interface WorkshopSources {
  tables: WorkshopTables
  brakes: readonly Brake[]
  settings: Pick<Settings, 'toleranceMm' | 'dxfPreset'>
  folder: string
}

/** A machine is null where no file describes it, or where its file contradicts the service. The contradiction is in `wrong`. */
export function workshopView({ tables, brakes, settings, folder }: WorkshopSources): WorkshopView {
  const { allowances, machines, fileOf, tools, materials, hemForces, wrong } = tables
  const { toleranceMm, dxfPreset } = settings
  // brakes that the service has deactivated are ignored
  const inUse = brakes.filter(({ active }) => active).map((brake) => ({ brake, match: machineWithin(brake, machines) }))
  const unknownToService = machines.filter(
    ({ name, kind }) => !brakes.some((brake) => brake.name === name && brake.kind === kind),
  )
  return {
    toleranceMm,
    dxfPreset,
    allowances,
    machines: [
      ...inUse.map(({ brake: { id, name, kind }, match }) => ({
        pressBrakeId: id,
        name,
        kind,
        machine: match.kind === 'known' ? match.machine : null,
      })),
      ...unknownToService.map((machine) => ({ pressBrakeId: null, name: machine.name, kind: machine.kind, machine })),
    ],
    tools,
    materials,
    hemForces,
    wrong: [
      ...wrong,
      ...inUse.flatMap(({ match }) =>
        match.kind === 'contradicts'
          ? [
              {
                file: fileOf(match.described),
                line: 1,
                field: '',
                message: match.message,
                why: explain('against_service', { field: match.field }),
              },
            ]
          : [],
      ),
    ],
    folder,
  }
}
