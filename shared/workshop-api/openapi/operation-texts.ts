// The summary and description of each operation, the descriptions of parameters, and the tags that group operations. Pure.
import type { Endpoint } from '../endpoints/index.ts'

export const tags = {
  Key: 'The workshop, the key and its limits.',
  Orders: 'Requests and call-offs, their status and their history.',
  Attachments: 'Photos, drawings and other files of an order.',
  Customers: 'The workshop’s customers.',
  Projects: 'The workshop’s projects.',
  Production:
    'Bending sheets, the bending list of a day, and press brakes. Requires a workshop key and the production module.',
  Events: 'Events of the last 30 days, with the same content as webhooks.',
  Shop: 'The web shop: settings, delivery and payments.',
  Prices: 'Prices, computed by the price engine of the shop.',
  Catalogue: 'Products and fittings.',
  Agreements: 'Agreements with their positions and prices.',
  Invoices: 'Invoices and credit notes.',
  Reports: 'Monthly totals.',
} as const
type Tag = keyof typeof tags

interface OperationText {
  summary: string
  tag: Tag
  description: string
}

const operationTexts: Readonly<Record<string, readonly [tag: Tag, summary: string, text?: string]>> = {
  'GET /me': [
    'Key',
    'Read the calling key',
    'Returns the workshop, the key, the active features and modules, and the limits that apply.',
  ],

  'GET /orders': [
    'Orders',
    'List orders',
    'Newest first. To maintain a copy, use `sort=updatedAt` with `updatedSince`: this returns every order that changed since then, oldest change first. Changes of the last two seconds appear in the next fetch.',
  ],
  'POST /orders': [
    'Orders',
    'Submit an order',
    'Creates a request. With `agreementNumber` and position lines it creates a call-off, which is received at once. A test key creates test orders, which are deleted after 30 days.',
  ],
  'GET /orders/{number}': ['Orders', 'Read an order'],
  'PATCH /orders/{number}': [
    'Orders',
    'Change an order',
    'Possible while the status is `forespurt` or `mottatt`. Absent fields keep their values. A request that changes nothing creates no new version and no event.',
  ],
  'POST /orders/{number}/confirm': ['Orders', 'Confirm a request', 'Changes the status from `forespurt` to `mottatt`.'],
  'POST /orders/{number}/cancel': [
    'Orders',
    'Decline a request or cancel an order',
    'Possible while the status is `forespurt` or `mottatt`.',
  ],
  'GET /orders/{number}/status': ['Orders', 'Read the status of an order'],
  'GET /orders/{number}/timeline': [
    'Orders',
    'Read the timeline of an order',
    'Lists each change of status and content, oldest first.',
  ],

  'POST /orders/{number}/attachments': [
    'Attachments',
    'Upload a file',
    'Accepts JPEG, PNG, WebP, HEIC and PDF, detected by content. A file may have 15 MB, an order ten files.',
  ],
  'GET /orders/{number}/attachments/{id}': [
    'Attachments',
    'Get the download address of a file',
    'The address is valid for five minutes and needs no key.',
  ],

  'GET /customers': ['Customers', 'List customers'],
  'POST /customers': ['Customers', 'Create a customer'],
  'GET /customers/{id}': ['Customers', 'Read a customer'],
  'PATCH /customers/{id}': ['Customers', 'Change a customer'],
  'GET /projects': ['Projects', 'List projects'],
  'POST /projects': ['Projects', 'Create a project'],
  'GET /projects/{id}': ['Projects', 'Read a project'],
  'PATCH /projects/{id}': ['Projects', 'Change a project'],

  'GET /press-brakes': ['Production', 'List press brakes'],
  'GET /bending-list': [
    'Production',
    'Read the bending list of a day',
    'JSON is paged; CSV contains the whole day. Today’s list also contains the sheets of earlier days that are not bent.',
  ],
  'GET /bending-sheets/{id}': [
    'Production',
    'Read a bending sheet',
    'Includes the profile, the unfolding and the approval.',
  ],
  'GET /orders/{number}/bending-sheets': [
    'Production',
    'List the bending sheets of an order',
    'Sorted by sheet number, without profile and unfolding.',
  ],
  'GET /bending-sheets/{id}/pdf': ['Production', 'Download a bending sheet as PDF'],
  'GET /bending-sheets/{id}/dxf': ['Production', 'Download the unfolding of a bending sheet as DXF'],
  'POST /bending-sheets/{id}/bent': [
    'Production',
    'Report a sheet as bent',
    'If the sheet is already bent, the answer contains the existing marker.',
  ],

  'GET /orders/{number}/payments': [
    'Shop',
    'List the payments of an order',
    'Oldest first, each payment with its refunds.',
  ],
  'POST /orders/{number}/payment-link': [
    'Shop',
    'Create a payment link',
    'Possible for a received order that has a price. The link opens a payment page of the service. A new link invalidates the previous one.',
  ],
  'GET /shop': [
    'Shop',
    'Read the settings of the shop',
    'Returns the address, the ways to order, the delivery options and the terms.',
  ],
  'POST /delivery-quotes': [
    'Shop',
    'Quote delivery to a postal code',
    '`subtotalOre` is the total of the cart without VAT. With it, an option that is free above a total is quoted at the price of the checkout.',
  ],
  'POST /prices': [
    'Prices',
    'Price up to 50 lines',
    'Stores nothing. An order with the same lines, discount code and delivery has the same totals. If a line cannot be priced, the call fails with the error code and the `lineNo` of that line.',
  ],
  'GET /catalog/library': ['Catalogue', 'List the fittings that the workshop makes'],
  'GET /catalog/products': ['Catalogue', 'List the products of the shop'],
  'GET /catalog/products/{id}': ['Catalogue', 'Read a product'],

  'GET /agreements': ['Agreements', 'List agreements', 'Excludes drafts. Positions are not included.'],
  'GET /agreements/{number}': [
    'Agreements',
    'Read an agreement',
    'Includes the positions, the delivery days and the price table.',
  ],

  'GET /invoices': [
    'Invoices',
    'List invoices',
    'Newest first, without lines. Contains sent invoices, credit notes and invoices of the accounting system; `includeDrafts=true` adds drafts. A customer key sees the sent invoices of its own customer.',
  ],
  'GET /invoices/{id}': ['Invoices', 'Read an invoice', 'Includes the lines, the KID and the covered orders.'],
  'GET /invoices/{id}/pdf': [
    'Invoices',
    'Download a sent invoice as PDF',
    'Drafts and invoices of the accounting system have no PDF.',
  ],

  'GET /invoices/{id}/ehf': [
    'Invoices',
    'Download a sent invoice as EHF Billing 3.0',
    'UBL 2.1 for the accounting system of the buyer. Not available if the seller or the buyer has no organisation number, or if the invoice has no PDF.',
  ],

  'GET /reports/months/{month}': [
    'Reports',
    'Read the totals of a month',
    'Totals of received orders, of issued and paid invoices, and of invoices outstanding at the end of the month.',
  ],

  'GET /events': [
    'Events',
    'List events',
    'Oldest first, after the id in `after`. If `gap` is true, events between that id and now are lost: read all data again and continue from `latestId`.',
  ],
}

