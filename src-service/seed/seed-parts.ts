// The parts of the service with which the contents of a sandbox are written.
import type { CustomerStore } from '../customers/index.ts'
import type { InvoiceStore, SellerStore } from '../invoices/index.ts'
import type { OrderStore } from '../orders/index.ts'
import type { PressBrakes, SheetStore } from '../production/index.ts'
import type { ShopStore } from '../shop/index.ts'
import type { ServiceClock, Store } from '../store/index.ts'

export interface SeedParts {
  store: Store
  clock: ServiceClock
  orders: OrderStore
  sheets: SheetStore
  brakes: PressBrakes
  shops: ShopStore
  invoices: InvoiceStore
  customers: CustomerStore
  sellers: SellerStore
}
