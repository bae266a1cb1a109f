// The tables `list`, `list_entry` and `kept_entry` of cache.db: the bending lists of the days in the service's order, and entries that
// left the lists while this station still needs their sheets. Accesses the database.
import * as z from 'zod'
import {
  type Malformed,
  type ReadReducedSheet,
  type Reading,
  type ReadSheet,
  bendingListEntry,
  reading,
  workshopDate,
} from '../../shared/workshop-api/index.ts'
import type { MustKeepSheet } from '../platform/must-keep-sheet.ts'
import { frozen } from '../platform/once.ts'
import type { Database } from '../platform/sqlite.ts'
import type { SheetState } from './sheet-table.ts'
import { parseStored, row, rows } from './stored-json.ts'

export type Entry = Reading<typeof bendingListEntry>

export interface CachedEntry {
  entry: Entry
  sheetState: SheetState
}
export interface CachedList {
  date: string
  /** When the whole list was last read; null: never, which differs from an empty list. */
  readAt: string | null
  entries: CachedEntry[]
  /** The positions, from 0, of entries that could not be read. */
  malformed: Malformed[]
}
export interface CachedDay {
  date: string
  readAt: string | null
  entries: number
  bent: number
}

const entry = reading(bendingListEntry)
/** The greatest number of parsed entries in memory; each takes a few kB. */
const maxParsed = 20_000
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
const jsonRow = z.object({ json: z.string() })
const countRow = z.object({ entries: z.number(), bent: z.number().nullable() })

function listStatements(db: Database) {
  const sheetColumns = `sheet.state, sheet.state = 'ready' AND sheet.wanted_drawing_version > sheet.drawing_version AS outdated`
  const select = db.prepare('SELECT * FROM list WHERE date = ?')
  const entries = db.prepare(`
    SELECT list_entry.json, ${sheetColumns} FROM list_entry LEFT JOIN sheet INDEXED BY sheet_state ON sheet.id = list_entry.sheet_id
    WHERE date = ? ORDER BY place`)
  // the + makes SQLite search by date instead of scanning all sheets
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
  const deleteKept = db.prepare('DELETE FROM kept_entry WHERE sheet_id = ?')
  return {
    select,
    entries,
    earlier,
    sheetOf,
    counts,
    raw,
    putList,
    clear,
    putEntry,
    placed,
    updateEntry,
    oldRows,
    dropOld,
    keep,
    keptRows,
    keptOf,
    deleteKept,
  }
}

export class ListTable {
  readonly #statements: ReturnType<typeof listStatements>
  readonly #parsed = new Map<string, Entry>()

  constructor(db: Database) {
    this.#statements = listStatements(db)
  }

