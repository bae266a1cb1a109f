// The days' bending lists of cache.db, in the service's own order, and the entries kept because this station is not done with
// their sheet though they left the lists.
import * as z from 'zod'
import {
  type Malformed,
  type Reading,
  bendingListEntry,
  reading,
  type reducedBendingSheet,
  workshopDate,
} from '../../shared/workshop-api/index.ts'
import { frozen } from '../platform/once.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Sheet, SheetState } from './sheet-table.ts'
import { row, rows, stored } from './stored-json.ts'

export type Entry = Reading<typeof bendingListEntry>
/** What an event or an order's own list says of a sheet. */
export type SheetFacts = Reading<typeof reducedBendingSheet>

export interface CachedEntry {
  entry: Entry
  sheetState: SheetState
}
export interface CachedList {
  date: string
  /** When it was last read whole; null: never, which is not the same as empty. */
  readAt: string | null
  entries: CachedEntry[]
  /** Entries that could not be read: where they stood, from 0. */
  malformed: Malformed[]
}
export interface CachedDay {
  date: string
  readAt: string | null
  entries: number
  bent: number
}

export interface ListTable {
  of: (date: string) => CachedList
  day: (date: string) => CachedDay
  /**
   * What belongs beside the list of `today` though it is not on it: entries that left every list, or stayed on an earlier day's,
   * while this station is not done with their sheet; and, where today's list was not read since midnight, what was unbent before.
   */
  leftovers: (today: string, keeps: Keeps) => CachedEntry[]
  /** Null where no list has the sheet and none is kept. */
  entryOf: (sheetId: string) => Entry | null
  /** Takes the whole of a day's list in the place of what was there. True where it differs. Entries that leave are kept where `keeps` says so. */
  replace: (
    list: { date: string; readAt: string; entries: readonly Entry[]; malformed: readonly Malformed[] },
    keeps: Keeps,
  ) => boolean
  /** Brings what was told of a sheet into its entries, unless they are newer. The dates whose list changed by it. */
  update: (facts: SheetFacts | Sheet) => string[]
  /** Forgets the lists of the days before `date`, and what is kept without need. */
  forgetBefore: (date: string, keeps: Keeps) => void
  /** True where a list has the sheet. */
  holds: (sheetId: string) => boolean
  /** The days whose list has the sheet. */
  datesOf: (sheetId: string) => string[]
}
/** True for a sheet with an undelivered mark or an open job at this station. */
export type Keeps = (sheetId: string) => boolean

