// What only the workshop's own side can do. Each tested implementation provides its driver. Without a driver, the suite skips the tests
// that need one and lists them.

export type Module = 'shop' | 'shop_payments' | 'produksjon' | 'kontor' | 'nettverk' | 'etikett'

interface NewKey {
  name: string
  environment: 'test' | 'live'
  scopes: readonly string[]
  purpose?: string
  /** The customer's number, for which a customer key is created; absent: a workshop key is created. */
  customer?: number
}

export interface NewAddress {
  url: string
  /** Names of events and groups, separated by commas; absent: all. */
  events?: string
  /** Absent: the environment of the workshop's own data. */
  environment?: 'test' | 'live'
  /** The address gets only the events of the customer with this number. */
  customer?: number
  /** The address belongs to that customer and gets what a customer key sees. */
  ofCustomer?: boolean
}

export interface Delivery {
  id: number
  type: string
  eventId: string
  attempts: number
  /** The status of the receiver's last answer; null: none. */
  status: number | null
  /** The beginning of that answer. */
  answer: string
}

/** Every method rejects if the workshop's side refuses. Sheets are identified by id, orders by number. */
export interface Driver {
  makeKey: (key: NewKey) => Promise<string>
  revokeKey: (name: string) => Promise<void>
  /** The last call of a key, as the workshop sees it; null: none is stored. */
  lastCallOf: (name: string) => Promise<string | null>
  switchModule: (name: Module, on: boolean) => Promise<void>
  addDepartment: (name: string) => Promise<void>
  removeDepartment: (name: string) => Promise<void>
  moveOrder: (number: string, status: string) => Promise<void>
  cancelOrder: (number: string, reason?: string) => Promise<void>
  forwardOrder: (number: string, workshop: string) => Promise<void>
  addSheets: (order: string, count: number) => Promise<void>
  changeDrawing: (sheet: string, quantity: number) => Promise<void>
  noteSheet: (sheet: string, note: string) => Promise<void>
  moveSheet: (sheet: string, to: { day?: string; brake?: string }) => Promise<void>
  rework: (sheet: string) => Promise<void>
  requestApproval: (sheet: string) => Promise<void>
  decideApproval: (sheet: string, decision: 'approved' | 'change_requested', comment?: string) => Promise<void>
  hidePrices: (hidden: boolean) => Promise<void>
  /** Sets the price of a product's unit, in øre without VAT. */
  priceProduct: (product: string, unitPriceOre: number) => Promise<void>
  /** Creates a discount code of `percent` on the goods, valid until the end of a day. */
  setCode: (code: string, percent: number, until?: string) => Promise<void>
  /** Refunds an amount in øre, or everything. */
  refund: (order: string, amountOre?: number) => Promise<void>
  /** Reports that the text message about a ready order could not be sent. */
  smsFailed: (order: string) => Promise<void>
  /** Creates a draft with one position for a customer. Returns its number. */
  draftAgreement: (title: string, customer: number) => Promise<string>
  sendAgreement: (number: string) => Promise<void>
  answerAgreement: (number: string, accepted: boolean) => Promise<void>
  /** Creates a draft invoice for delivered orders. Returns its id. */
  draftInvoice: (orders: readonly string[]) => Promise<string>
  sendInvoice: (id: string) => Promise<void>
  /** Deletes a draft. */
  discardInvoice: (id: string) => Promise<void>
  /** Records that a delivered order was invoiced in the accounting system. */
  invoiceElsewhere: (order: string, erpNo: string) => Promise<void>
  /** Registers a webhook address. */
  addAddress: (address: NewAddress) => Promise<{ id: string; secret: string }>
  removeAddress: (id: string) => Promise<void>
  /** The addresses, as the workshop sees them. */
  addresses: () => Promise<{ id: string; on: boolean; shown: string }[]>
  switchAddress: (id: string, on: boolean) => Promise<void>
  /** Returns the new secret. */
  changeSecret: (id: string) => Promise<string>
  ping: (id: string) => Promise<void>
  /** The last attempted deliveries of an address, newest first. */
  deliveriesOf: (id: string) => Promise<Delivery[]>
  resend: (id: string, delivery: number) => Promise<void>
  /** The notifications to the workshop. */
  notices: () => Promise<string[]>
  /** Requests a sandbox link for an e-mail address. Rejects if none can be sent. */
  requestSandbox: (email: string) => Promise<void>
  /** Waits for `count` messages to an address and returns their texts. */
  messagesTo: (email: string, count: number) => Promise<string[]>
  /** The number of messages to all addresses. */
  messageCount: () => Promise<number>
  /** Follows the link in a message, which creates the sandbox. Returns the page with the key or the error. */
  followLink: (message: string) => Promise<string>
  /** Waits until the deletion notice was sent to an address. */
  waitForDeletionNotice: (email: string) => Promise<void>
  /** Waits until the service has recorded a call to the sandbox of an address. */
  waitForUse: (email: string) => Promise<void>
  /** Advances the service's clock. */
  advance: (seconds: number) => Promise<void>
  /** Restarts the service on its stored data and returns its address; null: not supported. */
  restart: (() => Promise<string>) | null
}
