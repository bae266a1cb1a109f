// The tables of outbox.db, migration by migration. Additive only: a released migration never changes. Triggers protect permanent rows,
// so that no later code can lose them by mistake. Times are milliseconds since 1970 by this computer's clock, unless the column says
// otherwise. Pure.
import type { Migration } from '../../platform/sqlite.ts'
import { markColumns, pinnedColumns, saysMore } from './mark-columns.ts'

const never = (table: string, act: 'UPDATE' | 'DELETE', because: string): string => `
CREATE TRIGGER ${table}_no_${act.toLowerCase()} BEFORE ${act} ON ${table}
BEGIN SELECT RAISE(ABORT, '${because}'); END;`

const first = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE drawing (
  sheet_id TEXT NOT NULL,
  hash TEXT NOT NULL CHECK (length(hash) >= 8),
  sheet TEXT NOT NULL CHECK (json_valid(sheet)),
  stored_at INTEGER NOT NULL,
  PRIMARY KEY (sheet_id, hash)
) STRICT;
${never('drawing', 'UPDATE', 'what was bent is never rewritten')}
${never('drawing', 'DELETE', 'what was bent is never deleted')}

CREATE TABLE operator (
  id TEXT PRIMARY KEY,
  initials TEXT NOT NULL CHECK (length(initials) BETWEEN 1 AND 100),
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX operator_initials ON operator (initials) WHERE active = 1;
${never('operator', 'DELETE', 'an operator is set inactive, never deleted')}

CREATE TABLE job (
  id TEXT PRIMARY KEY,
  sheet_id TEXT NOT NULL,
  sheet_version INTEGER NOT NULL,
  drawing_version INTEGER NOT NULL,
  rework_count INTEGER NOT NULL,
  drawing_hash TEXT NOT NULL,
  press_brake_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'paused', 'closed')),
  opened_at INTEGER NOT NULL,
  closed_at INTEGER,
  FOREIGN KEY (sheet_id, drawing_hash) REFERENCES drawing (sheet_id, hash)
) STRICT;
CREATE UNIQUE INDEX job_at_work ON job (sheet_id) WHERE state = 'open';
CREATE INDEX job_of_sheet ON job (sheet_id, state);
CREATE TRIGGER job_is_pinned BEFORE UPDATE OF id, sheet_id, sheet_version, drawing_version, rework_count, drawing_hash ON job
BEGIN SELECT RAISE(ABORT, 'a job is pinned to its drawing'); END;
${never('job', 'DELETE', 'a job is closed, never deleted')}

CREATE TABLE piece_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL REFERENCES job (id),
  piece_no INTEGER NOT NULL CHECK (piece_no >= 1),
  kind TEXT NOT NULL CHECK (kind IN ('good', 'test', 'scrap', 'rebend', 'adjust', 'takeover')),
  delta INTEGER NOT NULL CHECK (delta <> 0),
  source TEXT NOT NULL CHECK (source IN ('controller', 'hand')),
  reason TEXT,
  operator_id TEXT REFERENCES operator (id),
  at INTEGER NOT NULL,
  boot_id TEXT NOT NULL,
  monotonic_ms REAL NOT NULL,
  CHECK (kind = 'adjust' OR delta > 0),
  CHECK (kind <> 'adjust' OR (source = 'hand' AND length(reason) > 0))
) STRICT;
CREATE INDEX piece_event_of_job ON piece_event (job_id, piece_no);
${never('piece_event', 'UPDATE', 'a piece event is corrected by another one, never rewritten')}
${never('piece_event', 'DELETE', 'a piece event is never deleted')}

CREATE TABLE deviation (
  id TEXT PRIMARY KEY,
  sheet_id TEXT NOT NULL,
  sheet_version INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('measure', 'side', 'quantity', 'material', 'other')),
  text TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'released', 'superseded')),
  operator_id TEXT REFERENCES operator (id),
  reported_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE INDEX deviation_of_sheet ON deviation (sheet_id, state);
${never('deviation', 'DELETE', 'a deviation is settled, never deleted')}

