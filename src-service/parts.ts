// The parts of the service over one store, put together once for the service and once for the workshop's own side.
import { agreementBook } from './agreements/agreement-book.ts'
import type { AgreementBook } from './agreements/agreement-book.ts'
import { attachmentFiles } from './attachments/attachment-files.ts'
import type { AttachmentFiles } from './attachments/attachment-files.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { customerBook } from './customers/customer-book.ts'
import type { CustomerBook } from './customers/customer-book.ts'
import { eventLog } from './events/event-log.ts'
import type { EventLog } from './events/event-log.ts'
import { invoiceBook } from './invoices/invoice-book.ts'
import type { InvoiceBook } from './invoices/invoice-book.ts'
import { orderBook } from './orders/order-book.ts'
import type { OrderBook } from './orders/order-book.ts'
import { orderTerms } from './orders/order-terms.ts'
import type { OrderTerms } from './orders/order-terms.ts'
import { paymentBook } from './payments/payment-book.ts'
import type { PaymentBook } from './payments/payment-book.ts'
import { pressBrakes } from './production/press-brakes.ts'
import type { PressBrakes } from './production/press-brakes.ts'
import { sheetBook } from './production/sheet-book.ts'
import type { SheetBook } from './production/sheet-book.ts'
import { projectBook } from './projects/project-book.ts'
import type { ProjectBook } from './projects/project-book.ts'
import { letterQueue } from './sandboxes/letter-queue.ts'
import type { LetterQueue } from './sandboxes/letter-queue.ts'
import { sandboxBook } from './sandboxes/sandbox-book.ts'
import type { SandboxBook } from './sandboxes/sandbox-book.ts'
import { shopBook } from './shop/shop-book.ts'
import type { ShopBook } from './shop/shop-book.ts'
import { serviceClock } from './store/clock.ts'
import type { Clock, ServiceClock } from './store/clock.ts'
import type { Store } from './store/store.ts'
import { deliveryQueue } from './webhooks/delivery-queue.ts'
import type { DeliveryQueue } from './webhooks/delivery-queue.ts'
import { webhookBook } from './webhooks/webhook-book.ts'
import type { WebhookBook } from './webhooks/webhook-book.ts'

export interface Parts {
  store: Store
  clock: ServiceClock
  events: EventLog
  agreements: AgreementBook
  catalogue: Catalogue
  shops: ShopBook
  files: AttachmentFiles
  customers: CustomerBook
  projects: ProjectBook
  orders: OrderBook
  orderTerms: OrderTerms
  payments: PaymentBook
  invoices: InvoiceBook
  sheets: SheetBook
  brakes: PressBrakes
  webhooks: WebhookBook
  deliveries: DeliveryQueue
  sandboxes: SandboxBook
  letters: LetterQueue
}

export function partsOver(store: Store, computer: Clock): Parts {
  const events = eventLog(store)
  const orders = orderBook(store, events)
  const webhooks = webhookBook(store)
  return {
    store,
    clock: serviceClock(store, computer),
    events,
    agreements: agreementBook(store, events),
    catalogue: catalogue(store),
    shops: shopBook(store),
    files: attachmentFiles(store),
    customers: customerBook(store, events),
    projects: projectBook(store),
    orders,
    orderTerms: orderTerms(store),
    payments: paymentBook(store, orders),
    invoices: invoiceBook(store, events),
    sheets: sheetBook(store),
    brakes: pressBrakes(store),
    webhooks,
    deliveries: deliveryQueue(store, webhooks),
    sandboxes: sandboxBook(store),
    letters: letterQueue(store),
  }
}
