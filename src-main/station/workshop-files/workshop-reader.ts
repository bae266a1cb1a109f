// The workshop's machines, tables and settings at this moment, for screens and exports; notifies the screens when they have changed.
// Reads the station's folder.
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import type { Brake } from '../../cache/index.ts'
import { SettingsError, readSettings, usualSettings, type Settings } from '../settings/index.ts'
import { openWorkshopFiles, workshopFolder, type WorkshopTables } from './workshop-files.ts'
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
  /** The workshop as its files, its settings and the service's brakes are now: the same object until one of them changes. */
  read: () => WorkshopView
  /** Notifies if the service's brakes have changed since the last read. */
  checkBrakes: () => void
}

interface LastRead {
  /** What the view was made of. The settings and the brakes as text, because each read creates new objects. */
  readonly sources: { readonly tables: WorkshopTables; readonly brakes: string; readonly settings: string }
  readonly view: WorkshopView
  readonly text: string
}

const isSame = (one: LastRead['sources'], other: LastRead['sources']): boolean =>
  one.tables === other.tables && one.brakes === other.brakes && one.settings === other.settings

/** The first `read` notifies no screen. */
export function createWorkshopReader(parts: WorkshopReaderParts): WorkshopReader {
  const files = openWorkshopFiles({ shipped: parts.resources, workshopFolder: workshopFolder(parts.dataFolder) })
  let settings: Pick<Settings, 'toleranceMm' | 'dxfPreset'> = usualSettings
  let last: LastRead | null = null

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
    const tables = files.read()
    const brakes = parts.brakes()
    const sources = { tables, brakes: JSON.stringify(brakes), settings: JSON.stringify(settings) }
    if (last !== null && isSame(last.sources, sources)) return last.view
    const view = workshopView({ tables, brakes, settings, folder: files.folder })
    const text = JSON.stringify(view)
    const before = last
    last = before?.text === text ? { ...before, sources } : { sources, view, text }
    // `last` is set first: a screen that reads because of this notification causes no further one
    if (before !== null && before.text !== text) parts.notify()
    return last.view
  }
  return {
    read,
    checkBrakes: () => {
      if (last !== null && last.sources.brakes !== JSON.stringify(parts.brakes())) read()
    },
  }
}
