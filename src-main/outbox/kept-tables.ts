// The tables whose rows are kept for good and therefore lie in the journal, too. Parents first, so that a reader of a rebuilt file
// finds them in order. Pure.

export interface KeptTable {
  name: string
  /** Each of these lists of columns names a row alone. */
  keys: readonly (readonly string[])[]
  /** Of two readings of one row the one with the later moment here is further along; null: a row never changes. */
  furtherBy: string | null
  /** The moment by which the newest is told from the rest, where no key numbers the rows. */
  newestBy?: string
}

export const keptTables: readonly KeptTable[] = [
  { name: 'operator', keys: [['id']], furtherBy: null },
  { name: 'drawing', keys: [['sheet_id', 'hash']], furtherBy: null },
  { name: 'job', keys: [['id']], furtherBy: 'closed_at' },
  { name: 'piece_event', keys: [['id'], ['seq']], furtherBy: null },
  { name: 'deviation', keys: [['id']], furtherBy: 'settled_at' },
  { name: 'mark', keys: [['operation_id'], ['seq']], furtherBy: 'changed_at' },
  { name: 'decision', keys: [['id'], ['seq']], furtherBy: null },
  { name: 'approval_override', keys: [['id']], furtherBy: null },
  { name: 'hand_over', keys: [['nonce']], furtherBy: 'taken_back_at' },
  { name: 'brake_program', keys: [['id']], furtherBy: null, newestBy: 'sent_at' },
  { name: 'brake_program_event', keys: [['id'], ['seq']], furtherBy: null },
  { name: 'plan', keys: [['id']], furtherBy: null, newestBy: 'made_at' },
  { name: 'correction', keys: [['id']], furtherBy: null, newestBy: 'at' },
]

export type Value = string | number | Uint8Array | null
export type Row = Record<string, Value>
