// What each operation is for, in a summary and where needed a sentence more; and the groups they stand in. Pure.
import type { Endpoint } from '../endpoints/index.ts'

export const tags = {
  Key: 'The workshop, the key and its limits.',
  Orders: 'Requests and call-offs, their status, and what has become of them.',
  Attachments: 'Pictures, drawings and other files of an order.',
  Customers: 'The workshop’s customers.',
  Projects: 'The workshop’s projects.',
  Production: 'Bending sheets, the day’s bending list and press brakes. For workshop keys, with the production module.',
  Events: 'What has happened, as webhooks tell it, for 30 days back.',
  Shop: 'The web shop: its settings, delivery, payments.',
  Prices: 'Prices, reckoned by the engine of the shop.',
  Catalogue: 'Products and fittings.',
  Agreements: 'Agreements with their positions and prices.',
  Invoices: 'Invoices and credit notes.',
  Reports: 'Sums of a month.',
} as const
export type Tag = keyof typeof tags

interface Words {
  summary: string
  tag: Tag
  /** What the summary leaves open; may be empty. */
  text: string
}

const words: Readonly<Record<string, readonly [tag: Tag, summary: string, text?: string]>> = {
  'GET /me': ['Key', 'Who is calling', 'The workshop, the key, what is switched on, and the limits that apply.'],

  'GET /orders': [
    'Orders',
    'List orders',
    'Newest first. To keep a copy: `sort=updatedAt` with `updatedSince` gives every order changed since then, oldest change first; what changed within the last two seconds waits for the next fetch.',
  ],
  'POST /orders': [
    'Orders',
    'Submit an order',
    'A request; with `agreementNumber` and position lines a call-off, which is received at once. A test key makes test orders, which are deleted after 30 days.',
  ],
  'GET /orders/{number}': ['Orders', 'Read an order'],
  'PATCH /orders/{number}': [
    'Orders',
    'Change an order',
    'While it is `forespurt` or `mottatt`. What is left out stays as it is; a change without difference is none.',
  ],
  'POST /orders/{number}/confirm': ['Orders', 'Confirm a request', 'From `forespurt` to `mottatt`.'],
  'POST /orders/{number}/cancel': ['Orders', 'Decline a request or cancel an order', 'From `forespurt` or `mottatt`.'],
  'GET /orders/{number}/status': ['Orders', 'Read the status of an order'],
  'GET /orders/{number}/timeline': ['Orders', 'Read what has happened to an order', 'Oldest first.'],

  'POST /orders/{number}/attachments': [
    'Attachments',
    'Upload a file',
    'JPEG, PNG, WebP, HEIC or PDF, known by its content; at most 15 MB, and ten of an order.',
  ],
  'GET /orders/{number}/attachments/{id}': [
    'Attachments',
    'Fetch a file',
    'Gives an address at which the file lies for five minutes; that address needs no key.',
  ],

  'GET /customers': ['Customers', 'List customers'],
  'POST /customers': ['Customers', 'Add a customer'],
  'GET /customers/{id}': ['Customers', 'Read a customer'],
  'PATCH /customers/{id}': ['Customers', 'Change a customer'],
  'GET /projects': ['Projects', 'List projects'],
  'POST /projects': ['Projects', 'Add a project'],
  'GET /projects/{id}': ['Projects', 'Read a project'],
  'PATCH /projects/{id}': ['Projects', 'Change a project'],

  'GET /press-brakes': ['Production', 'List press brakes'],
  'GET /bending-list': [
    'Production',
    'The day’s bending list',
    'As JSON page by page, or as CSV whole. Today’s list also holds what was not bent on earlier days.',
  ],
  'GET /bending-sheets/{id}': [
    'Production',
    'Read a bending sheet',
    'With its profile, its unfolding and its approval.',
  ],
  'GET /orders/{number}/bending-sheets': [
    'Production',
    'List the bending sheets of an order',
    'Without profile and unfolding, by sheet number.',
  ],
  'GET /bending-sheets/{id}/pdf': ['Production', 'A bending sheet as PDF'],
  'GET /bending-sheets/{id}/dxf': ['Production', 'The plate of a bending sheet as DXF'],
  'POST /bending-sheets/{id}/bent': [
    'Production',
    'Report a sheet as bent',
    'A sheet that is bent already is answered with the marker it has.',
  ],

  'GET /orders/{number}/payments': ['Shop', 'List the payments of an order', 'Oldest first, each with its refunds.'],
  'POST /orders/{number}/payment-link': [
    'Shop',
    'Make a link to the payment page',
    'For an order that is received and has a price. The page is the service’s own; a new link closes the one before.',
  ],
  'GET /shop': ['Shop', 'The shop’s settings', 'Its address, its ways to order and of delivery, and its terms.'],
  'POST /delivery-quotes': [
    'Shop',
    'What delivery to a postal code costs',
    'With `subtotalOre`, the sum of the cart without VAT, what is free above a sum costs what the checkout takes for it.',
  ],
  'POST /prices': [
    'Prices',
    'Price up to 50 lines',
    'Nothing is stored. An order of the same lines, code and delivery has the same sums. A line that cannot be priced fails the call with its code and `lineNo`.',
  ],
  'GET /catalog/library': ['Catalogue', 'List the fittings that the workshop makes'],
  'GET /catalog/products': ['Catalogue', 'List the products of the shop'],
  'GET /catalog/products/{id}': ['Catalogue', 'Read a product'],

  'GET /agreements': ['Agreements', 'List agreements', 'Without their positions, and never drafts.'],
  'GET /agreements/{number}': [
    'Agreements',
    'Read an agreement',
    'With its positions, days of delivery and price table.',
  ],

  'GET /invoices': [
    'Invoices',
    'List invoices',
    'Newest first, without their lines: sent ones, credit notes and what was invoiced in the accounting system; drafts with `includeDrafts=true`. A customer key sees its own customer’s sent ones.',
  ],
  'GET /invoices/{id}': ['Invoices', 'Read an invoice', 'With its lines, its KID and the orders it covers.'],
  'GET /invoices/{id}/pdf': [
    'Invoices',
    'A sent invoice as PDF',
    'Of a draft, or of one in the accounting system, there is none.',
  ],

  'GET /reports/months/{month}': [
    'Reports',
    'The sums of a month',
    'Orders received, and invoices issued, paid, and outstanding at its end.',
  ],

  'GET /events': [
    'Events',
    'What has happened',
    'Oldest first after the id in `after`. Where `gap` is true, events between that id and now are lost: read everything anew and go on from `latestId`.',
  ],
}

