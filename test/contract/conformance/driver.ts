// What only the workshop's own side can cause, as the suite asks for it. Each implementation that is tested brings its own; the
// suite does without where there is none, and lists what it could not run.

export type Module = 'shop' | 'shop_payments' | 'produksjon' | 'kontor' | 'nettverk' | 'etikett'

export interface KeyWanted {
  name: string
  environment: 'test' | 'live'
  scopes: readonly string[]
  purpose?: string
  /** A customer's number makes a customer key. */
  customer?: number
}

export interface AddressWanted {
  url: string
  /** Names of events and groups, with commas between them; left out, all. */
  events?: string
  /** Left out, the environment of the workshop's own data. */
  environment?: 'test' | 'live'
  /** Gets the events of the customer with this number alone. */
  customer?: number
  /** That customer's own address: it gets what a customer key sees. */
  ofCustomer?: boolean
}

export interface Delivery {
  id: number
  type: string
  eventId: string
  attempts: number
  /** The receiver's last answer; null where there was none. */
  status: number | null
  /** How that answer began. */
  answer: string
}

/** Every call rejects where the workshop's side refuses it. Sheets are named by their ids, orders by their numbers. */
export interface Driver {
  makeKey: (wanted: KeyWanted) => Promise<string>
  revokeKey: (name: string) => Promise<void>
  /** What the workshop is shown of a key's last call; null where nothing is kept. */
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
  askApproval: (sheet: string) => Promise<void>
  decideApproval: (sheet: string, decision: 'approved' | 'change_requested', comment?: string) => Promise<void>
  hidePrices: (hidden: boolean) => Promise<void>
  /** Øre without VAT for a unit of a product, named by its id. */
  priceProduct: (product: string, unitPriceOre: number) => Promise<void>
  /** A code that takes a hundredth part so many times off the goods, to the end of a day. */
  setCode: (code: string, percent: number, until?: string) => Promise<void>
  /** Gives back so many øre of what was paid, or all. */
  refund: (order: string, amountOre?: number) => Promise<void>
  /** The label app's message that an order is ready did not go out. */
  smsFailed: (order: string) => Promise<void>
  /** A draft with one position, to a customer by its number. Returns its number. */
  draftAgreement: (title: string, customer: number) => Promise<string>
  sendAgreement: (number: string) => Promise<void>
  answerAgreement: (number: string, accepted: boolean) => Promise<void>
  /** A draft over delivered orders. Returns its id. */
  draftInvoice: (orders: readonly string[]) => Promise<string>
  sendInvoice: (id: string) => Promise<void>
  /** Throws a draft away. */
  discardInvoice: (id: string) => Promise<void>
  /** A delivered order was invoiced in the accounting system. */
  invoiceElsewhere: (order: string, erpNo: string) => Promise<void>
  /** Registers an address for webhooks. */
  addAddress: (wanted: AddressWanted) => Promise<{ id: string; secret: string }>
  removeAddress: (id: string) => Promise<void>
  /** What the workshop is shown of its addresses. */
  addresses: () => Promise<{ id: string; on: boolean; shown: string }[]>
  switchAddress: (id: string, on: boolean) => Promise<void>
  /** Returns the new secret. */
  changeSecret: (id: string) => Promise<string>
  ping: (id: string) => Promise<void>
  /** The last ones of an address that were attempted, newest first. */
  deliveriesOf: (id: string) => Promise<Delivery[]>
  resend: (id: string, delivery: number) => Promise<void>
  /** What the workshop was told. */
  notices: () => Promise<string[]>
  /** Asks for a sandbox for whoever has an e-mail address. Rejects where none is to be had. */
  askSandbox: (email: string) => Promise<void>
  /** The letters to an address, once there are so many; each as its text. */
  lettersTo: (email: string, count: number) => Promise<string[]>
  /** How many letters have been written to anyone. */
  letterCount: () => Promise<number>
  /** Makes the sandbox of the link in a letter, as its reader does. Returns the page that shows the key, or why there is none. */
  followLink: (letter: string) => Promise<string>
  /** Waits until an address was told that its sandbox will be deleted. */
  toldOfDeletion: (email: string) => Promise<void>
  /** Waits until the workshop knows that the sandbox of an address was called after it was made. */
  knownToBeUsed: (email: string) => Promise<void>
  /** Moves the service's clock on. */
  advance: (seconds: number) => Promise<void>
  /** Ends the service and starts it again on what it has stored. Returns its address. Null where that cannot be done. */
  restart: (() => Promise<string>) | null
}
