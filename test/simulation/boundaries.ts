// Every point between two steps at which a station of the simulation is killed.
import type { Boundary } from './sim-station.ts'

/** During the upgrade of a store: after the copy of the old store was made, and before and after the commit. */
export const upgradeBoundaries: readonly Boundary[] = ['upgrade_copied', 'upgrade_in_commit', 'upgrade_committed']

/** Where a station may be killed: every point between two steps. */
export const boundaries: readonly Boundary[] = [
  ...upgradeBoundaries,
  'outbox_open',
  'cache_open',
  'station_open',
  'tick_in_commit',
  'tick_committed',
  'work_in_commit',
  'work_committed',
  'cancelled_in_commit',
  'cancelled_committed',
  'queued_in_commit',
  'queued_committed',
  'sending_in_commit',
  'sending_committed',
  'before_first_byte',
  'report_over',
  'delivered_in_commit',
  'delivered_committed',
  'unknown_in_commit',
  'unknown_committed',
  'reading_over',
  'waiting_in_commit',
  'waiting_committed',
  'conflict_in_commit',
  'conflict_committed',
  'parked_in_commit',
  'parked_committed',
  'bent_elsewhere_in_commit',
  'bent_elsewhere_committed',
  'events_in_commit',
  'events_committed',
  'lists_in_commit',
  'lists_committed',
  'sheet_in_commit',
  'sheet_committed',
]

/** Boundaries that a station reaches less often: they are chosen more often. */
export const rareBoundaries: readonly Boundary[] = [
  'cache_open',
  'events_in_commit',
  'events_committed',
  'work_in_commit',
  'work_committed',
  'cancelled_in_commit',
  'cancelled_committed',
  'conflict_in_commit',
  'conflict_committed',
  'lists_in_commit',
  'lists_committed',
  'before_first_byte',
  'report_over',
  'reading_over',
  'delivered_in_commit',
  'tick_in_commit',
]
/** The boundaries before and after the commit of the fact that another station's report was first. */
type Sides = readonly [inCommit: Boundary, committed: Boundary]

/** Both sides of the commit that another station's report was first. */
export const bentElsewhere: Sides = ['bent_elsewhere_in_commit', 'bent_elsewhere_committed']

/** Boundaries that are rarely reached: chosen each time, and on one side of the commit, because the first side hides the second. */
export const seldomBoundaries: readonly Sides[] = [
  ['waiting_in_commit', 'waiting_committed'],
  ['parked_in_commit', 'parked_committed'],
  bentElsewhere,
]
