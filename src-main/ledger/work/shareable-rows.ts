// The rows of the ledger that other stations see: pieces, marks, reports, permissions, plans, corrections, operators. Reads the
// outbox's file only.
import type { Database } from '../../platform/sqlite.ts'
import type { NewCorrection } from './corrections.ts'
import type { Deviation, ReportElsewhere } from './deviations.ts'
import type { NewGaugeCorrection } from './gauge-corrections.ts'

export interface ShareablePiece {
  seq: number
  id: string
  sheetId: string
  drawingHash: string
  reworkCount: number
  pieceNo: number
  /** What the row changes: a count, or pieces that another station had counted before. */
  counted: 'good' | 'test' | 'scrap' | 'rebend' | 'takeover'
  delta: number
  by: string | null
  bookedAtMs: number
}

export interface ShareableMark {
  id: string
  sheetId: string
  reworkCount: number
  state: string
  reason: string | null
  pieces: number
  by: string | null
  markedAt: number
  changedAt: number
}

export type ShareableDeviation = ReportElsewhere & Pick<Deviation, 'state' | 'settledAt' | 'settledBy' | 'settledWhy'>

export interface ShareableOverride {
  id: string
  sheetId: string
  drawingHash: string
  why: string
  by: string
  givenAtMs: number
}

export interface ShareableChoice {
  rowid: number
  id: string
  sheetId: string
  drawingHash: string
  plan: string
  date: string
  by: string | null
  chosenAtMs: number
}

/** A hand-over to a paired station: given here, or taken over here. */
export interface ShareableHandOver {
  nonce: string
  sheetId: string
  direction: 'given' | 'taken'
  toStation: string
  code: string
  by: string | null
  handedOverAtMs: number
  takenBackAt: number | null
  takenBackBy: string | null
}

interface SharedCorrection {
  id: string
  pressBrakeId: string
  takenBack: number
  by: string | null
  storedAtMs: number
}

type ReplacedFields = 'pressBrakeId' | 'takenBack' | 'programId' | 'operatorId'
export type ShareableCorrection = Omit<NewCorrection, ReplacedFields> & SharedCorrection
export type ShareableGaugeCorrection = Omit<NewGaugeCorrection, ReplacedFields> & SharedCorrection

export interface ShareableOperator {
  id: string
  initials: string
  active: number
  changedAtMs: number
}

/** The initials of the operator whose id is in the column. */
const initials = (column: string): string => `(SELECT initials FROM operator AS o WHERE o.id = ${column})`

export type ShareableRows = ReturnType<typeof openShareableRows>

