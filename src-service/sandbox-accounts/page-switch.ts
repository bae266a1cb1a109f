// Whether anybody can request a sandbox on the service's page. Assumed (specification 5.10 names the link, but no page): with a live workshop
// the page is closed until the administration opens it. Links from the administration are sent in any case.
import { listWorkshops } from '../store/index.ts'
import type { Store } from '../store/index.ts'

const settingName = 'sandbox_page'

export function isPageOpen(store: Store): boolean {
  const setting = store.db
    .prepare<[string], { value: number }>('SELECT value FROM setting WHERE name = ?')
    .get(settingName)
  return setting === undefined ? listWorkshops(store).every(({ sandbox }) => sandbox) : setting.value === 1
}

export function setPageOpen({ db, write }: Store, open: boolean): void {
  write(() =>
    db
      .prepare(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(settingName, open ? 1 : 0),
  )
}
