// The actions on the seller: what the workshop's invoices state about it.
import type { Seller } from '../../invoices/index.ts'
import type { Parts } from '../../parts.ts'
import type { Workshop } from '../../store/index.ts'

export interface SellerActions {
  read: () => Seller
  /** Throws for an invalid member. Omitted members do not change. */
  set: (changes: Partial<Seller>) => Seller
}

export function sellerActions({ sellers }: Parts, { id: workshopId }: Workshop): SellerActions {
  return {
    read: () => sellers.sellerOf(workshopId),
    set: (changes) => sellers.set(workshopId, changes),
  }
}
