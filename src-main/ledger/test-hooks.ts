// Hooks by which a test inspects the ledger, or ends it as a kill would. Types only.
import type { MarkState } from '../../shared/station-api/index.ts'

/**
 * A point between two steps. `in_commit`: after the transaction's last statement and before its commit. `committed`: after the commit
 * and before the notification.
 */
export type LedgerBoundary =
  | 'outbox_open'
  /** During an upgrade, after the copy of the old store is made. */
  | 'upgrade_copied'
  | 'upgrade_in_commit'
  | 'upgrade_committed'
  | 'tick_in_commit'
  | 'tick_committed'
  | 'work_in_commit'
  | 'work_committed'
  | `${MarkState}_in_commit`
  | `${MarkState}_committed`
  | 'before_first_byte'
  | 'report_over'
  | 'reading_over'

/** Called synchronously during the work. */
export type OnBoundary = (boundary: LedgerBoundary) => void

export interface LedgerTestHooks {
  /** Called with the transition rule whose step is about to be stored. */
  onRule?: (line: string) => void
  onBoundary?: OnBoundary
}
