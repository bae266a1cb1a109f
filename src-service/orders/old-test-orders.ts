// Deletes test orders after thirty days, with their sheets, steps and files, but not their events (specification 1, decision 3). The
// initial orders of a sandbox and live orders are not deleted.
import { testOrderDays } from '../../shared/workshop-api/index.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'

const old = 'is_test = 1 AND seeded = 0 AND created_at <= ?'

export function deleteOldTestOrders({ db, write }: Store, nowMs: number): void {
  const since = instantOf(nowMs - testOrderDays * 86_400_000)
  write(() => {
    db.prepare(`DELETE FROM bending_sheet WHERE order_id IN (SELECT id FROM work_order WHERE ${old})`).run(since)
    db.prepare(`DELETE FROM work_order WHERE ${old}`).run(since)
  })
}
