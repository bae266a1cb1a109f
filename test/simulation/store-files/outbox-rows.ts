// Reads the rows of an outbox from its file with its own SQL, independently of the program under test.
import type { Database } from 'better-sqlite3'

/** The columns that the tick fixes. */
const pinned = [
  'operation_id',
  'job_id',
  'sheet_id',
  'sheet_version',
  'drawing_version',
  'rework_count',
  'drawing_hash',
  'operator_id',
  'by_name',
  'quantity',
  'pieces',
  'pieces_choice',
  'pieces_reason',
  'press_brake_id',
  'marked_at',
  'service_offset_ms',
  'boot_id',
  'monotonic_ms',
  'held_until',
  'fingerprint',
]
const columns = `operation_id, sheet_id, rework_count, drawing_hash, state, reason, idempotency_key, request,
  target_drawing_hash, payload, pieces, due_at, held_until, json_array(${pinned.join(', ')}) AS pinned`

export interface OutboxRow {
  operation_id: string
  sheet_id: string
  rework_count: number
  drawing_hash: string
  state: string
  reason: string | null
  idempotency_key: string
  request: Buffer | null
  target_drawing_hash: string
  /** The body of its request. */
  payload: 'whole' | 'smallest'
  pieces: number
  due_at: number | null
  held_until: number
  /** What the tick fixed, as one text. */
  pinned: string
}

export const isSettled = ({ state }: OutboxRow): boolean => state === 'delivered' || state === 'cancelled'
export const needsPerson = ({ state }: OutboxRow): boolean =>
  ['conflict', 'bent_elsewhere', 'parked', 'rework_wanted'].includes(state)

export interface OutboxReader {
  /** A number that changes with every write. */
  version: () => number
  /** Current rows and those of the history. */
  rows: () => OutboxRow[]
  rowWithKey: (idempotencyKey: string) => OutboxRow | undefined
  close: () => void
}

export function readOutbox(db: Database): OutboxReader {
  const version = db.prepare<[], number>('PRAGMA data_version').pluck()
  const rows = db.prepare<[], OutboxRow>(`SELECT ${columns} FROM mark_history UNION ALL SELECT ${columns} FROM mark`)
  const rowWithKey = db.prepare<[string], OutboxRow>(`SELECT ${columns} FROM mark WHERE idempotency_key = ?`)
  return {
    version: () => version.get() ?? 0,
    rows: () => rows.all(),
    rowWithKey: (key) => rowWithKey.get(key),
    close: () => void db.close(),
  }
}
