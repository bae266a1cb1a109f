// The change list in the OpenAPI document, newest first (specification 9.4). The specification names the first and the last entry;
// the versions and dates of the others are assumed. Pure.

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
    text: 'Production: the bending sheets of an order, single sheets as JSON, PDF and DXF, the bending list of a day, press brakes, and reporting a sheet as bent.',
  },
  {
    version: '1.18',
    date: '2026-10-12',
    text: 'Shop: settings, delivery quotes, payment links, and the payments of an order.',
  },
  { version: '1.17', date: '2026-09-28', text: 'Reports: the totals of a month.' },
  {
    version: '1.16',
    date: '2026-09-14',
    text: 'Invoices: list, single invoices with their lines and covered orders, PDF. Customer keys can have the scope invoices:read.',
  },
  {
    version: '1.15',
    date: '2026-08-31',
    text: 'Agreements: list, and single agreements with positions, delivery days and prices.',
  },
  {
    version: '1.14',
    date: '2026-08-17',
    text: 'Prices: up to 50 lines per call, computed by the price engine of the shop.',
  },
  { version: '1.13', date: '2026-06-29', text: 'Catalogue: the products of the shop and the fitting library.' },
  {
    version: '1.12',
    date: '2026-06-15',
    text: 'Call-offs: POST /orders with agreementNumber and position lines; the query parameter agreementNumber of GET /orders; the source avrop.',
  },
  {
    version: '1.11',
    date: '2026-06-01',
    text: 'Seven new events, 28 in total: order.prepaid, order.refunded, order.forwarded, bending_sheet.sent_for_approval, bending_sheet.approved, bending_sheet.change_requested, bending_sheet.bent.',
  },
  { version: '1.10', date: '2026-05-18', text: 'New scopes: production:read, production:status, reports:read.' },
  { version: '1.9', date: '2026-05-04', text: 'New key purposes: maskin, regneark, leverandor.' },
  {
    version: '1.8',
    date: '2026-04-20',
    text: 'New values of source: portal for the customer portal, nettverk for orders that another workshop forwarded.',
  },
  { version: '1.7', date: '2026-03-23', text: 'GET /me returns the limits that apply to the key.' },
  { version: '1.6', date: '2026-03-02', text: 'GET /me returns the departments of a workshop that has two or more.' },
  { version: '1.5', date: '2026-02-09', text: 'Replayed responses have the header Idempotent-Replayed.' },
  { version: '1.4', date: '2026-01-19', text: 'Orders have a version, which PATCH requires in If-Match.' },
  { version: '1.3', date: '2025-12-08', text: 'GET /events accepts the parameter types.' },
  { version: '1.2', date: '2025-11-17', text: 'GET /orders accepts sort=updatedAt and updatedSince.' },
  {
    version: '1.1',
    date: '2025-10-27',
    text: 'First version: keys, GET /me, orders (read, submit, change, confirm, cancel, status, files, timeline), customers, projects, GET /events, and signed webhooks.',
  },
]
