// Deviations: reports that a drawing is wrong, and how they were settled. While one is open, the sheet is not counted, sent or marked at
// this station. Touches only the outbox's file.
import type { Database } from '../../platform/sqlite.ts'
import type { Sheet } from '../marks/index.ts'

export const deviationReasons = ['measure', 'side', 'quantity', 'material', 'other'] as const
export type DeviationReason = (typeof deviationReasons)[number]

export interface Deviation {
  id: string
  sheetId: string
  sheetVersion: number
  /** The version of the reported drawing; null in a row of the first schema. */
  drawingVersion: number | null
  drawingHash: string | null
  reason: DeviationReason
  text: string | null
  state: 'open' | 'released' | 'superseded'
  by: string | null
  /** Milliseconds since 1970. */
  reportedAt: number
  settledAt: number | null
  settledBy: string | null
  settledWhy: string | null
}

export interface NewDeviation {
  sheet: Sheet
  drawingHash: string
  reason: DeviationReason
  text: string | null
  by: string | null
  operatorId: string | null
}

/** What stations know of each other's reports. */
export type ReportElsewhere = Pick<
  Deviation,
  'id' | 'sheetId' | 'drawingVersion' | 'reason' | 'text' | 'by' | 'reportedAt'
>

export type Deviations = ReturnType<typeof openDeviations>

export function openDeviations(db: Database, { now, newId }: { now: () => number; newId: () => string }) {
  const columns = `id, sheet_id AS sheetId, sheet_version AS sheetVersion, drawing_version AS drawingVersion,
    drawing_hash AS drawingHash, reason, text, state, by_name AS "by", reported_at AS reportedAt, settled_at AS settledAt,
    settled_by AS settledBy, settled_why AS settledWhy`
  const insert = db.prepare<Record<string, string | number | null>>(
    `INSERT INTO deviation (id, sheet_id, sheet_version, drawing_version, drawing_hash, reason, text, state, operator_id,
       by_name, reported_at)
     VALUES (@id, @sheetId, @sheetVersion, @drawingVersion, @drawingHash, @reason, @text, 'open', @operatorId,
       @by, @reportedAt)`,
  )
  const settle = db.prepare<{ id: string; state: string; settledAt: number; by: string | null; why: string | null }>(
    `UPDATE deviation SET state = @state, settled_at = @settledAt, settled_by = @by, settled_why = @why
     WHERE id = @id AND state = 'open'`,
  )
  const insertReleased = db.prepare<ReportElsewhere & { releasedBy: string; releasedWhy: string; settledAt: number }>(
    `INSERT INTO deviation (id, sheet_id, sheet_version, drawing_version, reason, text, state, by_name, reported_at,
       settled_at, settled_by, settled_why)
     VALUES (@id, @sheetId, 0, @drawingVersion, @reason, @text, 'released', @by, @reportedAt, @settledAt,
       @releasedBy, @releasedWhy)
     ON CONFLICT (id) DO NOTHING`,
  )
  const byId = db.prepare<[string], Deviation>(`SELECT ${columns} FROM deviation WHERE id = ?`)
  const open = db.prepare<[], Deviation>(`SELECT ${columns} FROM deviation WHERE state = 'open' ORDER BY rowid`)
  const ofSheet = db.prepare<[string], Deviation>(
    `SELECT ${columns} FROM deviation WHERE sheet_id = ? ORDER BY state = 'open' DESC, settled_at DESC, rowid DESC`,
  )
  const isOpen = db
    .prepare<[string], number>(`SELECT EXISTS (SELECT 1 FROM deviation WHERE sheet_id = ? AND state = 'open')`)
    .pluck()
  const find = (id: string): Deviation | undefined => byId.get(id)

  return {
    report: ({ sheet, drawingHash, reason, text, by, operatorId }: NewDeviation): string => {
      const id = newId()
      const reported = {
        sheetId: sheet.id,
        sheetVersion: sheet.version,
        drawingVersion: sheet.drawingVersion,
        drawingHash,
      }
      insert.run({ ...reported, id, reason, text, by, operatorId, reportedAt: now() })
      return id
    },
    /** False where it was already settled. */
    release: (id: string, by: string | null, why: string): boolean =>
      settle.run({ id, state: 'released', settledAt: now(), by, why }).changes === 1,
    /** Records a report of another station together with its release here. False where this store has the report. */
    releaseElsewhere: (reported: ReportElsewhere, by: string, why: string): boolean =>
      insertReleased.run({ ...reported, releasedBy: by, releasedWhy: why, settledAt: now() }).changes === 1,
    /** Settles open deviations of every drawing except `drawingHash`. Returns whether there were any. */
    replaceOlder: (sheetId: string, drawingHash: string): boolean => {
      const older = ofSheet.all(sheetId).filter((one) => one.state === 'open' && one.drawingHash !== drawingHash)
      for (const { id } of older) settle.run({ id, state: 'superseded', settledAt: now(), by: null, why: null })
      return older.length > 0
    },
    find,
    /** Oldest first. */
    open: (): Deviation[] => open.all(),
    isOpen: (sheetId: string): boolean => isOpen.get(sheetId) === 1,
    /** Open ones first, then those settled last. */
    ofSheet: (sheetId: string): Deviation[] => ofSheet.all(sheetId),
  }
}
