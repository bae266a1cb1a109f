// The parts of the service over one store. The service and the administration each create them once.
import { agreementStore } from './agreements/agreement-store.ts'
import type { AgreementStore } from './agreements/agreement-store.ts'
import { attachmentFiles } from './attachments/attachment-files.ts'
import type { AttachmentFiles } from './attachments/attachment-files.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { customerStore } from './customers/customer-store.ts'
import type { CustomerStore } from './customers/customer-store.ts'
import { eventLog } from './events/event-log.ts'
import type { EventLog } from './events/event-log.ts'
import { InvoiceStore } from './invoices/invoice-store.ts'
import { OrderStore } from './orders/order-store.ts'
import { orderTerms } from './orders/order-terms.ts'
import type { OrderTerms } from './orders/order-terms.ts'
import { PaymentStore } from './payments/payment-store.ts'
import { pressBrakes } from './production/press-brakes.ts'
import type { PressBrakes } from './production/press-brakes.ts'
import { sheetStore } from './production/sheet-store.ts'
import type { SheetStore } from './production/sheet-store.ts'
import { projectStore } from './projects/project-store.ts'
import type { ProjectStore } from './projects/project-store.ts'
import { mailQueue } from './mail/mail-queue.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import { sandboxStore } from './sandbox-accounts/sandbox-store.ts'
import type { SandboxStore } from './sandbox-accounts/sandbox-store.ts'
import { shopStore } from './shop/shop-store.ts'
import type { ShopStore } from './shop/shop-store.ts'
import { serviceClock } from './store/clock.ts'
import type { Clock, ServiceClock } from './store/clock.ts'
import type { Store } from './store/store.ts'
import { DeliveryQueue } from './webhooks/delivery-queue.ts'
import { WebhookStore } from './webhooks/webhook-store.ts'

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
    sheets: sheetStore(store),
    brakes: pressBrakes(store),
    webhooks,
    deliveries: new DeliveryQueue(store, webhooks),
    sandboxes: sandboxStore(store),
    mailQueue: mailQueue(store),
  }
}