  readList(date: string): CachedList {
    const list = this.#listRow(date)
    if (list === null) return { date, readAt: null, entries: [], malformed: [] }
    return {
      date,
      readAt: list.read_at,
      entries: rows(entryRow, this.#statements.entries.all(date)).map(({ json, ...state }) => ({
        entry: this.#parseEntry(json),
        sheetState: sheetStateOf(state),
      })),
      malformed: parseStored(malformed, list.malformed),
    }
  }

  readDay(date: string): CachedDay {
    const counts = row(countRow, this.#statements.counts.get(date))
    const readAt = this.#listRow(date)?.read_at ?? null
    return { date, readAt, entries: counts.entries, bent: counts.bent ?? 0 }
  }

  /**
   * The entries to show with the list of `today` that are not on it: entries that left every list or are only on the list of an
   * earlier day, if `keeps` names their sheet; and, if today's list has not been read since midnight, the unbent ones of the last day.
   */
  unlistedEntries(today: string, keeps: MustKeepSheet): CachedEntry[] {
    const readAt = this.#listRow(today)?.read_at ?? null
    const isUnread = readAt === null || workshopDate(Date.parse(readAt)) < today
    const earlier = rows(earlierRow, this.#statements.earlier.all({ today }))
    const lastDay = earlier.at(-1)?.date
    const unlisted = rows(storedRow, this.#statements.keptRows.all()).filter(({ sheet_id: id }) => !this.hasSheet(id))
    const remaining = [
      ...earlier.filter(({ id, date, unbent }) => keeps(id) || (isUnread && date === lastDay && unbent === 1)),
      ...unlisted.map(({ sheet_id: id, json }) => ({ id, json })),
    ]
    return remaining.map(({ id, json }) => {
      const sheet = this.#statements.sheetOf.get(id)
      const state = sheet === undefined ? { state: null, outdated: null } : row(stateRow, sheet)
      return { entry: parseStored(entry, json), sheetState: sheetStateOf(state) }
    })
  }

  /** Null for a sheet that is on no list and has no kept entry. */
  entryOf(sheetId: string): Entry | null {
    const entryRow = this.#statements.placed.get(sheetId) ?? this.#statements.keptOf.get(sheetId)
    return entryRow === undefined ? null : parseStored(entry, row(jsonRow, entryRow).json)
  }

  /** Replaces the whole list of a day. True if it differs. Keeps the entries that leave it and that `keeps` names. */
  replace(
    {
      date,
      readAt,
      entries,
      malformed,
    }: {
      date: string
      readAt: string
      entries: readonly Entry[]
      malformed: readonly Malformed[]
    },
    keeps: MustKeepSheet,
  ): boolean {
    const before = rows(storedRow, this.#statements.raw.all(date))
    const malformedJson = JSON.stringify(malformed)
    const isSame =
      this.#listRow(date)?.malformed === malformedJson &&
      before.length === entries.length &&
      entries.every((entry, place) => before[place]?.json === JSON.stringify(entry))
    this.#statements.putList.run({ date, readAt, malformed: malformedJson })
    if (isSame) return false
    this.#statements.clear.run(date)
    entries.forEach((entry, place) =>
      this.#statements.putEntry.run(
        date,
        place,
        entry.sheetId,
        entry.pressBrakeId,
        entry.bent === null ? 0 : 1,
        JSON.stringify(entry),
      ),
    )
    this.#keepUnlisted(before, keeps)
    return true
  }

  /** Writes newer facts of a sheet into its entries. Returns the dates of the lists that this changes. */
  update(facts: ReadReducedSheet | ReadSheet): string[] {
    const dates: string[] = []
    for (const { date, place, json } of rows(placedRow, this.#statements.placed.all(facts.id))) {
      const old = parseStored(entry, json)
      const next = JSON.stringify(updated(old, facts))
      if (facts.version < old.version || next === json) continue
      this.#statements.updateEntry.run(next, facts.pressBrakeId, facts.bent === null ? 0 : 1, date, place)
      dates.push(date)
    }
    return dates
  }

  /** Removes the lists of the days before `date`, and the kept entries that are no longer needed. */
  forgetBefore(date: string, keeps: MustKeepSheet): void {
    const old = rows(storedRow, this.#statements.oldRows.all(date))
    this.#statements.dropOld.run(date)
    this.#keepUnlisted(old, keeps)
  }

  /** True if the sheet is on a list. */
  hasSheet(sheetId: string): boolean {
    return this.#statements.placed.get(sheetId) !== undefined
  }

  /** The days on whose lists the sheet is. */
  datesOf(sheetId: string): string[] {
    return rows(placedRow, this.#statements.placed.all(sheetId)).map(({ date }) => date)
  }

  #listRow(date: string): z.infer<typeof listRow> | null {
    const list = this.#statements.select.get(date)
    return list === undefined ? null : row(listRow, list)
  }

  /** Parses each text once, because few entries change between two reads of a long list. */
  #parseEntry(json: string): Entry {
    const cached = this.#parsed.get(json)
    if (cached !== undefined) return cached
    const parsed = frozen(parseStored(entry, json))
    if (this.#parsed.size >= maxParsed) this.#parsed.clear()
    this.#parsed.set(json, parsed)
    return parsed
  }

  #keepUnlisted(removed: readonly z.infer<typeof storedRow>[], keeps: MustKeepSheet): void {
    for (const { sheet_id: id, json } of removed)
      if (!this.hasSheet(id) && keeps(id)) this.#statements.keep.run(id, json)
    for (const { sheet_id: id } of rows(storedRow, this.#statements.keptRows.all()))
      if (this.hasSheet(id) || !keeps(id)) this.#statements.deleteKept.run(id)
  }
}

const sheetStateOf = ({ state, outdated }: z.infer<typeof stateRow>): SheetState =>
  state === null || outdated === 1 ? 'fetching' : state

function updated(old: Entry, facts: ReadReducedSheet | ReadSheet): Entry {
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
    ...('profile' in facts ? profileFields(facts) : {}),
  }
}

function profileFields({ profile: { family, material, colour, thicknessMm, bends } }: ReadSheet): Partial<Entry> {
  return { family, material, colour, thicknessMm, bendCount: bends.length }
}
