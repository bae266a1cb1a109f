// The workshop's machines, tables and settings at this moment, for screens and exports; notifies the screens when they have changed.
// Reads the station's folder.
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import type { Brake } from '../../cache/cache.ts'
import { SettingsError, readSettings, usualSettings, type Settings } from '../settings/index.ts'
import { openWorkshopFiles, workshopFolder } from './workshop-files.ts'
import { workshopView } from './workshop-view.ts'

export interface WorkshopReaderParts {
  dataFolder: string
  /** The folder of the shipped files. */
  resources: string
  brakes: () => readonly Brake[]
  /** The last view is out of date. */
  notify: () => void
  /** The settings cannot be read; the last ones that could be read stay in force. */
  onWrongSettings: (error: SettingsError) => void
}

export interface WorkshopReader {
  /** From the files and the service's brakes as they are now. */
  read: () => WorkshopView
  /** Notifies if the service's brakes have changed since the last read. */
  checkBrakes: () => void
}

export function createWorkshopReader(parts: WorkshopReaderParts): WorkshopReader {
  const files = openWorkshopFiles({ shipped: parts.resources, own: workshopFolder(parts.dataFolder) })
  let settings: Pick<Settings, 'toleranceMm' | 'dxfPreset'> = usualSettings
  let last: { view: string; brakes: string } | null = null

  const refreshSettings = (): void => {
    try {
      settings = readSettings(parts.dataFolder) ?? usualSettings
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      parts.onWrongSettings(error)
    }
  }
  const read = (): WorkshopView => {
    refreshSettings()
    const brakes = parts.brakes()
    const view = workshopView({ tables: files.read(), brakes, settings, folder: files.folder })
    const now = { view: JSON.stringify(view), brakes: JSON.stringify(brakes) }
    const hasChanged = last !== null && last.view !== now.view
    last = now
    // `last` is set first: a screen that reads because of this notification causes no further one
    if (hasChanged) parts.notify()
    return view
  }
  return {
    read,
    checkBrakes: () => {
      if (last !== null && last.brakes !== JSON.stringify(parts.brakes())) read()
    },
  }
}
