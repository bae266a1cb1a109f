// The shipped machines and tables as a station answers them. A test may change them.
import { join } from 'node:path'
import type { WorkshopView } from '../../../../shared/station-api/index.ts'
import { openWorkshopFiles } from '../../../../src-main/station/workshop-files/workshop-files.ts'
import { workshopView } from '../../../../src-main/station/workshop-files/workshop-view.ts'
import { brakes } from './sandbox-day.ts'

const folder = '/home/verksted/Kant/workshop'
const files = openWorkshopFiles({ shipped: join(import.meta.dirname, '../../../../resources'), workshopFolder: folder })

export const shippedWorkshop = (): WorkshopView =>
  workshopView({
    tables: files.read(),
    brakes,
    settings: { toleranceMm: 0.3, dxfPreset: 'inventor' },
    folder,
  })
