// The plan's desk of a station as it is set up: the day's lists, and the machines' times in the station's settings. Writes the settings.
import { CallError, type WorkshopView } from '../../shared/station-api/index.ts'
import type { Cache, Changes } from '../cache/cache.ts'
import type { Outbox } from '../outbox/index.ts'
import { listView } from './list-view.ts'
import { createPlanDesk, type PlanDesk } from './plan-desk.ts'
import { usualSettings, writeSettings, type Settings } from './settings.ts'

export interface PlanSetUp {
  dataFolder: string
  /** Null where nothing is set up yet. */
  settings: Settings | null
  cache: Cache
  outbox: Outbox
  today: () => string
  workshop: () => WorkshopView
  changed: (changes: Changes) => void
  workshopChanged: () => void
}

export function openPlanDesk(parts: PlanSetUp): PlanDesk {
  const { dataFolder, settings, cache, outbox, today } = parts
  let planning = (settings ?? usualSettings).planning
  return createPlanDesk({
    cache,
    outbox,
    listOf: (date) => listView(cache, outbox.marks, date, today()).entries,
    workshop: parts.workshop,
    settings: () => planning,
    keepSettings: (changed) => {
      if (settings === null) throw new CallError('not_stored', 'the station is not connected to a workshop yet')
      planning = writeSettings(dataFolder, { baseUrl: settings.baseUrl, planning: changed }).planning
    },
    changed: parts.changed,
    workshopChanged: parts.workshopChanged,
  })
}