CREATE TABLE mark (seq INTEGER PRIMARY KEY AUTOINCREMENT, ${markColumns}) STRICT;
CREATE UNIQUE INDEX mark_once_per_bending ON mark (sheet_id, rework_count) WHERE state <> 'cancelled';
CREATE INDEX mark_of_sheet ON mark (sheet_id, seq);
CREATE INDEX mark_undelivered ON mark (seq, state, due_at, sheet_id, marked_at) WHERE state NOT IN ('delivered', 'cancelled');
CREATE INDEX mark_settled ON mark (changed_at) WHERE state IN ('delivered', 'cancelled');

CREATE TABLE mark_history (seq INTEGER PRIMARY KEY, ${markColumns}, CHECK (state IN ('delivered', 'cancelled'))) STRICT;
CREATE INDEX mark_history_of_sheet ON mark_history (sheet_id, seq);
${never('mark_history', 'UPDATE', 'history is never rewritten')}
${never('mark_history', 'DELETE', 'history is never deleted')}

CREATE TRIGGER mark_no_delete BEFORE DELETE ON mark
WHEN NOT EXISTS (SELECT 1 FROM mark_history AS h WHERE h.operation_id = OLD.operation_id)
BEGIN SELECT RAISE(ABORT, 'a mark is never deleted'); END;
CREATE TRIGGER mark_is_pinned BEFORE UPDATE OF ${pinnedColumns} ON mark
BEGIN SELECT RAISE(ABORT, 'what was marked is never rewritten'); END;
CREATE TRIGGER mark_request_is_frozen BEFORE UPDATE OF request ON mark
WHEN OLD.request IS NOT NULL AND NEW.request IS NOT OLD.request AND NEW.idempotency_key = OLD.idempotency_key
BEGIN SELECT RAISE(ABORT, 'a request keeps its bytes as long as it keeps its key'); END;

