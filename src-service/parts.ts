// The parts of the service over one store. The service and the administration each create them once.
import { agreementStore } from './agreements/index.ts'
import type { AgreementStore } from './agreements/index.ts'
import { attachmentFiles } from './attachments/index.ts'
import type { AttachmentFiles } from './attachments/index.ts'
import { catalogue } from './catalogue/index.ts'
import type { Catalogue } from './catalogue/index.ts'
import { customerStore } from './customers/index.ts'
import type { CustomerStore } from './customers/index.ts'
import { eventLog } from './events/index.ts'
import type { EventLog } from './events/index.ts'
import { InvoiceStore, sellerStore } from './invoices/index.ts'
import type { SellerStore } from './invoices/index.ts'
import { OrderStore, orderTerms } from './orders/index.ts'
import type { OrderTerms } from './orders/index.ts'
import { PaymentStore } from './payments/index.ts'
import { pressBrakes, sheetStore } from './production/index.ts'
import type { PressBrakes, SheetStore } from './production/index.ts'
import { projectStore } from './projects/index.ts'
import type { ProjectStore } from './projects/index.ts'
import { mailQueue } from './mail/index.ts'
import type { MailQueue } from './mail/index.ts'
import { sandboxStore } from './sandbox-accounts/index.ts'
import type { SandboxStore } from './sandbox-accounts/index.ts'
import { shopStore } from './shop/index.ts'
import type { ShopStore } from './shop/index.ts'
import { serviceClock } from './store/index.ts'
import type { Clock, ServiceClock, Store } from './store/index.ts'
import { DeliveryQueue, WebhookStore } from './webhooks/index.ts'

export interface Parts {
  store: Store
  clock: ServiceClock
  events: EventLog
  agreements: AgreementStore
  catalogue: Catalogue
  shops: ShopStore
  files: AttachmentFiles
  customers: CustomerStore
  projects: ProjectStore
  orders: OrderStore
  orderTerms: OrderTerms
  payments: PaymentStore
  invoices: InvoiceStore
  sellers: SellerStore
  sheets: SheetStore
  brakes: PressBrakes
  webhooks: WebhookStore
  deliveries: DeliveryQueue
  sandboxes: SandboxStore
  mailQueue: MailQueue
}

export function createParts(store: Store, computer: Clock): Parts {
  const events = eventLog(store)
  const orders = new OrderStore(store, events)
  const webhooks = new WebhookStore(store)
  return {
    store,
    clock: serviceClock(store, computer),
    events,
    agreements: agreementStore(store, events),
    catalogue: catalogue(store),
    shops: shopStore(store),
    files: attachmentFiles(store),
    customers: customerStore(store, events),
    projects: projectStore(store),
    orders,
    orderTerms: orderTerms(store),
    payments: new PaymentStore(store, orders),
    invoices: new InvoiceStore(store, events),
    sellers: sellerStore(store),
    sheets: sheetStore(store),
    brakes: pressBrakes(store),
    webhooks,
    deliveries: new DeliveryQueue(store, webhooks),
    sandboxes: sandboxStore(store),
    mailQueue: mailQueue(store),
  }
}