/** The text of an operation. Without a text of its own, an operation has its name as summary and the tag of its path. */
export function operationTextOf(name: string, method: Endpoint['method'], path: string): OperationText {
  const [tag, summary, description = `${summary}.`] = operationTexts[`${method} ${path}`] ?? [tagOf(path), name]
  return { tag, summary, description }
}

const parameterTexts: Readonly<Record<string, string>> = {
  number: 'The `numberDisplay` of an order, or the number of an agreement.',
  id: 'The id that the service assigned.',
  limit: 'The maximum number of entries on a page.',
  cursor: 'The `nextCursor` of the previous page.',
  sort: '`updatedAt`: oldest change first, to maintain a copy. Without `sort`: newest first.',
  updatedSince: 'Only entries that changed at this time or later: ISO 8601 with any offset.',
  agreementNumber: 'Only the call-offs of this agreement.',
  month: 'A month in the time zone of the workshop: `2026-11`.',
  includeDrafts: 'Whether the list contains drafts.',
  date: 'A day in the time zone of the workshop. Default: today.',
  pressBrakeId: 'Only the sheets of this press brake.',
  format: '`json`, which is paged, or `csv`, which contains the whole day.',
  after: 'The id of the last handled event, or `latest` to start with the next event.',
  types: 'Event types, separated by commas. `order.*` selects all types of a group.',
}

/** The description of a parameter; `undefined` if there is none. */
export function parameterTextOf(name: string): string | undefined {
  return parameterTexts[name]
}

/** Whether an operation has a text of its own. */
export function hasOperationText({ method, path }: Endpoint): boolean {
  return `${method} ${path}` in operationTexts
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