const entry = reading(bendingListEntry)
/** Texts of entries that are known at once, some kB each with what they say. */
const mostKnown = 20_000
const malformed = z.array(
  z.object({ index: z.number(), problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
)
const listRow = z.object({ date: z.string(), read_at: z.string(), malformed: z.string() })
const stateRow = z.object({
  state: z.enum(['ready', 'fetching', 'malformed', 'failed']).nullable(),
  outdated: z.number().nullable(),
})
const entryRow = stateRow.extend({ json: z.string() })
const earlierRow = z.object({ id: z.string(), date: z.string(), json: z.string(), unbent: z.number() })
const placedRow = z.object({ date: z.string(), place: z.number(), json: z.string() })
const storedRow = z.object({ sheet_id: z.string(), json: z.string() })
const countRow = z.object({ entries: z.number(), bent: z.number().nullable() })

export function listTable(db: Database): ListTable {
  const sheetColumns = `sheet.state, sheet.state = 'ready' AND sheet.wanted_drawing_version > sheet.drawing_version AS outdated`
  const select = db.prepare('SELECT * FROM list WHERE date = ?')
  const entries = db.prepare(`
    SELECT list_entry.json, ${sheetColumns} FROM list_entry LEFT JOIN sheet INDEXED BY sheet_state ON sheet.id = list_entry.sheet_id
    WHERE date = ? ORDER BY place`)
  // by the days before alone, not by every sheet there is (the +)
  const earlier = db.prepare(`
    SELECT sheet_id AS id, max(date) AS date, list_entry.json, bent = 0 AS unbent FROM list_entry
    WHERE date < @today
      AND NOT EXISTS (SELECT 1 FROM list_entry later WHERE later.sheet_id = list_entry.sheet_id AND later.date >= @today)
    GROUP BY +sheet_id ORDER BY date, place`)
  const sheetOf = db.prepare(`SELECT ${sheetColumns} FROM sheet WHERE id = ?`)
  const counts = db.prepare(`
    SELECT count(*) AS entries, sum(bent) AS bent FROM list_entry WHERE date = ?`)
  const raw = db.prepare('SELECT sheet_id, json FROM list_entry WHERE date = ? ORDER BY place')
  const putList = db.prepare(`
    INSERT INTO list (date, read_at, malformed) VALUES (@date, @readAt, @malformed)
    ON CONFLICT (date) DO UPDATE SET read_at = excluded.read_at, malformed = excluded.malformed`)
  const clear = db.prepare('DELETE FROM list_entry WHERE date = ?')
  const putEntry = db.prepare(`
    INSERT INTO list_entry (date, place, sheet_id, press_brake_id, bent, json) VALUES (?, ?, ?, ?, ?, ?)`)
  const placed = db.prepare('SELECT date, place, json FROM list_entry WHERE sheet_id = ? ORDER BY date')
  const updateEntry = db.prepare(
    'UPDATE list_entry SET json = ?, press_brake_id = ?, bent = ? WHERE date = ? AND place = ?',
  )
  const oldRows = db.prepare('SELECT sheet_id, json FROM list_entry WHERE date < ?')
  const dropOld = db.prepare('DELETE FROM list WHERE date < ?')
  const keep = db.prepare('INSERT OR REPLACE INTO kept_entry (sheet_id, json) VALUES (?, ?)')
  const keptRows = db.prepare('SELECT sheet_id, json FROM kept_entry')
  const keptOf = db.prepare('SELECT sheet_id, json FROM kept_entry WHERE sheet_id = ?')
  const unkeep = db.prepare('DELETE FROM kept_entry WHERE sheet_id = ?')

  const known = new Map<string, Entry>()
  /** Of a long list few entries change between two readings: what a text says is worked out once. */
  const entryIn = (json: string): Entry => {
    const found = known.get(json)
    if (found !== undefined) return found
    const read = frozen(stored(entry, json))
    if (known.size >= mostKnown) known.clear()
    known.set(json, read)
    return read
  }
  const datesOf = (sheetId: string): string[] => rows(placedRow, placed.all(sheetId)).map(({ date }) => date)
  const holds = (sheetId: string): boolean => placed.get(sheetId) !== undefined
  const tidyKept = (keeps: Keeps): void => {
    for (const { sheet_id: id } of rows(storedRow, keptRows.all())) if (holds(id) || !keeps(id)) unkeep.run(id)
  }

  return {
    of: (date) => {
      const found = select.get(date)
      if (found === undefined) return { date, readAt: null, entries: [], malformed: [] }
      const list = row(listRow, found)
      return {
        date,
        readAt: list.read_at,
        entries: rows(entryRow, entries.all(date)).map(({ json, ...state }) => ({
          entry: entryIn(json),
          sheetState: sheetStateOf(state),
        })),
        malformed: stored(malformed, list.malformed),
      }
    },
    day: (date) => {
      const found = select.get(date)
      const counted = row(countRow, counts.get(date))
      const readAt = found === undefined ? null : row(listRow, found).read_at
      return { date, readAt, entries: counted.entries, bent: counted.bent ?? 0 }
    },
    leftovers: (today, keeps) => {
      const readAt = select.get(today) === undefined ? null : row(listRow, select.get(today)).read_at
      const unread = readAt === null || workshopDate(Date.parse(readAt)) < today
      const before = rows(earlierRow, earlier.all({ today }))
      const lastDay = before.at(-1)?.date
      const kept = rows(storedRow, keptRows.all()).filter(({ sheet_id: id }) => !holds(id))
      const left = [
        ...before.filter(({ id, date, unbent }) => keeps(id) || (unread && date === lastDay && unbent === 1)),
        ...kept.map(({ sheet_id: id, json }) => ({ id, json })),
      ]
      return left.map(({ id, json }) => {
        const found = sheetOf.get(id)
        const state = found === undefined ? { state: null, outdated: null } : row(stateRow, found)
        return { entry: stored(entry, json), sheetState: sheetStateOf(state) }
      })
    },
    entryOf: (sheetId) => {
      const found = placed.get(sheetId) ?? keptOf.get(sheetId)
      return found === undefined ? null : stored(entry, row(z.object({ json: z.string() }), found).json)
    },
    replace: ({ date, readAt, entries, malformed }, keeps) => {
      const before = rows(storedRow, raw.all(date))
      const wrong = JSON.stringify(malformed)
      const told = select.get(date)
      const same =
        told !== undefined &&
        row(listRow, told).malformed === wrong &&
        before.length === entries.length &&
        entries.every((entry, place) => before[place]?.json === JSON.stringify(entry))
      putList.run({ date, readAt, malformed: wrong })
      if (same) return false
      clear.run(date)
      entries.forEach((entry, place) =>
        putEntry.run(
          date,
          place,
          entry.sheetId,
          entry.pressBrakeId,
          entry.bent === null ? 0 : 1,
          JSON.stringify(entry),
        ),
      )
      for (const { sheet_id: id, json } of before) if (!holds(id) && keeps(id)) keep.run(id, json)
      tidyKept(keeps)
      return true
    },
    update: (facts) => {
      const dates: string[] = []
      for (const { date, place, json } of rows(placedRow, placed.all(facts.id))) {
        const old = stored(entry, json)
        const next = JSON.stringify(updated(old, facts))
        if (facts.version < old.version || next === json) continue
        updateEntry.run(next, facts.pressBrakeId, facts.bent === null ? 0 : 1, date, place)
        dates.push(date)
      }
      return dates
    },
    forgetBefore: (date, keeps) => {
      const old = rows(storedRow, oldRows.all(date))
      dropOld.run(date)
      for (const { sheet_id: id, json } of old) if (!holds(id) && keeps(id)) keep.run(id, json)
      tidyKept(keeps)
    },
    holds,
    datesOf,
  }
}

const sheetStateOf = ({ state, outdated }: z.infer<typeof stateRow>): SheetState =>
  state === null || outdated === 1 ? 'fetching' : state

function updated(old: Entry, facts: SheetFacts | Sheet): Entry {
  return {
    ...old,
    version: facts.version,
    drawingVersion: facts.drawingVersion,
    reworkCount: facts.reworkCount,
    title: facts.order.title,
    customerName: facts.order.customerName,
    pressBrakeId: facts.pressBrakeId,
    quantity: facts.quantity,
    lengthMm: facts.lengthMm,
    approval: facts.approval.state,
    bent: facts.bent,
    dueDate: facts.order.dueDate,
    plannedDate: facts.plannedDate,
    ...('profile' in facts ? drawnIn(facts) : {}),
  }
}

function drawnIn({ profile: { family, material, colour, thicknessMm, bends } }: Sheet): Partial<Entry> {
  return { family, material, colour, thicknessMm, bendCount: bends.length }
}
