// A shift as a whole workshop works it, on one clock: every station's calls counted, and how soon each change of the office stands
// on each screen.
import { stormRig } from './storm-rig.ts'

export interface ShiftOptions {
  stations: number
  stationsPerKey: number
  hours: number
  sheets: number
  /** Half of them are told by an event of the sheet, half by one of its order. */
  changes: number
  marks: number
}

export interface Shift {
  /** All calls of all stations from the beginning of the shift to its end. */
  calls: number
  byStatus: Map<number, number>
  byPath: Map<string, number>
  /** Seconds from a change to its standing on a screen, for each change and each station, the soonest first. */
  delays: number[]
  /** Changes that stood on fewer than all screens at the end. */
  unseen: number
  bent: number
}

/** The evening before: the planners have made the day's sheets, and the stations run. */
const evening = '2026-11-23T16:00:00Z'
const shiftBegins = Date.parse('2026-11-24T05:00:00Z')
const day = '2026-11-24'
/** An operator opens a sheet so often. */
const touchMs = 15 * 60_000

interface Change {
  sheetId: string
  version: number
  at: number
  seenBy: Set<number>
}

export async function shift(options: ShiftOptions): Promise<Shift> {
  const rig = await stormRig({ ...options, start: evening })
  try {
    const ids = rig.desk.makeSheets({ count: options.sheets, day, approved: true })
    const changes: Change[] = []
    const delays: number[] = []
    const look = async (no: number): Promise<void> => {
      const handlers = rig.stations[no]?.opened.station.handlers
      for (const change of changes) {
        if (change.seenBy.has(no)) continue
        const shown = await handlers?.['sheet.read']({ sheetId: change.sheetId })
        if ((shown?.sheet?.version ?? 0) < change.version) continue
        change.seenBy.add(no)
        delays.push((rig.clock.monotonic() - change.at) / 1_000)
      }
    }
    for (const [no, { opened }] of rig.stations.entries())
      opened.station.subscribe((push) => {
        if (push.name === 'changed') void look(no)
      })
    await rig.letPass(shiftBegins - rig.clock.now())
    rig.callsSince()
    rig.pathsSince()

    const lengthMs = options.hours * 3_600_000
    const changed = ids.slice(0, options.changes)
    const marked = ids.slice(options.changes, options.changes + options.marks)
    const acts = [
      ...changed.map((sheetId, no) => ({
        // not at the beat of the polls
        at: spread(no, options.changes, lengthMs - 120_000) + ((no * 7_919) % 60_000),
        act: async () => {
          // told by an event of the order, or of the sheet
          const { version } =
            no % 2 === 0
              ? rig.desk.sheets.change(sheetId, { note: `endret ${no}` })
              : rig.desk.sheets.askApproval(sheetId)
          changes.push({ sheetId, version, at: rig.clock.monotonic(), seenBy: new Set() })
        },
      })),
      ...marked.map((sheetId, no) => ({
        at: spread(no, options.marks, lengthMs - 300_000),
        act: async () => rig.stations[no % options.stations]?.mark(sheetId),
      })),
      ...rig.stations.flatMap(({ opened }) =>
        Array.from({ length: Math.floor(lengthMs / touchMs) }, (_, no) => ({
          at: no * touchMs,
          act: async () => void (await opened.station.handlers['sheet.read']({ sheetId: ids[0] ?? '' })),
        })),
      ),
    ].toSorted((a, b) => a.at - b.at)
    const began = rig.clock.monotonic()
    for (const { at, act } of acts) {
      await rig.letPass(began + at - rig.clock.monotonic())
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

const spread = (no: number, of: number, over: number): number => Math.floor(((no + 0.5) / of) * over)

/** Of values in order: the one below which `share` of them lie. */
export const quantile = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