CREATE TABLE plan (
  id TEXT PRIMARY KEY,
  sheet_id TEXT NOT NULL,
  drawing_hash TEXT NOT NULL,
  press_brake_id TEXT,
  plan TEXT NOT NULL CHECK (json_valid(plan)),
  operator_id TEXT REFERENCES operator (id),
  made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX plan_of_drawing ON plan (sheet_id, drawing_hash, made_at);

CREATE TABLE correction (
  id TEXT PRIMARY KEY,
  press_brake_id TEXT,
  material TEXT NOT NULL,
  thickness_mm REAL NOT NULL CHECK (thickness_mm > 0),
  tool TEXT NOT NULL,
  angle_deg REAL NOT NULL,
  measured_deg REAL,
  correction_deg REAL NOT NULL,
  operator_id TEXT REFERENCES operator (id),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX correction_for ON correction (material, thickness_mm, tool, angle_deg, at);
`

const keptForGood = (table: string, because: string): string =>
  `${never(table, 'UPDATE', because)}${never(table, 'DELETE', because)}`

const second = `
CREATE TABLE decision (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  operation_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  why TEXT,
  operator_id TEXT REFERENCES operator (id),
  by_name TEXT,
  from_state TEXT NOT NULL,
  from_reason TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX decision_on_mark ON decision (operation_id, seq);
${keptForGood('decision', 'what a person decided is kept for good')}

CREATE TABLE approval_override (
  id TEXT PRIMARY KEY,
  sheet_id TEXT NOT NULL,
  drawing_hash TEXT NOT NULL,
  why TEXT NOT NULL CHECK (length(why) > 0),
  operator_id TEXT REFERENCES operator (id),
  by_name TEXT NOT NULL CHECK (length(by_name) > 0),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX approval_override_of ON approval_override (sheet_id, drawing_hash);
${keptForGood('approval_override', 'who passed over the customer’s answer is kept for good')}

-- a code is valid once, whether this station gave it or took it
CREATE TABLE hand_over (
  nonce TEXT PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES job (id),
  direction TEXT NOT NULL CHECK (direction IN ('given', 'taken')),
  code TEXT NOT NULL,
  includes TEXT NOT NULL CHECK (json_valid(includes)),
  operator_id TEXT REFERENCES operator (id),
  by_name TEXT,
  at INTEGER NOT NULL,
  taken_back_at INTEGER,
  taken_back_by TEXT,
  taken_back_why TEXT,
  CHECK (taken_back_at IS NULL OR (direction = 'given' AND length(taken_back_why) > 0))
) STRICT;
CREATE INDEX hand_over_of_job ON hand_over (job_id, direction);
${never('hand_over', 'DELETE', 'a code that was given or taken is never deleted')}
CREATE TRIGGER hand_over_is_pinned BEFORE UPDATE ON hand_over
WHEN OLD.taken_back_at IS NOT NULL OR NEW.nonce IS NOT OLD.nonce OR NEW.job_id IS NOT OLD.job_id
  OR NEW.direction IS NOT OLD.direction OR NEW.code IS NOT OLD.code OR NEW.includes IS NOT OLD.includes
  OR NEW.operator_id IS NOT OLD.operator_id OR NEW.by_name IS NOT OLD.by_name OR NEW.at IS NOT OLD.at
BEGIN SELECT RAISE(ABORT, 'a code that was given or taken is never rewritten'); END;

-- the count that an adjustment corrects; null: the good pieces
ALTER TABLE piece_event ADD COLUMN corrects TEXT
  CHECK (corrects IS NULL OR (kind = 'adjust' AND corrects IN ('good', 'test', 'scrap', 'rebend')));

ALTER TABLE deviation ADD COLUMN drawing_version INTEGER;
ALTER TABLE deviation ADD COLUMN drawing_hash TEXT;
ALTER TABLE deviation ADD COLUMN by_name TEXT;
ALTER TABLE deviation ADD COLUMN settled_by TEXT;
ALTER TABLE deviation ADD COLUMN settled_why TEXT;
CREATE INDEX deviation_open ON deviation (sheet_id) WHERE state = 'open';
CREATE TRIGGER deviation_is_pinned BEFORE UPDATE ON deviation
WHEN OLD.state <> 'open' OR NEW.id IS NOT OLD.id OR NEW.sheet_id IS NOT OLD.sheet_id
  OR NEW.sheet_version IS NOT OLD.sheet_version OR NEW.drawing_version IS NOT OLD.drawing_version
  OR NEW.drawing_hash IS NOT OLD.drawing_hash OR NEW.reason IS NOT OLD.reason OR NEW.text IS NOT OLD.text
  OR NEW.operator_id IS NOT OLD.operator_id OR NEW.by_name IS NOT OLD.by_name OR NEW.reported_at IS NOT OLD.reported_at
BEGIN SELECT RAISE(ABORT, 'a deviation is settled once, and what was reported is never rewritten'); END;
`

const noted = (table: string, act: 'INSERT' | 'UPDATE', when = ''): string => `
CREATE TRIGGER ${table}_${act.toLowerCase()}_noted AFTER ${act} ON ${table} ${when}
BEGIN INSERT INTO change (of, row) VALUES ('${table}', NEW.rowid); END;`

const third = `
-- the rows that are not in the journal yet, in the order of the commits; n is never reused, so a journal with a higher n than the
-- store shows that the store lost rows
CREATE TABLE change (n INTEGER PRIMARY KEY AUTOINCREMENT, of TEXT NOT NULL, row INTEGER NOT NULL) STRICT;
${['operator', 'drawing', 'job', 'piece_event', 'deviation', 'mark', 'decision', 'approval_override', 'hand_over', 'plan', 'correction'].map((table) => noted(table, 'INSERT')).join('')}
${['operator', 'job', 'deviation', 'hand_over', 'plan', 'correction'].map((table) => noted(table, 'UPDATE')).join('')}
${noted('mark', 'UPDATE', saysMore)}
`

// A tap writes one page of each index that contains its rows. The unique indexes contain what these partial ones omit.
const fourth = `
DROP INDEX mark_of_sheet;
CREATE INDEX mark_cancelled ON mark (sheet_id) WHERE state = 'cancelled';
DROP INDEX job_of_sheet;
CREATE INDEX job_paused ON job (sheet_id) WHERE state = 'paused';

-- indexes of the drain's queries, so that they read few rows of a long queue
CREATE INDEX mark_in_hand ON mark (state, seq) WHERE state IN ('held', 'sending');
CREATE INDEX mark_due ON mark (due_at, state) WHERE due_at IS NOT NULL;
`

// Only counting opens a job, and sending a program does not. So a program identifies sheet, drawing and rework itself, as a mark does.
const fifth = `
CREATE TABLE brake_program (
  id TEXT PRIMARY KEY,
  sheet_id TEXT NOT NULL,
  drawing_version INTEGER NOT NULL,
  drawing_hash TEXT NOT NULL,
  rework_count INTEGER NOT NULL CHECK (rework_count >= 0),
  piece_no INTEGER NOT NULL CHECK (piece_no >= 1),
  version INTEGER NOT NULL CHECK (version >= 1),
  content_hash TEXT NOT NULL,
  program TEXT NOT NULL CHECK (json_valid(program)),
  link TEXT NOT NULL,
  map_hash TEXT,
  press_brake_id TEXT,
  operator_id TEXT REFERENCES operator (id),
  sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX brake_program_of ON brake_program (sheet_id, drawing_hash, piece_no);
${keptForGood('brake_program', 'what was sent to a brake is kept for good')}

CREATE TABLE brake_program_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  program_id TEXT NOT NULL REFERENCES brake_program (id),
  kind TEXT NOT NULL CHECK (kind IN ('verified', 'failed', 'reset', 'resumed', 'let_go', 'lost')),
  counter INTEGER,
  counted INTEGER NOT NULL CHECK (counted >= 0),
  operator_id TEXT REFERENCES operator (id),
  detail TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX brake_program_event_of ON brake_program_event (program_id, seq);
${keptForGood('brake_program_event', 'what became of a program is kept for good')}
${noted('brake_program', 'INSERT')}
${noted('brake_program_event', 'INSERT')}
`

// What a correction applies to besides the die's name, and the program of the measured piece. No earlier version wrote to the table.
const sixth = `
ALTER TABLE correction ADD COLUMN v_mm REAL CHECK (v_mm > 0);
ALTER TABLE correction ADD COLUMN punch_radius_mm REAL CHECK (punch_radius_mm >= 0);
ALTER TABLE correction ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0 CHECK (taken_back IN (0, 1));
ALTER TABLE correction ADD COLUMN program_id TEXT REFERENCES brake_program (id);
${keptForGood('correction', 'a correction is corrected by a newer one, never rewritten')}
`

// One act of a planner may cover many sheets, and is undone as one act.
const seventh = `
ALTER TABLE plan ADD COLUMN date TEXT;
ALTER TABLE plan ADD COLUMN act_id TEXT;
ALTER TABLE plan ADD COLUMN undoes TEXT;
CREATE INDEX plan_of_sheet ON plan (sheet_id);
CREATE INDEX plan_of_day ON plan (date);
${keptForGood('plan', 'a choice is taken back by a newer one, never rewritten')}
`

// The id of the bend's punch. Null on folding machines, and in older rows, which do not state it.
const eighth = `
ALTER TABLE correction ADD COLUMN punch TEXT;
`

// The order of bends that a person keeps for a sheet at a machine. It applies while the drawing and `inputs`, the SHA-256 of the text of
// everything that the plan depends on, are the same. Steps null: the planner's order applies again.
const ninth = `
CREATE TABLE bend_order (
  id TEXT PRIMARY KEY,
  sheet_id TEXT NOT NULL,
  machine TEXT NOT NULL,
  drawing_hash TEXT NOT NULL,
  inputs TEXT NOT NULL,
  steps TEXT CHECK (json_valid(steps)),
  operator_id TEXT REFERENCES operator (id),
  kept_at INTEGER NOT NULL
) STRICT;
CREATE INDEX bend_order_of ON bend_order (sheet_id, machine);
${keptForGood('bend_order', 'an order is replaced by a newer one, never rewritten')}
${noted('bend_order', 'INSERT')}
`

// The inside radius of a bump row, whose correction is that of the whole bend. Null for a bend in one stroke, as in all older rows.
const tenth = `
ALTER TABLE correction ADD COLUMN bump_radius_mm REAL CHECK (bump_radius_mm > 0);
`

// Corrections of the backgauge, by the tools, the angle and the place of the flange that was measured.
const eleventh = `
CREATE TABLE gauge_correction (
  id TEXT PRIMARY KEY,
  press_brake_id TEXT,
  material TEXT NOT NULL,
  thickness_mm REAL NOT NULL CHECK (thickness_mm > 0),
  tool TEXT NOT NULL,
  punch TEXT,
  v_mm REAL CHECK (v_mm > 0),
  punch_radius_mm REAL CHECK (punch_radius_mm >= 0),
  bump_radius_mm REAL CHECK (bump_radius_mm > 0),
  angle_deg REAL NOT NULL,
  place TEXT NOT NULL CHECK (place IN ('end', 'inner')),
  drawn_mm REAL NOT NULL CHECK (drawn_mm > 0),
  measured_mm REAL CHECK (measured_mm > 0),
  correction_mm REAL NOT NULL,
  taken_back INTEGER NOT NULL DEFAULT 0 CHECK (taken_back IN (0, 1)),
  program_id TEXT REFERENCES brake_program (id),
  operator_id TEXT REFERENCES operator (id),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX gauge_correction_for ON gauge_correction (material);
${keptForGood('gauge_correction', 'a correction is corrected by a newer one, never rewritten')}
${noted('gauge_correction', 'INSERT')}
`

// Hand-overs to a paired station. Its take-over may arrive after the hand-over was taken back here.
const twelfth = `
-- of a given one: the station that may take it over; of a taken one: this station; null: handed over by a code that a person carries
ALTER TABLE hand_over ADD COLUMN to_station TEXT;
-- when this station learnt that the other one took it over
ALTER TABLE hand_over ADD COLUMN taken_at INTEGER CHECK (taken_at IS NULL OR direction = 'given');
DROP TRIGGER hand_over_is_pinned;
CREATE TRIGGER hand_over_is_pinned BEFORE UPDATE ON hand_over
WHEN OLD.taken_at IS NOT NULL OR NEW.nonce IS NOT OLD.nonce OR NEW.job_id IS NOT OLD.job_id
  OR NEW.direction IS NOT OLD.direction OR NEW.code IS NOT OLD.code OR NEW.includes IS NOT OLD.includes
  OR NEW.operator_id IS NOT OLD.operator_id OR NEW.by_name IS NOT OLD.by_name OR NEW.at IS NOT OLD.at
  OR NEW.to_station IS NOT OLD.to_station
  OR (OLD.taken_back_at IS NOT NULL AND (NEW.taken_back_at IS NOT OLD.taken_back_at
    OR NEW.taken_back_by IS NOT OLD.taken_back_by OR NEW.taken_back_why IS NOT OLD.taken_back_why))
BEGIN SELECT RAISE(ABORT, 'a code that was given or taken is never rewritten'); END;
`

// Operators of all stations. A change is ordered with those of the other stations.
const thirteenth = `
-- by the hybrid clock; 0: before changes had times
ALTER TABLE operator ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
-- the station that changed it last; null: this one
ALTER TABLE operator ADD COLUMN changed_by_station TEXT;
`

export const outboxMigrations: readonly Migration[] = [
  { name: 'marks, jobs, piece events, drawings, plans and corrections', sql: first },
  { name: 'what people decided, hand-overs, approvals passed over, and who settled a deviation', sql: second },
  { name: 'what the journal has still to take', sql: third },
  { name: 'fewer pages a tap, and a drain that looks at no more rows than it must', sql: fourth },
  { name: 'programs that were sent to a brake', sql: fifth },
  { name: 'what an angle correction holds for', sql: sixth },
  { name: 'what a planner chose for a sheet, and in which act', sql: seventh },
  { name: 'the punch for which an angle correction holds', sql: eighth },
  { name: 'the order of bends that a person keeps', sql: ninth },
  { name: 'the radius of the bump row for which an angle correction holds', sql: tenth },
  { name: 'corrections of the backgauge', sql: eleventh },
  { name: 'hand-overs to a paired station', sql: twelfth },
  { name: 'who changed an operator, and when', sql: thirteenth },
]
