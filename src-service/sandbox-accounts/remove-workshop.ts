// Deletes a sandbox's workshop with all its data in one transaction. Its files are deleted afterwards, like those of any deleted order.
import type { Store } from '../store/index.ts'
import { linkUse } from './link-use.ts'

/** Every table with a column for the workshop or a key. Rows of other tables are deleted by cascade. */
const owners = `SELECT t.name AS tableName, c.name AS columnName FROM sqlite_schema t JOIN pragma_table_info(t.name) c
  WHERE t.type = 'table' AND c.name IN ('key_id', 'workshop_id') ORDER BY c.name, t.name`

/** Throws for a live workshop. */
export function removeWorkshop({ db, write }: Store, workshopId: string): void {
  write(() => {
    const sandbox = db.prepare<[string], number>('SELECT sandbox FROM workshop WHERE id = ?').pluck().get(workshopId)
    if (sandbox !== 1) throw new Error('only a sandbox can be deleted')
    // Rows refer to each other: foreign keys are checked at the end of the transaction.
    db.pragma('defer_foreign_keys = ON')
    for (const { tableName, columnName } of db.prepare<[], { tableName: string; columnName: string }>(owners).all()) {
      const ownerCondition = columnName === 'key_id' ? 'IN (SELECT id FROM api_key WHERE workshop_id = ?)' : '= ?'
      db.prepare<[string]>(`DELETE FROM "${tableName}" WHERE ${columnName} ${ownerCondition}`).run(workshopId)
    }
    db.prepare<[string]>('DELETE FROM workshop WHERE id = ?').run(workshopId)
    // The newest events may have been of this workshop. If the clock was set back, later events of other workshops have lower ids.
    db.prepare(
      `UPDATE webhook_address SET seen_event = newest.id FROM (SELECT coalesce((SELECT id FROM event ORDER BY rowid DESC LIMIT 1), '') AS id) newest
       WHERE seen_event > newest.id`,
    ).run()
  })
}

/** Removes the sandboxes that have never had a key: their making was interrupted. Their links are open again. */
export function removeUnfinishedSandboxes(store: Store): void {
  store.write(() => {
    const ids = store.db
      .prepare<[], string>(
        'SELECT id FROM workshop WHERE sandbox = 1 AND NOT EXISTS (SELECT 1 FROM api_key k WHERE k.workshop_id = workshop.id)',
      )
      .pluck()
      .all()
    for (const id of ids) removeWorkshop(store, id)
    store.db.prepare('UPDATE sandbox_ask SET used = ? WHERE used = ?').run(linkUse.unused, linkUse.inUse)
  })
}
