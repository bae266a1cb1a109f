// Deletes a sandbox's workshop with all that is its own, in one transaction: what is broken off has deleted nothing. Its files are
// swept afterwards, as those of any order that is gone.
import type { Store } from '../store/store.ts'

/** Every table whose rows name their workshop, or a key of one; the others' rows go with the rows that they hang on. */
const owners = `SELECT t.name AS tableName, c.name AS columnName FROM sqlite_schema t JOIN pragma_table_info(t.name) c
  WHERE t.type = 'table' AND c.name IN ('key_id', 'workshop_id') ORDER BY c.name, t.name`

/** Refuses a live workshop, whatever asks for it. */
export function removeWorkshop({ db, write }: Store, workshopId: string): void {
  write(() => {
    const sandbox = db.prepare<[string], number>('SELECT sandbox FROM workshop WHERE id = ?').pluck().get(workshopId)
    if (sandbox !== 1) throw new Error('only a sandbox is deleted')
    // One table's rows hang on another's: all are gone by the end.
    db.pragma('defer_foreign_keys = ON')
    for (const { tableName, columnName } of db.prepare<[], { tableName: string; columnName: string }>(owners).all()) {
      const whose = columnName === 'key_id' ? 'IN (SELECT id FROM api_key WHERE workshop_id = ?)' : '= ?'
      db.prepare<[string]>(`DELETE FROM "${tableName}" WHERE ${columnName} ${whose}`).run(workshopId)
    }
    db.prepare<[string]>('DELETE FROM workshop WHERE id = ?').run(workshopId)
    // The newest events may have been its own. With a clock that has gone back, later ones of others begin below them.
    db.prepare(
      `UPDATE webhook_address SET seen_event = newest.id FROM (SELECT coalesce((SELECT id FROM event ORDER BY rowid DESC LIMIT 1), '') AS id) newest
       WHERE seen_event > newest.id`,
    ).run()
  })
}
