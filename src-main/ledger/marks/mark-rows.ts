// Reads and writes the rows of marks. Touches only the outbox's file. Every writing method is one statement, for a caller that has
// opened the transaction.
import type { Database } from '../../platform/sqlite.ts'
import { maxPauseMs, maxWaitMs, type Mark, type MarkSummaryRow } from './mark.ts'

const columns: Readonly<Record<keyof Mark, string>> = {
  seq: 'seq',
  operationId: 'operation_id',
  jobId: 'job_id',
  sheetId: 'sheet_id',
  sheetVersion: 'sheet_version',
  drawingVersion: 'drawing_version',
  reworkCount: 'rework_count',
  drawingHash: 'drawing_hash',
  operatorId: 'operator_id',
  by: 'by_name',
  quantity: 'quantity',
  pieces: 'pieces',
  piecesChoice: 'pieces_choice',
  piecesReason: 'pieces_reason',
  pressBrakeId: 'press_brake_id',
  markedAt: 'marked_at',
  serviceOffsetMs: 'service_offset_ms',
  bootId: 'boot_id',
  monotonicMs: 'monotonic_ms',
  heldUntil: 'held_until',
  fingerprint: 'fingerprint',
  state: 'state',
  reason: 'reason',
  detail: 'detail',
  attempts: 'attempts',
  failingSince: 'failing_since',
  dueAt: 'due_at',
  targetDrawingVersion: 'target_drawing_version',
  targetReworkCount: 'target_rework_count',
  targetDrawingHash: 'target_drawing_hash',
  ifMatchVersion: 'if_match_version',
  payload: 'payload',
  payloadVersion: 'payload_version',
  idempotencyKey: 'idempotency_key',
  request: 'request',
  bentAt: 'bent_at',
  firstSentAt: 'first_sent_at',
  lastSentAt: 'last_sent_at',
  deliveredAt: 'delivered_at',
  changedAt: 'changed_at',
}
// set by the tick, and never changed
const pinned = [
  'operationId',
  'jobId',
  'sheetId',
  'sheetVersion',
  'drawingVersion',
  'reworkCount',
  'drawingHash',
  'operatorId',
  'by',
  'quantity',
  'pieces',
  'piecesChoice',
  'piecesReason',
  'pressBrakeId',
  'markedAt',
  'serviceOffsetMs',
  'bootId',
  'monotonicMs',
  'heldUntil',
  'fingerprint',
] as const satisfies (keyof Mark)[]
// what a step may change
const moving = [
  'state',
  'reason',
  'detail',
  'attempts',
  'failingSince',
  'dueAt',
  'targetDrawingVersion',
  'targetReworkCount',
  'targetDrawingHash',
  'ifMatchVersion',
  'payload',
  'payloadVersion',
  'idempotencyKey',
  'request',
  'bentAt',
  'firstSentAt',
  'lastSentAt',
  'deliveredAt',
  'changedAt',
] as const satisfies (keyof Mark)[]

const entries = Object.entries(columns)
const selected = entries.map(([field, column]) => `${column} AS "${field}"`).join(', ')
const shownFields: readonly string[] = [
  'operationId',
  'sheetId',
  'state',
  'reason',
  'markedAt',
  'heldUntil',
  'by',
  'pieces',
  'drawingVersion',
] satisfies (keyof MarkSummaryRow)[]
const shown = entries
  .filter(([field]) => shownFields.includes(field))
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(', ')
const inserted = [...pinned, ...moving]

const undelivered = `state NOT IN ('delivered', 'cancelled')`
const inLine = `state IN ('held', 'queued', 'sending', 'unknown', 'waiting')`

/** A row was no longer in the state from which its step was computed: two writers of one row, which must not happen. */
class RowMovedError extends Error {
  constructor(mark: Mark) {
    super(`mark ${mark.operationId} is no longer ${mark.state}`)
    this.name = 'RowMovedError'
  }
}

export class MarkRows {
  readonly #sql: ReturnType<typeof prepareRowStatements> & ReturnType<typeof prepareQueueStatements>

  constructor(db: Database) {
    this.#sql = { ...prepareRowStatements(db), ...prepareQueueStatements(db) }
  }

