// A shift of a whole workshop on one clock: counts every station's calls, and measures how soon each change of the office is on each
// screen.
import { stormRig } from './storm-rig.ts'

export interface ShiftOptions {
  stations: number
  stationsPerKey: number
  hours: number
  sheets: number
  /** Half of them are announced by an event of the sheet, half by one of its order. */
  changes: number
  marks: number
}

export interface Shift {
  /** All calls of all stations from the beginning of the shift to its end. */
  calls: number
  byStatus: Map<number, number>
  byPath: Map<string, number>
  /** Seconds from a change until it is on a screen, for each change and each station, in ascending order. */
  delays: number[]
  /** Changes that were not on every screen at the end. */
  unseen: number
  bent: number
}

/** The evening before: the sheets of the day exist, and the stations run. */
const evening = '2026-11-23T22:00:00Z'
const shiftBegins = Date.parse('2026-11-24T05:00:00Z')
const day = '2026-11-24'
/** The interval at which an operator uses the screen. */
const touchMs = 15 * 60_000

interface Change {
  sheetId: string
  version: number
  atMs: number
  seenBy: Set<number>
}

export async function shift(options: ShiftOptions): Promise<Shift> {
  const rig = await stormRig({ ...options, start: evening })
  try {
    const ids = rig.admin.makeSheets({ count: options.sheets, day, approved: true })
    const changes: Change[] = []
    const delays: number[] = []
    const checkScreen = async (no: number): Promise<void> => {
      const handlers = rig.stations[no]?.opened.station.handlers
      for (const change of changes) {
        if (change.seenBy.has(no)) continue
        const shownSheet = await handlers?.['sheet.read']({ sheetId: change.sheetId })
        if ((shownSheet?.sheet?.version ?? 0) < change.version) continue
        change.seenBy.add(no)
        delays.push((rig.clock.monotonic() - change.atMs) / 1_000)
      }
    }
    for (const [no, { opened }] of rig.stations.entries())
      opened.station.subscribe((push) => {
        if (push.name === 'changed') void checkScreen(no)
      })
    await rig.letPass(shiftBegins - rig.clock.now())
    rig.callsSince()
    rig.pathsSince()

    const lengthMs = options.hours * 3_600_000
    const changedIds = ids.slice(0, options.changes)
    const markedIds = ids.slice(options.changes, options.changes + options.marks)
    const acts = [
      ...changedIds.map((sheetId, no) => ({
        // not in step with the polls
        afterMs: spreadOver(no, options.changes, lengthMs - 120_000) + ((no * 7_919) % 60_000),
        act: async () => {
          // announced by an event of the order, or of the sheet
          const { version } =
            no % 2 === 0
              ? rig.admin.sheets.change(sheetId, { note: `endret ${no}` })
              : rig.admin.sheets.requestApproval(sheetId)
          changes.push({ sheetId, version, atMs: rig.clock.monotonic(), seenBy: new Set() })
        },
      })),
      ...markedIds.map((sheetId, no) => ({
        afterMs: spreadOver(no, options.marks, lengthMs - 300_000),
        act: async () => rig.stations[no % options.stations]?.mark(sheetId),
      })),
      ...rig.stations.flatMap(({ opened }) =>
        Array.from({ length: Math.floor(lengthMs / touchMs) }, (_, no) => ({
          afterMs: no * touchMs,
          // a call of a person keeps the station on shift
          act: async () => void (await opened.station.handlers['language.choose']({ language: 'nb' })),
        })),
      ),
    ].toSorted((a, b) => a.afterMs - b.afterMs)
    const began = rig.clock.monotonic()
    for (const { afterMs, act } of acts) {
      await rig.letPass(began + afterMs - rig.clock.monotonic())
      await act()
    }
    await rig.letPass(began + lengthMs - rig.clock.monotonic())
    const byStatus = rig.callsSince()
    return {
      calls: [...byStatus.values()].reduce((sum, some) => sum + some, 0),
      byStatus,
      byPath: rig.pathsSince(),
      delays: delays.toSorted((a, b) => a - b),
      unseen: changes.filter(({ seenBy }) => seenBy.size < options.stations).length,
      bent: rig.bent().size,
    }
  } finally {
    await rig.close()
  }
}

const spreadOver = (no: number, count: number, lengthMs: number): number => Math.floor(((no + 0.5) / count) * lengthMs)

/** The value below which `share` of the ascending values are. */
export const quantile = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
