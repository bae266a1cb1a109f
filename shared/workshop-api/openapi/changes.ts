// The change list that the description carries, newest first (specification 9.4). Assumed: which entry came at which version and
// on which day; what was there first and what came last the specification says. Pure.

export interface Change {
  version: string
  /** YYYY-MM-DD */
  date: string
  text: string
}

export const changes: readonly [Change, ...Change[]] = [
  {
    version: '1.19',
    date: '2026-11-02',
    text: 'Production: bending sheets of an order and each by itself, as PDF and as DXF, the day’s bending list, press brakes, and reporting a sheet as bent.',
  },
  {
    version: '1.18',
    date: '2026-10-12',
    text: 'Shop: the shop’s settings, delivery quotes, payment links, and the payments of an order.',
  },
  { version: '1.17', date: '2026-09-28', text: 'Reports: the sums of a month.' },
  {
    version: '1.16',
    date: '2026-09-14',
    text: 'Invoices: list, invoice with its lines and the orders it covers, PDF. The scope invoices:read may be given to customer keys too.',
  },
  {
    version: '1.15',
    date: '2026-08-31',
    text: 'Agreements: list, and each with its positions, delivery days and prices.',
  },
  { version: '1.14', date: '2026-08-17', text: 'Prices: up to 50 lines priced by the engine of the shop.' },
  { version: '1.13', date: '2026-06-29', text: 'Catalogue: the products of the shop, and the fitting library.' },
  {
    version: '1.12',
    date: '2026-06-15',
    text: 'Call-offs: POST /orders with agreementNumber and position lines; GET /orders takes agreementNumber; the source avrop.',
  },
  {
    version: '1.11',
    date: '2026-06-01',
    text: 'Seven new events, 28 in all: order.prepaid, order.refunded, order.forwarded, bending_sheet.sent_for_approval, bending_sheet.approved, bending_sheet.change_requested, bending_sheet.bent.',
  },
  { version: '1.10', date: '2026-05-18', text: 'New scopes: production:read, production:status, reports:read.' },
  { version: '1.9', date: '2026-05-04', text: 'New purposes of keys: maskin, regneark, leverandor.' },
  {
    version: '1.8',
    date: '2026-04-20',
    text: 'New values of source: portal for the customer portal, nettverk for an order that another workshop forwarded.',
  },
  { version: '1.7', date: '2026-03-23', text: 'GET /me shows the limits that apply to the key.' },
  { version: '1.6', date: '2026-03-02', text: 'GET /me shows the departments of a workshop that has two or more.' },
  { version: '1.5', date: '2026-02-09', text: 'A replayed answer says so: the header Idempotent-Replayed.' },
  { version: '1.4', date: '2026-01-19', text: 'Orders carry version, and PATCH asks for it in If-Match.' },
  { version: '1.3', date: '2025-12-08', text: 'GET /events takes types.' },
  { version: '1.2', date: '2025-11-17', text: 'GET /orders takes sort=updatedAt and updatedSince.' },
  {
    version: '1.1',
    date: '2025-10-27',
    text: 'First version: keys, GET /me, orders (read, submit, change, confirm, cancel, status, files, timeline), customers, projects, GET /events, and signed webhooks.',
  },
]
