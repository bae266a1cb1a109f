// The seller of each workshop in the store: one row. A workshop that has entered nothing has no row.
import type { Store } from '../store/index.ts'
import { seller, unknownSeller } from './seller.ts'
import type { Seller } from './seller.ts'

export interface SellerStore {
  sellerOf: (workshopId: string) => Seller
  has: (workshopId: string) => boolean
  /** Replaces the given members. Throws for an invalid one. */
  set: (workshopId: string, changes: Partial<Seller>) => Seller
}

export function sellerStore({ db, write }: Store): SellerStore {
  const select = db.prepare<[string], { body: string }>('SELECT body FROM seller WHERE workshop_id = ?')
  const selectName = db.prepare<[string], string>('SELECT name FROM workshop WHERE id = ?').pluck()
  const save = db.prepare(
    'INSERT INTO seller (workshop_id, body) VALUES (?, ?) ON CONFLICT (workshop_id) DO UPDATE SET body = excluded.body',
  )
  const sellerOf = (workshopId: string): Seller => {
    const row = select.get(workshopId)
    return row === undefined ? unknownSeller(selectName.get(workshopId) ?? '') : seller.parse(JSON.parse(row.body))
  }
  return {
    sellerOf,
    has: (workshopId) => select.get(workshopId) !== undefined,
    set: (workshopId, changes) =>
      write(() => {
        const changed = seller.parse({ ...sellerOf(workshopId), ...changes })
        save.run(workshopId, JSON.stringify(changed))
        return changed
      }),
  }
}
