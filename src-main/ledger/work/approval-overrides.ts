// A supervisor's permission to work on a sheet before the customer has answered: for one drawing, with a reason, stored permanently.
// Touches only the outbox's file.
import type { Database } from '../../platform/sqlite.ts'

export interface ApprovalOverride {
  sheetId: string
  drawingHash: string
  why: string
  by: string
  operatorId: string | null
}

export type ApprovalOverrides = ReturnType<typeof openApprovalOverrides>

export function openApprovalOverrides(db: Database, { now, newId }: { now: () => number; newId: () => string }) {
  const insert = db.prepare<ApprovalOverride & { id: string; givenAtMs: number }>(
    `INSERT INTO approval_override (id, sheet_id, drawing_hash, why, operator_id, by_name, at)
     VALUES (@id, @sheetId, @drawingHash, @why, @operatorId, @by, @givenAtMs)`,
  )
  const given = db
    .prepare<[string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM approval_override WHERE sheet_id = ? AND drawing_hash = ?)`,
    )
    .pluck()
  return {
    give: (override: ApprovalOverride): void => void insert.run({ ...override, id: newId(), givenAtMs: now() }),
    isGiven: (sheetId: string, drawingHash: string): boolean => given.get(sheetId, drawingHash) === 1,
  }
}
