// The table `sheet` of cache.db: the newest version of each sheet that was read, why it could not be read, and which sheets have a newer
// version to fetch. Accesses the database.
import * as z from 'zod'
import { failed } from '../../shared/base/result.ts'
import {
  type Problem,
  type ReadReducedSheet,
  type ReadSheet,
  bendingSheet,
  read,
  reading,
} from '../../shared/workshop-api/index.ts'
import { drawingHash } from '../platform/drawing-hash.ts'
import type { Database } from '../platform/sqlite.ts'
import { parseStored, row, rows } from './stored-json.ts'
import { createValueCache, type ValueCache } from './value-cache.ts'

export type SheetState = 'ready' | 'fetching' | 'malformed' | 'failed'

export interface CachedSheet {
  sheetId: string
  /** `fetching` with a sheet: an older drawing is stored, and a newer one exists. */
  state: SheetState
  sheet: ReadSheet | null
  /** SHA-256 of the drawing; null without a sheet. */
  drawingHash: string | null
  problems: Problem[]
  /** When it was last read; null: never. */
  readAt: string | null
}

/** A sheet to fetch, with the version that is wanted. */
export interface WantedSheet {
  id: string
  wantedVersion: number
}

const problems = z.array(z.object({ path: z.string(), message: z.string() }))
const sheetRow = z.object({
  wanted_drawing_version: z.number(),
  drawing_version: z.number().nullable(),
  state: z.enum(['ready', 'fetching', 'malformed', 'failed']),
  drawing_hash: z.string().nullable(),
  json: z.string().nullable(),
  problems: z.string(),
  read_at: z.string().nullable(),
})
const wantedRow = z.object({ id: z.string(), wantedVersion: z.number() })
const idRow = z.object({ id: z.string() })
const jsonRow = z.object({ json: z.string() })
const wholeSheet = reading(bendingSheet)
// the sheet on the screen is read many times, last by the tap that marks it
const maxCachedSheets = 16

function sheetStatements(db: Database) {
  const select = db.prepare(`
    SELECT wanted_drawing_version, drawing_version, state, drawing_hash, json, problems, read_at FROM sheet WHERE id = ?`)
  const later = db.prepare(
    'SELECT json FROM sheet WHERE id = ? AND version > ? AND read_at BETWEEN ? AND ? AND json IS NOT NULL',
  )
  const withDrawing = db.prepare(`
    SELECT json FROM sheet WHERE id = @id AND state = 'ready' AND drawing_version = @drawingVersion AND version < @version
      AND settled_version >= version`)
  const want = db.prepare(`
    INSERT INTO sheet (id, wanted_version, wanted_drawing_version) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET wanted_version = max(wanted_version, excluded.wanted_version),
      wanted_drawing_version = max(wanted_drawing_version, excluded.wanted_drawing_version)
    WHERE excluded.wanted_version > wanted_version OR excluded.wanted_drawing_version > wanted_drawing_version`)
  const settle = `settled_version = max(settled_version, excluded.settled_version)`
  const putReady = db.prepare(`
    INSERT INTO sheet (id, wanted_version, settled_version, state, version, drawing_version, drawing_hash, order_number, json, raw, problems, read_at)
    VALUES (@id, @settled, @settled, 'ready', @version, @drawingVersion, @hash, @orderNumber, @json, @raw, '[]', @readAt)
    ON CONFLICT (id) DO UPDATE SET state = 'ready', version = excluded.version, drawing_version = excluded.drawing_version,
      drawing_hash = excluded.drawing_hash, order_number = excluded.order_number, json = excluded.json, raw = excluded.raw,
      problems = '[]', read_at = excluded.read_at, ${settle}
    WHERE sheet.version IS NULL OR sheet.version <= excluded.version`)
  const putMalformed = db.prepare(`
    INSERT INTO sheet (id, wanted_version, settled_version, state, raw, problems, read_at)
    VALUES (@id, @settled, @settled, 'malformed', @raw, @problems, @readAt)
    ON CONFLICT (id) DO UPDATE SET state = 'malformed', version = NULL, drawing_version = NULL, drawing_hash = NULL, json = NULL,
      raw = excluded.raw, problems = excluded.problems, read_at = excluded.read_at, ${settle}`)
  const fail = db.prepare(`
    UPDATE sheet SET problems = @problems, settled_version = max(settled_version, @settled),
      state = CASE WHEN json IS NULL AND state <> 'malformed' THEN 'failed' ELSE state END
    WHERE id = @id`)
  const wanted = db.prepare(`
    SELECT sheet.id, sheet.wanted_version AS wantedVersion,
      min(CASE list_entry.date WHEN @first THEN 0 WHEN @second THEN 2 ELSE 4 END + (list_entry.press_brake_id IS NOT @own)) AS priority,
      min(list_entry.place) AS place
    FROM sheet LEFT JOIN list_entry ON list_entry.sheet_id = sheet.id
    WHERE sheet.wanted_version > sheet.settled_version
    GROUP BY sheet.id ORDER BY priority IS NULL, priority, place`)
  const invalidateAll = db.prepare(
    'UPDATE sheet SET version = NULL, wanted_version = 0, wanted_drawing_version = 0, settled_version = 0',
  )
  const wantOlder = db.prepare(
    `UPDATE sheet SET version = NULL, wanted_version = @version, wanted_drawing_version = @drawingVersion, settled_version = 0
     WHERE id = @id AND version > @version`,
  )
  const refetchKept = db.prepare(
    'UPDATE sheet SET settled_version = min(settled_version, wanted_version - 1) WHERE id IN (SELECT sheet_id FROM kept_entry)',
  )
  const unlisted = db.prepare('SELECT id FROM sheet WHERE id NOT IN (SELECT sheet_id FROM list_entry)')
  const ofOrder = db.prepare('SELECT id FROM sheet WHERE order_number = ?')
  const drop = db.prepare('DELETE FROM sheet WHERE id = ?')
  return {
    select,
    later,
    withDrawing,
    want,
    putReady,
    putMalformed,
    fail,
    wanted,
    invalidateAll,
    wantOlder,
    refetchKept,
    unlisted,
    ofOrder,
    drop,
  }
}

