// A day of so many sheets on a station that is held in memory: what the screen is given, without a workshop behind it.
import { heldStation, today, type HeldStation } from '../../end-to-end/screen/held-station.ts'

/** The sandbox's own entries over and over, each a sheet of its own. */
export function largeDay(entries: number): HeldStation {
  const station = heldStation()
  const list = station.lists.get(today)
  if (list === undefined) throw new Error('the sandbox has no list of today')
  station.lists.set(today, {
    ...list,
    entries: Array.from({ length: entries }, (_, index) => {
      const view = list.entries[index % list.entries.length]
      if (view === undefined) throw new Error('the sandbox has no sheets')
      if (index < list.entries.length) return view
      const sheetId = `${view.entry.sheetId.slice(0, 24)}${index.toString(16).padStart(12, '0')}`
      return { ...view, entry: { ...view.entry, position: index + 1, sheetNo: index + 1, sheetId } }
    }),
  })
  station.changed()
  return station
}
