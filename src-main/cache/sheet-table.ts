// The sheets of cache.db: the newest reading of each, what could not be read of it, and which have a newer version to fetch.
import * as z from 'zod'
import {
  type Problem,
  type Reading,
  bendingSheet,
  read,
  reading,
  type reducedBendingSheet,
} from '../../shared/workshop-api/index.ts'
import { drawingHash } from '../platform/drawing-hash.ts'
import type { Database } from '../platform/sqlite.ts'
import { remembered } from './remembered.ts'
import { row, rows, stored } from './stored-json.ts'

export type Sheet = Reading<typeof bendingSheet>
/** All of a sheet but its profile and its unfolding. */
type Facts = Reading<typeof reducedBendingSheet>
export type SheetState = 'ready' | 'fetching' | 'malformed' | 'failed'

export interface CachedSheet {
  sheetId: string
  /** `fetching` with a sheet: an older drawing is here, and a newer one is known of. */
  state: SheetState
  sheet: Sheet | null
  /** SHA-256 of the drawing; null where there is no sheet. */
  drawingHash: string | null
  problems: Problem[]
  /** When it was last read; null: never. */
  readAt: string | null
}

export interface SheetTable {
  of: (id: string) => CachedSheet
  /** The sheet where a later version than this was read at that time or after; else null. */
  laterThan: (id: string, version: number, since: string, now: string) => Sheet | null
  /** A list or an event told of this version. */
  want: (id: string, version: number, drawingVersion: number) => void
  /** Takes an answer as it came. `asked`: the version that was wanted when it was asked for. */
  put: (id: string, raw: unknown, readAt: string, asked: number) => CachedSheet
  /** An event told all of a newer version but the drawing: enough where the drawing is here and not in doubt. */
  putFacts: (facts: Facts, readAt: string) => void
  /** The service has no such sheet, or would not give it; `settled`: not to be asked again before a newer version is heard of. */
  fail: (id: string, problems: readonly Problem[], asked: number, settled: boolean) => void
  /** Ids with the version wanted, the first to fetch first. */
  toFetch: (order: { dates: readonly string[]; ownBrake: string | null }) => { id: string; asked: number }[]
  /** The service has an older version than was read before: it was restored from a copy. What it has now is fetched. */
  wentBack: (id: string, version: number, drawingVersion: number) => void
  /** Versions mean nothing any more: what the lists name next is fetched whatever its version. */
  distrust: () => void
  /** Sheets that no list names any more are to be read once more. */
  doubtKept: () => void
  has: (id: string) => boolean
  /** Those that were read as sheets of this order. */
  ofOrder: (number: string) => string[]
  /** Those that no list has. */
  unlisted: () => string[]
  drop: (id: string) => void
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
const wantedRow = z.object({ id: z.string(), asked: z.number() })
const idRow = z.object({ id: z.string() })
const jsonRow = z.object({ json: z.string() })
const wholeSheet = reading(bendingSheet)
// the one on the screen is asked for again and again, and last of all by the tap that marks it
const rememberedSheets = 16

export function sheetTable(db: Database): SheetTable {
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
    SELECT sheet.id, sheet.wanted_version AS asked,
      min(CASE list_entry.date WHEN @first THEN 0 WHEN @second THEN 2 ELSE 4 END + (list_entry.press_brake_id IS NOT @own)) AS turn,
      min(list_entry.place) AS place
    FROM sheet LEFT JOIN list_entry ON list_entry.sheet_id = sheet.id
    WHERE sheet.wanted_version > sheet.settled_version
    GROUP BY sheet.id ORDER BY turn IS NULL, turn, place`)
  const distrust = db.prepare(
    'UPDATE sheet SET version = NULL, wanted_version = 0, wanted_drawing_version = 0, settled_version = 0',
  )
  const wentBack = db.prepare(
    `UPDATE sheet SET version = NULL, wanted_version = @version, wanted_drawing_version = @drawingVersion, settled_version = 0
     WHERE id = @id AND version > @version`,
  )
  const doubtKept = db.prepare(
    'UPDATE sheet SET settled_version = min(settled_version, wanted_version - 1) WHERE id IN (SELECT sheet_id FROM kept_entry)',
  )
  const unlisted = db.prepare('SELECT id FROM sheet WHERE id NOT IN (SELECT sheet_id FROM list_entry)')
  const ofOrder = db.prepare('SELECT id FROM sheet WHERE order_number = ?')
  const drop = db.prepare('DELETE FROM sheet WHERE id = ?')

  const known = remembered<CachedSheet>(db, rememberedSheets)
  const readOf = (id: string): CachedSheet => {
    const found = select.get(id)
    if (found === undefined)
      return { sheetId: id, state: 'fetching', sheet: null, drawingHash: null, problems: [], readAt: null }
    const { state, json, drawing_hash, problems: told, read_at, ...drawing } = row(sheetRow, found)
    const outdated = state === 'ready' && drawing.wanted_drawing_version > (drawing.drawing_version ?? 0)
    return {
      sheetId: id,
      state: outdated ? 'fetching' : state,
      sheet: json === null ? null : stored(wholeSheet, json),
      drawingHash: drawing_hash,
      problems: stored(problems, told),
      readAt: read_at,
    }
  }
  const of = (id: string): CachedSheet => known.get(id, () => readOf(id))

  const put: SheetTable['put'] = (id, raw, readAt, asked) => {
    known.forget(id)
    const result = readAsked(id, raw)
    const text = JSON.stringify(raw) ?? 'null'
    if (result.ok) {
      const { value: sheet } = result
      putReady.run({
        id,
        settled: Math.max(asked, sheet.version),
        version: sheet.version,
        drawingVersion: sheet.drawingVersion,
        hash: drawingHash(sheet),
        orderNumber: sheet.order.numberDisplay,
        json: JSON.stringify(sheet),
        raw: text,
        readAt,
      })
    } else putMalformed.run({ id, settled: asked, raw: text, problems: JSON.stringify(result.problems), readAt })
    return of(id)
  }

  return {
    of,
    laterThan: (id, version, since, now) => {
      const found = later.get(id, version, since, now)
      return found === undefined ? null : stored(wholeSheet, row(jsonRow, found).json)
    },
    want: (id, version, drawingVersion) => {
      if (want.run(id, version, drawingVersion).changes > 0) known.forget(id)
    },
    put,
    putFacts: (facts, readAt) => {
      const { id, version, drawingVersion } = facts
      const found = withDrawing.get({ id, version, drawingVersion })
      if (found !== undefined) put(id, { ...stored(wholeSheet, row(jsonRow, found).json), ...facts }, readAt, version)
    },
    fail: (id, told, asked, settled) => {
      known.forget(id)
      fail.run({ id, problems: JSON.stringify(told), settled: settled ? asked : 0 })
    },
    toFetch: ({ dates, ownBrake }) =>
      rows(wantedRow, wanted.all({ first: dates[0] ?? null, second: dates[1] ?? null, own: ownBrake })),
    wentBack: (id, version, drawingVersion) => {
      known.forget(id)
      wentBack.run({ id, version, drawingVersion })
    },
    distrust: () => {
      known.forget()
      distrust.run()
    },
    doubtKept: () => void doubtKept.run(),
    has: (id) => select.get(id) !== undefined,
    ofOrder: (number) => rows(idRow, ofOrder.all(number)).map(({ id }) => id),
    unlisted: () => rows(idRow, unlisted.all()).map(({ id }) => id),
    drop: (id) => {
      known.forget(id)
      drop.run(id)
    },
  }
}

function readAsked(id: string, raw: unknown) {
  const result = read(wholeSheet, raw)
  if (result.ok && result.value.id !== id)
    return { ok: false as const, problems: [{ path: 'id', message: `another sheet than ${id} came` }] }
  return result
}