/** Rows are in the order in which they were written, oldest first; times are ms since 1970. */
export function openShareableRows(db: Database) {
  const pieces = db.prepare<[number, number, number], ShareablePiece>(
    `SELECT seq, e.id, sheet_id AS sheetId, drawing_hash AS drawingHash, rework_count AS reworkCount, piece_no AS pieceNo,
       CASE kind WHEN 'adjust' THEN coalesce(corrects, 'good') ELSE kind END AS counted, delta,
       ${initials('operator_id')} AS "by", at AS bookedAtMs
     FROM piece_event AS e JOIN job AS j ON j.id = e.job_id WHERE seq > ? AND at >= ? ORDER BY seq LIMIT ?`,
  )
  const markColumns = `operation_id AS id, sheet_id AS sheetId, rework_count AS reworkCount, state, reason, pieces,
    coalesce(by_name, ${initials('operator_id')}) AS "by", marked_at AS markedAt, changed_at AS changedAt`
  const marks = db.prepare<[number, number, number], ShareableMark>(
    `SELECT * FROM (SELECT ${markColumns} FROM mark WHERE changed_at >= ?
       UNION ALL SELECT ${markColumns} FROM mark_history WHERE changed_at >= ?) ORDER BY changedAt LIMIT ?`,
  )
  const deviations = db.prepare<[number, number], ShareableDeviation>(
    `SELECT id, sheet_id AS sheetId, drawing_version AS drawingVersion, reason, text, state, by_name AS "by",
       reported_at AS reportedAt, settled_at AS settledAt, settled_by AS settledBy, settled_why AS settledWhy
     FROM deviation WHERE reported_at >= ? OR settled_at >= ? ORDER BY rowid`,
  )
  const overrides = db.prepare<[number], ShareableOverride>(
    `SELECT id, sheet_id AS sheetId, drawing_hash AS drawingHash, why, by_name AS "by", at AS givenAtMs
     FROM approval_override WHERE at >= ? ORDER BY rowid`,
  )
  const choices = db.prepare<[number, number, number], ShareableChoice>(
    `SELECT rowid, id, sheet_id AS sheetId, drawing_hash AS drawingHash, plan, date, ${initials('operator_id')} AS "by",
       made_at AS chosenAtMs
     FROM plan WHERE rowid > ? AND made_at >= ? AND date IS NOT NULL ORDER BY rowid LIMIT ?`,
  )
  const handOvers = db.prepare<[number, number], ShareableHandOver>(
    `SELECT nonce, sheet_id AS sheetId, direction, to_station AS toStation, code, by_name AS "by",
       at AS handedOverAtMs, taken_back_at AS takenBackAt, taken_back_by AS takenBackBy
     FROM hand_over JOIN job ON job.id = hand_over.job_id
     WHERE to_station IS NOT NULL AND (at >= ? OR taken_back_at >= ?) ORDER BY hand_over.rowid`,
  )
  const corrected = `id, press_brake_id AS pressBrakeId, material, thickness_mm AS thicknessMm, tool, punch, v_mm AS vMm,
    punch_radius_mm AS punchRadiusMm, bump_radius_mm AS bumpRadiusMm, angle_deg AS includedDeg, taken_back AS takenBack,
    ${initials('operator_id')} AS "by", at AS storedAtMs`
  const corrections = db.prepare<[number, number], ShareableCorrection>(
    `SELECT ${corrected}, measured_deg AS measuredDeg, correction_deg AS correctionDeg
     FROM correction WHERE press_brake_id IS NOT NULL AND at >= ? ORDER BY at, rowid LIMIT ?`,
  )
  const gaugeCorrections = db.prepare<[number, number], ShareableGaugeCorrection>(
    `SELECT ${corrected}, place, drawn_mm AS drawnMm, measured_mm AS measuredMm, correction_mm AS correctionMm
     FROM gauge_correction WHERE press_brake_id IS NOT NULL AND at >= ? ORDER BY at, rowid LIMIT ?`,
  )
  const operators = db.prepare<[number], ShareableOperator>(
    `SELECT id, initials, active, changed_at AS changedAtMs FROM operator
     WHERE changed_by_station IS NULL AND changed_at >= ? ORDER BY changed_at`,
  )
  const pieceAt = db.prepare<[number], string>('SELECT id FROM piece_event WHERE seq = ?').pluck()
  const choiceAt = db.prepare<[number], string>('SELECT id FROM plan WHERE rowid = ?').pluck()
  return {
    /** The id of the piece at row `seq`; null: there is no such row. */
    pieceAt: (seq: number): string | null => pieceAt.get(seq) ?? null,
    /** The id of the choice at row `rowid`; null: there is no such row. */
    choiceAt: (rowid: number): string | null => choiceAt.get(rowid) ?? null,
    /** Pieces after row `seq` that were booked at `fromMs` or later. */
    pieces: (seq: number, fromMs: number, limit: number): ShareablePiece[] => pieces.all(seq, fromMs, limit),
    /** Marks whose state changed at `fromMs` or later. */
    marks: (fromMs: number, limit: number): ShareableMark[] => marks.all(fromMs, fromMs, limit),
    /** Reports that were made or settled at `fromMs` or later. */
    deviations: (fromMs: number): ShareableDeviation[] => deviations.all(fromMs, fromMs),
    /** Hand-overs that were made or taken back at `fromMs` or later. */
    handOvers: (fromMs: number): ShareableHandOver[] => handOvers.all(fromMs, fromMs),
    overrides: (fromMs: number): ShareableOverride[] => overrides.all(fromMs),
    /** Choices after row `rowid` that were made at `fromMs` or later. */
    choices: (rowid: number, fromMs: number, limit: number): ShareableChoice[] => choices.all(rowid, fromMs, limit),
    /** Angle corrections of a machine that were stored at `fromMs` or later. */
    corrections: (fromMs: number, limit: number): ShareableCorrection[] => corrections.all(fromMs, limit),
    /** Operators that this station changed last, at `fromMs` or later. */
    operators: (fromMs: number): ShareableOperator[] => operators.all(fromMs),
    /** The same as `corrections` for corrections of the backgauge. */
    gaugeCorrections: (fromMs: number, limit: number): ShareableGaugeCorrection[] =>
      gaugeCorrections.all(fromMs, limit),
  }
}
