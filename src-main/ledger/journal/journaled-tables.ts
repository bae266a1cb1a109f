// The tables whose rows are permanent and therefore also in the journal. Parents come first, so that a rebuilt file has them in order.
// Pure.

export interface JournaledTable {
  name: string
  /** Each of these lists of columns identifies a row. */
  keys: readonly (readonly string[])[]
  /** A row has versions. False: it never changes. */
  changes: boolean
  /**
   * The newest row counts, and no key numbers the rows. The column has the time of a row, for rows whose changes have no number any
   * more.
   */
  newestBy?: string
}

export const journaledTables: readonly JournaledTable[] = [
  { name: 'operator', keys: [['id']], changes: true },
  { name: 'drawing', keys: [['sheet_id', 'hash']], changes: false },
  { name: 'job', keys: [['id']], changes: true },
  { name: 'piece_event', keys: [['id'], ['seq']], changes: false },
  { name: 'deviation', keys: [['id']], changes: true },
  { name: 'mark', keys: [['operation_id'], ['seq']], changes: true },
  { name: 'decision', keys: [['id'], ['seq']], changes: false },
  { name: 'approval_override', keys: [['id']], changes: false },
  { name: 'hand_over', keys: [['nonce']], changes: true },
  { name: 'brake_program', keys: [['id']], changes: false, newestBy: 'sent_at' },
  { name: 'brake_program_event', keys: [['id'], ['seq']], changes: false },
  { name: 'plan', keys: [['id']], changes: false, newestBy: 'made_at' },
  { name: 'bend_order', keys: [['id']], changes: false, newestBy: 'kept_at' },
  { name: 'correction', keys: [['id']], changes: false, newestBy: 'at' },
  { name: 'gauge_correction', keys: [['id']], changes: false, newestBy: 'at' },
]

export type Value = string | number | Uint8Array | null
export type Row = Record<string, Value>
