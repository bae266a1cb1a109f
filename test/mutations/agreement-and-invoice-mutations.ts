// Mutations of the rules for agreements, invoices and reports.
import { mutationsOf } from './mutation.ts'

const kinds = '2.2 · the invoice, its kinds and its KID'
const drafts = '4.2 · the list of invoices contains drafts only with includeDrafts=true'
const ownInvoices = '4.6 · a customer key sees the sent invoices of its customer; those of others are 404'
const month = '4.2 · the totals of a month are those of its orders and invoices'
const eventsEqualGet = '6.3 · agreement and invoice events equal their GET'

export const agreementAndInvoiceMutations = [
  ...mutationsOf(
    'src-service/agreements/agreement-store.ts',
    ['a draft is visible', " AND json_extract(a.body, '$.status') <> 'utkast'", '', eventsEqualGet],
    [
      'a customer key sees the agreements of all customers',
      '(? IS NULL OR a.customer_id = ?)',
      '(? IS NULL OR ? IS NOT NULL)',
      '4.6 · a customer key sees only the agreements of its customer',
    ],
    [
      'an agreement event contains the previous version',
      'data: { agreement: stored }',
      'data: { agreement: changed }',
      eventsEqualGet,
    ],
  ),
  ...mutationsOf('src-service/agreements/agreement-calls.ts', [
    'the list of agreements contains the positions',
    'JSON.stringify(listedFields.parse(agreement))',
    'JSON.stringify(agreement)',
    '4.2 · GET /agreements and one agreement',
  ]),
  ...mutationsOf(
    'src-service/invoices/invoice-store.ts',
    [
      'a customer key sees another customer’s invoice',
      '(customer_id = ? AND kind',
      '(? IS NOT NULL AND kind',
      ownInvoices,
    ],
    ['a customer key sees a draft', " AND status <> 'utkast'))`", '))`', ownInvoices],
    ['drafts are in the list without includeDrafts', "(? OR status <> 'utkast')", '(? OR TRUE)', drafts],
    ['an invoice event does not contain the invoice', 'data: { invoice: changed }', 'data: {}', eventsEqualGet],
  ),
  ...mutationsOf('src-service/invoices/invoice-calls.ts', [
    'an invoice line has a unit',
    'return { body: JSON.stringify(invoice) }',
    "return { body: JSON.stringify({ ...invoice, lines: invoice.lines.map((line) => ({ ...line, unit: 'stk' })) }) }",
    kinds,
  ]),
  ...mutationsOf('src-service/documents/invoice-files.ts', [
    'a draft has a PDF',
    "invoice.status === 'utkast' || ",
    '',
    drafts,
  ]),
  ...mutationsOf('src-service/invoices/kid.ts', [
    'the check digit uses the same weight for all digits',
    'index % 2 === 0 ? 2 : 1',
    'index % 2 === 0 ? 1 : 1',
    kinds,
  ]),
  ...mutationsOf(
    'src-service/invoices/invoicing.ts',
    ['a credited invoice does not become kreditert', "status: 'kreditert'", "status: 'sendt'", kinds],
    [
      'an invoice of the accounting system has a KID',
      "status: 'regnskap' as const, ",
      "status: 'regnskap' as const, kid: kidOf('1'), ",
      kinds,
    ],
    [
      'an invoice that was paid online in full stays unpaid',
      '!unpaidOrders.every(isPrepaid)',
      'unpaidOrders.length > 0',
      month,
    ],
    ['a discarded draft is not deleted', 'this.#parts.invoices.discard(draft)', 'void draft', drafts],
    ['the sums of a credit note are positive', '-ore || 0', 'ore', kinds],
    [
      'invoice.paid is not sent',
      "invoices.sendEvent(seriesOf(workshopId, first), 'invoice.paid', paid, nowMs)\n",
      '',
      eventsEqualGet,
    ],
  ),
  ...mutationsOf(
    'shared/workshop-api/endpoints/invoices.ts',
    [
      'invoices do not need the office module',
      "modules: ['kontor'], ",
      '',
      '4.6 · invoices need invoices:read and, for a workshop key, the office module',
    ],
    [
      'customer keys need the office module',
      ", modulesFor: ['workshop']",
      '',
      '4.6 · invoices need invoices:read and, for a workshop key, the office module',
    ],
    [
      'orders:read allows reading reports',
      "scope: 'reports:read'",
      "scope: 'orders:read'",
      '4.6 · reports need reports:read and a workshop key',
    ],
  ),
  ...mutationsOf(
    'src-service/invoices/month-report.ts',
    ['a credited invoice is outstanding', " AND coalesce(credited_at, '9999') >= @until", '', month],
    ['amounts that were paid online are outstanding', "'gross_ore - coalesce(prepaid_ore, 0)'", "'gross_ore'", month],
    [
      'a credited invoice of the accounting system is in the sums',
      " AND NOT (kind = 'external' AND status = 'kreditert')",
      '',
      month,
    ],
    ['a paid invoice is outstanding', "coalesce(paid_at, '9999') >= @until AND ", '', month],
    ['the paid sum is the invoiced sum', 'paid_at >= @from AND paid_at < @until', 'issued_at >= @from', month],
  ),
]
