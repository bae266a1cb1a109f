// What the workshop's machines, tables and settings are now, for screens and exports, and the word to every screen when they are
// not what they were. Reads the station's folder; writes nothing.
import type { WorkshopView } from '../../shared/station-api/index.ts'
import type { Brake } from '../cache/cache.ts'
import { SettingsError, readSettings, usualSettings, type Settings } from './settings.ts'
import { openWorkshopFiles, workshopFolder } from './workshop-files.ts'
import { workshopView } from './workshop-view.ts'

export interface WorkshopDeskParts {
  dataFolder: string
  /** Where the shipped files lie. */
  resources: string
  brakes: () => readonly Brake[]
  /** What was told is old. */
  tell: () => void
  /** The settings cannot be read; those that were read last count on. */
  onWrongSettings: (error: SettingsError) => void
}

export interface WorkshopDesk {
  /** As the files and the service's brakes are at this moment. */
  read: () => WorkshopView
  /** Tells where the service's brakes have changed since. */
  noticeBrakes: () => void
}

export function createWorkshopDesk(parts: WorkshopDeskParts): WorkshopDesk {
  const files = openWorkshopFiles({ shipped: parts.resources, own: workshopFolder(parts.dataFolder) })
  let settings: Pick<Settings, 'toleranceMm' | 'dxfPreset'> = usualSettings
  let told: { view: string; brakes: string } | null = null

  const readAnew = (): void => {
    try {
      settings = readSettings(parts.dataFolder) ?? usualSettings
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      parts.onWrongSettings(error)
    }
  }
  const read = (): WorkshopView => {
    readAnew()
    const brakes = parts.brakes()
    const view = workshopView({ tables: files.read(), brakes, settings, folder: files.folder })
    const now = { view: JSON.stringify(view), brakes: JSON.stringify(brakes) }
    const isNews = told !== null && told.view !== now.view
    told = now
    // whoever asked has it; a screen that asks again for this word is told nothing new
    if (isNews) parts.tell()
    return view
  }
  return {
    read,
    noticeBrakes: () => {
      if (told !== null && told.brakes !== JSON.stringify(parts.brakes())) read()
    },
  }
}
