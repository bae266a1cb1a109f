// The columns of a mark in outbox.db, and which of their changes the journal records. They belong to released migrations, so they never
// change. Pure.
export const markColumns = `
  operation_id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL REFERENCES job (id),
  sheet_id TEXT NOT NULL,
  sheet_version INTEGER NOT NULL,
  drawing_version INTEGER NOT NULL,
  rework_count INTEGER NOT NULL CHECK (rework_count >= 0),
  drawing_hash TEXT NOT NULL,
  operator_id TEXT REFERENCES operator (id),
  by_name TEXT,
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  pieces INTEGER NOT NULL CHECK (pieces >= 1),
  pieces_choice TEXT CHECK (pieces_choice IN ('close_short', 'over')),
  pieces_reason TEXT,
  press_brake_id TEXT,
  marked_at INTEGER NOT NULL,
  service_offset_ms INTEGER,
  boot_id TEXT NOT NULL,
  monotonic_ms REAL NOT NULL,
  held_until INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('held', 'queued', 'sending', 'unknown', 'waiting', 'delivered', 'conflict',
    'bent_elsewhere', 'parked', 'cancelled', 'rework_wanted')),
  reason TEXT,
  detail TEXT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  failing_since INTEGER,
  due_at INTEGER,
  target_drawing_version INTEGER NOT NULL,
  target_rework_count INTEGER NOT NULL,
  target_drawing_hash TEXT NOT NULL,
  if_match_version INTEGER,
  payload TEXT NOT NULL DEFAULT 'whole' CHECK (payload IN ('whole', 'smallest')),
  payload_version INTEGER,
  idempotency_key TEXT NOT NULL,
  request BLOB,
  bent_at INTEGER,
  first_sent_at INTEGER,
  last_sent_at INTEGER,
  delivered_at INTEGER,
  changed_at INTEGER NOT NULL,
  CHECK ((pieces = quantity AND pieces_choice IS NULL)
    OR (pieces < quantity AND pieces_choice IS 'close_short' AND length(pieces_reason) > 0)
    OR (pieces > quantity AND pieces_choice IS 'over' AND length(pieces_reason) > 0)),
  CHECK (state <> 'sending' OR request IS NOT NULL),
  CHECK (state <> 'delivered' OR delivered_at IS NOT NULL)`

/** The columns that never change, as a trigger names them. */
export const pinnedColumns = `operation_id, job_id, sheet_id, sheet_version, drawing_version, rework_count, drawing_hash, operator_id,
  by_name, quantity, pieces, pieces_choice, pieces_reason, press_brake_id, marked_at, service_offset_ms, boot_id,
  monotonic_ms, held_until, fingerprint`

export const pinnedOfMark: readonly string[] = pinnedColumns.split(/,\s+/)

// The journal omits a step between two undelivered states with the same request: a restored mark is verified in either state.
export const statesUnderWay: readonly string[] = ['held', 'queued', 'sending', 'unknown', 'waiting']
const underWay = `(${statesUnderWay.map((state) => `'${state}'`).join(', ')})`
/** The condition of the trigger that adds a changed mark to the rows for the journal. */
export const saysMore = `WHEN NOT (OLD.state IN ${underWay} AND NEW.state IN ${underWay}
  AND NEW.idempotency_key = OLD.idempotency_key AND NEW.request IS OLD.request)`
