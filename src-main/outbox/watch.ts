// The moments at which a test may look at the outbox, or end it as a kill would. Types alone.
import type { MarkState } from '../../shared/station-api/index.ts'

/**
 * Between two steps: `in_commit` with the transaction's last statement done and nothing committed, `committed` right after it, before
 * anybody is told.
 */
export type OutboxBoundary =
  | 'outbox_open'
  /** Of an upgrade: with the copy of the old store made. */
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

/** Called in the midst of the work and waited for. */
export type OnBoundary = (boundary: OutboxBoundary) => void

export interface OutboxWatch {
  /** The line of the transition table that is about to be stored. */
  onLine?: (line: string) => void
  onBoundary?: OnBoundary
}
