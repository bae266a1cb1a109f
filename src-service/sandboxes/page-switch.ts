// Whether anybody may ask for a sandbox on the service's page. Assumed (specification 5.10 names the link, and no page): a service with a
// live workshop has the page closed until its desk opens it; the desk's own links are sent all the same.
import type { Store } from '../store/store.ts'
import { listWorkshops } from '../store/workshops.ts'

const name = 'sandbox_page'

export function pageIsOpen(store: Store): boolean {
  const said = store.db.prepare<[string], { value: number }>('SELECT value FROM setting WHERE name = ?').get(name)
  return said === undefined ? listWorkshops(store).every(({ sandbox }) => sandbox) : said.value === 1
}

export function switchPage({ db, write }: Store, open: boolean): void {
  write(() =>
    db
      .prepare(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(name, open ? 1 : 0),
  )
}