/** The words of an operation. One that has none yet is called by its name, under the tag of its path. */
export function wordsOf(name: string, method: Endpoint['method'], path: string): Words {
  const [tag, summary, text = ''] = words[`${method} ${path}`] ?? [tagOf(path), name]
  return { tag, summary, text: text === '' ? `${summary}.` : text }
}

const parameterWords: Readonly<Record<string, string>> = {
  number: 'The order’s `numberDisplay`; of an agreement its number.',
  id: 'The id that the service gave it.',
  limit: 'How many entries a page has at most.',
  cursor: 'The `nextCursor` of the page before.',
  sort: '`createdAt`: newest first. `updatedAt`: oldest change first, for keeping a copy.',
  updatedSince: 'Only what has changed then or later.',
  agreementNumber: 'Only the call-offs of this agreement.',
  month: 'A month in the workshop’s own calendar: `2026-11`.',
  includeDrafts: 'Whether drafts are in the list too.',
  date: 'A day in the workshop’s own calendar; today where it is left out.',
  pressBrakeId: 'Only the sheets of this press brake.',
  format: '`json` page by page, or `csv`, which is the whole day.',
  after: 'The id of the last event that was handled, or `latest` to begin now.',
  types: 'Types of events with commas between them; `order.*` and the like are groups.',
}

/** What a parameter says; `undefined` where nobody has written it. */
export function parameterWordsOf(name: string): string | undefined {
  return parameterWords[name]
}

/** Whether somebody has written what an operation is for. */
export function hasWords({ method, path }: Endpoint): boolean {
  return `${method} ${path}` in words
}

const tagsByPath: readonly [path: RegExp, tag: Tag][] = [
  [/payment|^\/shop|^\/delivery-quotes/, 'Shop'],
  [/^\/prices/, 'Prices'],
  [/^\/catalog/, 'Catalogue'],
  [/^\/agreements/, 'Agreements'],
  [/^\/invoices/, 'Invoices'],
  [/^\/reports/, 'Reports'],
  [/^\/customers/, 'Customers'],
  [/^\/projects/, 'Projects'],
]

function tagOf(path: string): Tag {
  return tagsByPath.find(([pattern]) => pattern.test(path))?.[1] ?? 'Orders'
}
