// The tables whose rows are permanent and therefore also in the journal. Parents come first, so that a rebuilt file has them in order.
// Pure.

export interface JournaledTable {
  name: string
  /** Each of these lists of columns identifies a row. */
  keys: readonly (readonly string[])[]
  /** The column whose later time shows the newer of two versions of a row; null: a row never changes. */
  furtherBy: string | null
  /** The column whose time orders the rows, where no key numbers them. */
  newestBy?: string
}

export const journaledTables: readonly JournaledTable[] = [
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
  { name: 'bend_order', keys: [['id']], furtherBy: null, newestBy: 'kept_at' },
  { name: 'correction', keys: [['id']], furtherBy: null, newestBy: 'at' },
  { name: 'gauge_correction', keys: [['id']], furtherBy: null, newestBy: 'at' },
]

export type Value = string | number | Uint8Array | null
export type Row = Record<string, Value>
