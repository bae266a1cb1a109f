// Rules of agreements, invoices and reports, each broken.
import { of } from './mutation.ts'

const kinds = '2.2 · the invoice, its kinds and its KID'
const drafts = '4.2 · drafts are in the list of invoices with includeDrafts=true alone'
const own = '4.6 · a customer key sees its own customers sent invoices, anothers are 404'
const month = '4.2 · the sums of a month are those of its orders and invoices'
const told = '6.3 · agreement and invoice events equal their GET'

export const ofPapers = [
  ...of(
    'src-service/agreements/agreement-book.ts',
    ['a draft is shown', " AND json_extract(a.body, '$.status') <> 'utkast'", '', told],
    [
      'a customer sees all agreements',
      '(? IS NULL OR a.customer_id = ?)',
      '(? IS NULL OR ? IS NOT NULL)',
      '4.6 · a customer key sees only its own customers agreements',
    ],
    ['an agreement is told as it was', 'data: { agreement: stored }', 'data: { agreement: changed }', told],
  ),
  ...of('src-service/agreements/agreement-calls.ts', [
    'the list has the positions',
    'JSON.stringify(listed.parse(agreement))',
    'JSON.stringify(agreement)',
    '4.2 · GET /agreements and one agreement',
  ]),
  ...of(
    'src-service/invoices/invoice-book.ts',
    ['a customer sees another’s invoice', '(customer_id = ? AND kind', '(? IS NOT NULL AND kind', own],
    ['a customer sees a draft', " AND status <> 'utkast'))`", '))`', own],
    ['drafts are in every list', "(? OR status <> 'utkast')", '(? OR TRUE)', drafts],
    ['an invoice has the event of none', 'data: { invoice: of }', 'data: {}', told],
  ),
  ...of(
    'src-service/invoices/invoice-calls.ts',
    ['a draft has a PDF', "found.status === 'utkast' || ", '', drafts],
    [
      'a line has a unit',
      'return { body: JSON.stringify(found) }',
      "return { body: JSON.stringify({ ...found, lines: found.lines.map((line) => ({ ...line, unit: 'stk' })) }) }",
      kinds,
    ],
  ),
  ...of('src-service/invoices/kid.ts', [
    'the check digit weighs all alike',
    'index % 2 === 0 ? 2 : 1',
    'index % 2 === 0 ? 1 : 1',
    kinds,
  ]),
  ...of(
    'src-service/invoices/invoicing.ts',
    ['an invoice that is taken back stays as it was', "status: 'kreditert'", "status: 'sendt'", kinds],
    [
      'what the accounting system invoiced has a KID',
      "status: 'regnskap' as const, ",
      "status: 'regnskap' as const, kid: kidOf('1'), ",
      kinds,
    ],
    ['what was paid online is asked for again', '!open.every(isPrepaid)', 'open.length > 0', month],
    ['a draft that is thrown away stays', 'discard: invoices.discard', 'discard: () => {}', drafts],
    ['a credit note adds', '-ore || 0', 'ore', kinds],
    [
      'a paid invoice is not told of',
      "invoices.tell(ledgerOf(workshopId, first), 'invoice.paid', stored, nowMs)\n",
      '',
      told,
    ],
  ),
  ...of(
    'shared/workshop-api/endpoints/invoices.ts',
    [
      'the office is open without its module',
      "modules: ['kontor'], ",
      '',
      '4.6 · invoices need invoices:read and, for a workshop key, the office module',
    ],
    [
      'a customer needs the office too',
      ", modulesFor: ['workshop']",
      '',
      '4.6 · invoices need invoices:read and, for a workshop key, the office module',
    ],
    [
      'whoever reads orders reads the sums',
      "scope: 'reports:read'",
      "scope: 'orders:read'",
      '4.6 · reports need reports:read and a workshop key',
    ],
  ),
  ...of(
    'src-service/reports/month-report.ts',
    ['what was taken back is outstanding', " AND coalesce(credited_at, '9999') >= @until", '', month],
    ['what was paid online is outstanding', "'gross_ore - coalesce(prepaid_ore, 0)'", "'gross_ore'", month],
    ['what was not invoiced after all is invoiced', " AND NOT (kind = 'external' AND status = 'kreditert')", '', month],
    ['what was paid is outstanding', "coalesce(paid_at, '9999') >= @until AND ", '', month],
    ['what was paid is what was invoiced', 'paid_at >= @from AND paid_at < @until', 'issued_at >= @from', month],
  ),
]