  /** The row as stored. Throws SQLite's error where it breaks a rule of the table. */
  insert(mark: Omit<Mark, 'seq'>): Mark {
    const seq = Number(this.#sql.insert.run(...inserted.map((field) => mark[field])).lastInsertRowid)
    return { ...mark, seq }
  }

  /** Throws RowMovedError where the row is no longer in `from`'s state. */
  move(from: Mark, to: Mark): void {
    if (this.#sql.update.run({ ...to, from: from.state }).changes !== 1) throw new RowMovedError(from)
  }

  find(operationId: string): Mark | undefined {
    return this.#sql.byId.get(operationId)
  }

  /** The mark of a sheet at one rework count, also if it is in the history. A cancelled mark does not count. */
  markOfBending(sheetId: string, reworkCount: number): Mark | undefined {
    return this.#sql.ofBending.get({ sheetId, reworkCount })
  }

  isMarked(sheetId: string, reworkCount: number): boolean {
    return this.#sql.isMarked.get(sheetId, reworkCount, sheetId, reworkCount) === 1
  }

  /** Those of the sheets that have a row, in any state. */
  sheetsWithRows(sheetIds: readonly string[]): string[] {
    return this.#sql.marked.all(JSON.stringify(sheetIds))
  }

  /** The newest mark that is not cancelled; without one, the newest cancelled mark. */
  newestOfSheet(sheetId: string): Mark | undefined {
    return this.#sql.newestOfSheet.get({ sheetId })
  }

  /** Neither delivered nor cancelled, oldest first. */
  unsettled(): MarkSummaryRow[] {
    return this.#sql.unsettled.all()
  }

  /** Neither delivered nor cancelled; those that need a person first. */
  mostUrgent(limit: number): MarkSummaryRow[] {
    return this.#sql.mostUrgent.all({ limit })
  }

  oldestFingerprint(): string | null {
    return this.#sql.oldestFingerprint.get() ?? null
  }

  /** The ids of delivered marks that are not moved to the history yet, then of the marks that wait to be sent. */
  deliveredOrToSend(): string[] {
    return this.#sql.deliveredOrToSend.all()
  }

  /** The marks that are in conflict because the drawing was reported wrong. */
  stoppedByDeviation(): MarkSummaryRow[] {
    return this.#sql.stopped.all()
  }

  findInHistory(operationId: string): Mark | undefined {
    return this.#sql.inHistory.get(operationId)
  }

  unsettledOfSheet(sheetId: string): Mark[] {
    return this.#sql.unsettledOfSheet.all(sheetId)
  }

  /** All marks in the state. Few marks are `held` or `sending`, even in a long queue. */
  rowsInState(state: 'held' | 'sending'): Mark[] {
    return this.#sql.inHand.all(state)
  }

  /** The marks that wait because the service asked for it are due at once. */
  endWaits(): void {
    this.#sql.endWaits.run()
  }

  /** The marks that are due and are the first of their sheet, oldest first. */
  nextDue(now: number, limit: number): Mark[] {
    return this.#sql.nextInLine.all({ now, limit })
  }

  nextDueAt(now: number): number | null {
    return this.#sql.nextDueAt.get({ now }) ?? null
  }

  /** Whether another row was delivered since. */
  hasOtherDeliveredSince(since: number, seq: number): boolean {
    return this.#sql.passedSince.get({ since, seq }) === 1
  }

  countsByState() {
    return this.#sql.counted.all()
  }

  /** Moves settled rows that have not changed since `before`. Two statements: hold a transaction. */
  moveToHistory(before: number): void {
    this.#sql.toHistory.run({ before })
    this.#sql.dropMoved.run({ before })
  }
}

function prepareRowStatements(db: Database) {
  // by position, because binding forty names takes twice the time
  const insert = db.prepare<Mark[keyof Mark][]>(
    `INSERT INTO mark (${inserted.map((field) => columns[field]).join(', ')})
     VALUES (${inserted.map(() => '?').join(', ')})`,
  )
  const update = db.prepare<Pick<Mark, (typeof moving)[number]> & { seq: number; from: Mark['state'] }>(
    `UPDATE mark SET ${moving.map((field) => `${columns[field]} = @${field}`).join(', ')}
     WHERE seq = @seq AND state = @from`,
  )
  const byId = db.prepare<[string], Mark>(`SELECT ${selected} FROM mark WHERE operation_id = ?`)
  const ofBending = db.prepare<{ sheetId: string; reworkCount: number }, Mark>(
    `SELECT ${selected} FROM mark WHERE sheet_id = @sheetId AND rework_count = @reworkCount AND state <> 'cancelled'
     UNION ALL SELECT ${selected} FROM mark_history
     WHERE sheet_id = @sheetId AND rework_count = @reworkCount AND state <> 'cancelled' LIMIT 1`,
  )
  const isMarked = db
    .prepare<[string, number, string, number], number>(
      `SELECT EXISTS (SELECT 1 FROM mark WHERE sheet_id = ? AND rework_count = ? AND state <> 'cancelled')
         OR EXISTS (SELECT 1 FROM mark_history WHERE sheet_id = ? AND rework_count = ? AND state <> 'cancelled')`,
    )
    .pluck()
  const newestOfSheet = db.prepare<{ sheetId: string }, Mark>(
    `SELECT * FROM (
       SELECT ${selected} FROM mark WHERE sheet_id = @sheetId AND state <> 'cancelled'
       UNION ALL SELECT ${selected} FROM mark WHERE sheet_id = @sheetId AND state = 'cancelled' AND reason = 'undone'
       UNION ALL SELECT ${selected} FROM mark_history WHERE sheet_id = @sheetId AND state <> 'cancelled')
     ORDER BY state = 'cancelled', seq DESC LIMIT 1`,
  )
  const marked = db
    .prepare<[string], string>(
      `SELECT value FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM mark WHERE sheet_id = value AND state <> 'cancelled')
         OR EXISTS (SELECT 1 FROM mark WHERE sheet_id = value AND state = 'cancelled')
         OR EXISTS (SELECT 1 FROM mark_history WHERE sheet_id = value)`,
    )
    .pluck()
  const unsettled = db.prepare<[], MarkSummaryRow>(`SELECT ${shown} FROM mark WHERE ${undelivered} ORDER BY seq`)
  const mostUrgent = db.prepare<{ limit: number }, MarkSummaryRow>(
    `SELECT ${shown} FROM mark WHERE seq IN (
       SELECT seq FROM mark WHERE ${undelivered} ORDER BY ${inLine}, seq LIMIT @limit) ORDER BY ${inLine}, seq`,
  )
  const oldestFingerprint = db
    .prepare<[], string>(`SELECT fingerprint FROM mark WHERE ${undelivered} ORDER BY seq LIMIT 1`)
    .pluck()
  const deliveredOrToSend = db
    .prepare<[], string>(
      `SELECT operation_id FROM mark WHERE state IN ('delivered', 'held', 'queued', 'waiting')
       ORDER BY state = 'delivered' DESC, seq`,
    )
    .pluck()
  const stopped = db.prepare<[], MarkSummaryRow>(
    `SELECT ${shown} FROM mark WHERE ${undelivered} AND state = 'conflict' AND reason = 'drawing_wrong'`,
  )
  const inHistory = db.prepare<[string], Mark>(`SELECT ${selected} FROM mark_history WHERE operation_id = ?`)
  const unsettledOfSheet = db.prepare<[string], Mark>(
    `SELECT ${selected} FROM mark WHERE sheet_id = ? AND state <> 'cancelled' AND ${undelivered} ORDER BY seq`,
  )
  return {
    insert,
    update,
    byId,
    ofBending,
    isMarked,
    newestOfSheet,
    marked,
    unsettled,
    mostUrgent,
    oldestFingerprint,
    deliveredOrToSend,
    stopped,
    inHistory,
    unsettledOfSheet,
  }
}

function prepareQueueStatements(db: Database) {
  const inHand = db.prepare<[Mark['state']], Mark>(
    `SELECT ${selected} FROM mark INDEXED BY mark_in_hand WHERE state IN ('held', 'sending') AND state = ? ORDER BY seq`,
  )
  // a change in the future, or a due time beyond any pause, shows that the clock was set back: the row is due
  const due = `(m.due_at IS NULL OR m.due_at <= @now OR m.changed_at > @now
    OR m.due_at > @now + CASE m.state WHEN 'waiting' THEN ${maxWaitMs} ELSE ${maxPauseMs} END)`
  // a deviation is stored, but its marks are not stopped yet
  const reported = `EXISTS (SELECT 1 FROM deviation AS d WHERE d.sheet_id = m.sheet_id AND d.state = 'open')`
  const nextInLine = db.prepare<{ now: number; limit: number }, Mark>(
    `SELECT ${selected} FROM mark AS m
     WHERE m.state NOT IN ('delivered', 'cancelled') AND m.state IN ('queued', 'unknown', 'waiting') AND ${due}
       AND (m.state = 'unknown' OR NOT ${reported} OR m.reason = 'in_progress')
       AND NOT EXISTS (SELECT 1 FROM mark AS e INDEXED BY mark_once_per_bending
         WHERE e.sheet_id = m.sheet_id AND e.state <> 'cancelled' AND e.seq < m.seq AND e.${inLine})
     ORDER BY m.seq LIMIT @limit`,
  )
  const endWaits = db.prepare<[]>(
    `UPDATE mark SET due_at = NULL WHERE due_at IS NOT NULL AND state = 'waiting' AND reason IN ('rate_limited', 'in_progress')`,
  )
  const nextDueAt = db
    .prepare<{ now: number }, number>(
      `SELECT due_at FROM mark INDEXED BY mark_due
       WHERE due_at > @now AND state IN ('queued', 'unknown', 'waiting') ORDER BY due_at LIMIT 1`,
    )
    .pluck()
  const passedSince = db
    .prepare<{ since: number; seq: number }, number>(
      `SELECT EXISTS (SELECT 1 FROM mark WHERE state IN ('delivered', 'cancelled') AND changed_at >= @since
         AND delivered_at >= @since AND seq <> @seq)`,
    )
    .pluck()
  const counted = db.prepare<[], { state: Mark['state']; rows: number; oldest: number }>(
    `SELECT state, count(*) AS rows, min(marked_at) AS oldest FROM mark WHERE ${undelivered} GROUP BY state`,
  )
  const toHistory = db.prepare<{ before: number }>(
    `INSERT INTO mark_history (${entries.map(([, column]) => column).join(', ')})
     SELECT ${entries.map(([, column]) => column).join(', ')} FROM mark
     WHERE state IN ('delivered', 'cancelled') AND changed_at < @before`,
  )
  const dropMoved = db.prepare<{ before: number }>(
    `DELETE FROM mark WHERE state IN ('delivered', 'cancelled') AND changed_at < @before`,
  )
  return { inHand, endWaits, nextInLine, nextDueAt, passedSince, counted, toHistory, dropMoved }
}