export class SheetTable {
  readonly #statements: ReturnType<typeof sheetStatements>
  readonly #cached: ValueCache<CachedSheet>

  constructor(db: Database) {
    this.#statements = sheetStatements(db)
    this.#cached = createValueCache(db, maxCachedSheets)
  }

  readSheet(id: string): CachedSheet {
    return this.#cached.get(id, () => cachedSheet(id, this.#statements.select.get(id)))
  }

  /** The sheet if a later version than `version` was read between `since` and `now`; otherwise null. */
  laterThan(id: string, version: number, since: string, now: string): ReadSheet | null {
    const later = this.#statements.later.get(id, version, since, now)
    return later === undefined ? null : parseStored(wholeSheet, row(jsonRow, later).json)
  }

  /** A list or an event has named this version: it is to be fetched. */
  want(id: string, version: number, drawingVersion: number): void {
    if (this.#statements.want.run(id, version, drawingVersion).changes > 0) this.#cached.forget(id)
  }

  /** Stores a response as the service sent it. `wantedVersion`: the version that was wanted when the request was sent. */
  put(id: string, raw: unknown, readAt: string, wantedVersion: number): CachedSheet {
    this.#cached.forget(id)
    const result = readRequested(id, raw)
    const text = JSON.stringify(raw) ?? 'null'
    if (result.ok) {
      const { value: sheet } = result
      this.#statements.putReady.run({
        id,
        settled: Math.max(wantedVersion, sheet.version),
        version: sheet.version,
        drawingVersion: sheet.drawingVersion,
        hash: drawingHash(sheet),
        orderNumber: sheet.order.numberDisplay,
        json: JSON.stringify(sheet),
        raw: text,
        readAt,
      })
    } else {
      const problemsJson = JSON.stringify(result.error)
      this.#statements.putMalformed.run({ id, settled: wantedVersion, raw: text, problems: problemsJson, readAt })
    }
    return this.readSheet(id)
  }

  /** Stores the facts of a newer version from an event, if the drawing of that version is stored and certain. */
  putFacts(facts: ReadReducedSheet, readAt: string): void {
    const { id, version, drawingVersion } = facts
    const older = this.#statements.withDrawing.get({ id, version, drawingVersion })
    if (older === undefined) return
    this.put(id, { ...parseStored(wholeSheet, row(jsonRow, older).json), ...facts }, readAt, version)
  }

  /** The service does not have the sheet or did not return it. `settled`: it is not requested again before a newer version is known. */
  fail(id: string, problems: readonly Problem[], wantedVersion: number, isFinal: boolean): void {
    this.#cached.forget(id)
    this.#statements.fail.run({ id, problems: JSON.stringify(problems), settled: isFinal ? wantedVersion : 0 })
  }

  /** The sheets to fetch, in the order in which to fetch them. */
  toFetch({ dates, ownBrake }: { dates: readonly string[]; ownBrake: string | null }): WantedSheet[] {
    const [first = null, second = null] = dates
    return rows(wantedRow, this.#statements.wanted.all({ first, second, own: ownBrake }))
  }

  /** The service has an older version than the stored one, because it was restored from a backup. That version is to be fetched. */
  wantOlder(id: string, version: number, drawingVersion: number): void {
    this.#cached.forget(id)
    this.#statements.wantOlder.run({ id, version, drawingVersion })
  }

  /** Stored versions are no longer valid: each sheet that the lists name next is fetched, whatever its version. */
  invalidateAll(): void {
    this.#cached.forget()
    this.#statements.invalidateAll.run()
  }

  /** Sheets whose entries are kept although no list has them are to be fetched again. */
  refetchKept(): void {
    this.#statements.refetchKept.run()
  }

  has(id: string): boolean {
    return this.#statements.select.get(id) !== undefined
  }

  /** The sheets that were read as sheets of this order. */
  ofOrder(number: string): string[] {
    return rows(idRow, this.#statements.ofOrder.all(number)).map(({ id }) => id)
  }

  /** The sheets that are on no list. */
  unlisted(): string[] {
    return rows(idRow, this.#statements.unlisted.all()).map(({ id }) => id)
  }

  drop(id: string): void {
    this.#cached.forget(id)
    this.#statements.drop.run(id)
  }
}

function cachedSheet(id: string, storedSheet: unknown): CachedSheet {
  if (storedSheet === undefined)
    return { sheetId: id, state: 'fetching', sheet: null, drawingHash: null, problems: [], readAt: null }
  const { state, json, drawing_hash, problems: problemsJson, read_at, ...drawing } = row(sheetRow, storedSheet)
  const isOutdated = state === 'ready' && drawing.wanted_drawing_version > (drawing.drawing_version ?? 0)
  return {
    sheetId: id,
    state: isOutdated ? 'fetching' : state,
    sheet: json === null ? null : parseStored(wholeSheet, json),
    drawingHash: drawing_hash,
    problems: parseStored(problems, problemsJson),
    readAt: read_at,
  }
}

function readRequested(id: string, raw: unknown) {
  const result = read(wholeSheet, raw)
  if (result.ok && result.value.id !== id)
    return failed([{ path: 'id', message: `the service sent a different sheet, not ${id}` }])
  return result
}
