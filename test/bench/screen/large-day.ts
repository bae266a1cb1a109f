// A station in memory with a list of any length, without a workshop service.
import { fakeStation, today, type FakeStation } from '../../end-to-end/screen/fake-station/fake-station.ts'

/** Repeats the entries of the sandbox, each as a separate sheet. */
export function largeDay(entries: number): FakeStation {
  const station = fakeStation()
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
  station.pushChanges()
  return station
}
