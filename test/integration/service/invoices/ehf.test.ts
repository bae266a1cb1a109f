// Invoices as EHF Billing 3.0 over HTTP, checked by an independent reader (check_ehf.py), and what an invoice must state.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedInvoice, order, page } from '../../../../shared/workshop-api/index.ts'
import type { Invoice } from '../../../../shared/workshop-api/index.ts'
import { readCommandLine, runCommand } from '../../../../src-service/admin/index.ts'
import { ehfInvoice } from '../../../../src-service/documents/ehf/ehf-invoice.ts'
import { invoiceRates, kidOf } from '../../../../src-service/invoices/index.ts'
import { lineNetOre } from '../../../../src-service/prices/index.ts'
import { errorOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

/** The rules that the documents break: their index and the rule. */
function brokenRules(...documents: string[]): string[] {
  const reader = join(import.meta.dirname, 'check_ehf.py')
  const printed = execFileSync('python3', [reader], { input: documents.join('\0'), encoding: 'utf8' })
  return printed.split('\n').filter((line) => line !== '')
}

const ehfOf = async (service: RunningService, id: string | undefined): Promise<string> => {
  const answer = await service.get(`/invoices/${id}/ehf`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml'])
  return answer.text
}
const orderNow = async ({ get }: RunningService, number: string) => order.parse((await get(`/orders/${number}`)).json)
const runWords = ({ admin }: RunningService, ...words: string[]) => runCommand(admin, readCommandLine(words))

test('invoices with discount and delivery, of several orders, of the sandbox, and credit notes keep the rules', async () => {
  const service = await runningService()
  const { shop, orders, inbox } = service.admin
  const productId = shop.products().find(({ name }) => name === 'U-profil 60')?.id
  const optionId = shop.settings().deliveryOptions.find(({ name }) => name.startsWith('Frakt'))?.id
  const contact = { name: 'Kari Nordmann', company: 'Fjord & Bygg AS', orgNr: '987654325', email: 'kari@example.no' }
  const address = { line: 'Storgata <1>', postalCode: '6800', city: 'Førde' }
  const delivered = async (changes: Record<string, unknown>): Promise<string> => {
    const lines = [{ kind: 'product', productId, quantity: 3, lengthMm: 1_001 }]
    const { numberDisplay } = order.parse((await submit(service, { contact, lines, ...changes })).json)
    for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert'] as const) orders.move(numberDisplay, to)
    return numberDisplay
  }
  const discounted = await delivered({ discountCode: 'BESLAG10', delivery: { optionId, address }, customerPo: 'PO 7' })
  const first = await delivered({ lines: [{ kind: 'text', description: 'Prøve', quantity: 1 }] }).catch(() => '')
  service.clock.nowMs += 3 * 86_400_000
  const second = await delivered({ delivery: { mode: 'levering', address } })
  inbox.price(first, 1, 33_333)
  orders.move(discounted, 'fakturert')
  const [draft = ''] = runWords(service, 'invoice', 'draft', `${first},${second}`)
  expect(runWords(service, 'invoice', 'send', draft)).toHaveLength(1)
  const discountedId = (await orderNow(service, discounted)).invoice?.id
  const documents = [await ehfOf(service, discountedId), await ehfOf(service, draft)]
  orders.move(discounted, 'levert')
  const [note] = page(listedInvoice).parse((await service.get('/invoices?limit=1')).json).data
  documents.push(await ehfOf(service, note?.id))
  for (const { id } of page(listedInvoice)
    .parse((await service.get('/invoices?limit=100')).json)
    .data.slice(3)) {
    documents.push(await ehfOf(service, id))
  }
  expect(documents.length).toBeGreaterThan(4)
  expect(brokenRules(...documents)).toEqual([])
  expect(documents[0]).toContain('<cbc:ID>PO 7</cbc:ID>')
  expect(documents[0]).toContain('<cbc:StreetName>Storgata &lt;1&gt;</cbc:StreetName>')
  expect(documents[1]).toContain('<cac:InvoicePeriod>')
  expect(documents[2]).toMatch(/<CreditNote [^]*<cbc:CreditNoteTypeCode>381/)
})

test(
  'the reader finds a wrong sum, a wrong order of elements and a missing registration',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const text = await ehfOf(service, (await orderNow(service, 'T-000018')).invoice?.id)
    const damaged = [
      text.replace(/(<cbc:PayableAmount currencyID="NOK">)/, '$19'),
      text.replace(/(\s*<cbc:IssueDate>.*<\/cbc:IssueDate>)([^]*?)(\s*<cbc:DocumentCurrencyCode>)/, '$2$1$3'),
      text.replace('Foretaksregisteret', 'x'),
      text.replace(/(<cac:TaxSubtotal>\s*<cbc:TaxableAmount currencyID="NOK">)/, '$11'),
    ]
    const broken = brokenRules(text, ...damaged)
    expect(broken.filter((line) => line.startsWith('0:'))).toEqual([])
    expect(broken).toEqual(
      expect.arrayContaining([
        '1: BR-CO-16',
        expect.stringMatching(/^2: UBL order of Invoice/),
        '3: NO-R-002',
        '4: BR-CO-17',
        '4: BR-S-08',
      ]),
    )
  },
)

test('any lines with any rates keep the rules, as an invoice and as a credit note', { tags: 'long' }, () => {
  const line = fc.record({
    description: fc.option(fc.string({ unit: 'binary', maxLength: 30 })),
    quantity: fc.integer({ min: 1, max: 500_000 }).map((thousandths) => thousandths / 1_000),
    priceOre: fc.nat({ max: 10_000_000 }),
    vatBp: fc.constantFrom(0, 1_200, 1_500, 2_500),
    isDiscount: fc.boolean(),
  })
  const documents: string[] = []
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.record({
        quantity: fc.constant(1),
        priceOre: fc.integer({ min: 1, max: 999_999 }),
        vatBp: fc.constant(2_500),
      }),
      fc.boolean(),
      (others, first, isCredit) => {
        const sign = isCredit ? -1 : 1
        const lines = [{ ...first, description: 'Vannbord', isDiscount: false }, ...others].map(
          ({ description, quantity, priceOre, vatBp, isDiscount }, index) => {
            const unitPriceOre = (isDiscount ? -sign : sign) * priceOre || 0
            const netOre = lineNetOre(unitPriceOre, quantity) || 0
            return { lineNo: index + 1, description, quantity, unit: null, unitPriceOre, netOre, vatBp }
          },
        )
        documents.push(ehfInvoice(invoiceWith(lines, isCredit), facts))
      },
    ),
  )
  expect(brokenRules(...documents)).toEqual([])
})

test(
  'an invoice whose seller or buyer has no organisation number has no EHF, and `invoice send` says what it lacks',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const { slug, key } = service.admin.makeLiveWorkshop('Ekte Blikk')
    const admin = service.adminOf(slug)
    const run = (...words: string[]) => runCommand(admin, readCommandLine(words))
    const customer = run('customer', 'add', 'Prøvedal Bygg AS', '--orgnr', '310400114')[0]
    const deliver = async (): Promise<string> => {
      const id = admin.customers.list().find(({ number }) => String(number) === customer)?.id
      const body = { customerId: id, lines: [{ kind: 'text', description: 'Vannbord', quantity: 1 }] }
      const answer = await service.call('POST', '/orders', {
        key,
        body,
        headers: { 'idempotency-key': `ehf-${Math.random()}` },
      })
      const { numberDisplay } = order.parse(answer.json)
      admin.inbox.price(numberDisplay, 1, 10_000)
      for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert'] as const) admin.orders.move(numberDisplay, to)
      return numberDisplay
    }
    const [id = ''] = run('invoice', 'draft', await deliver())
    expect(run('invoice', 'send', id).slice(1)).toEqual([
      "the invoice lacks the seller's organisation number (seller set --orgnr)",
      "the invoice lacks the seller's address (seller set --address --postcode --city)",
      "the invoice lacks the seller's bank account (seller set --account)",
    ])
    const refused = await service.get(`/invoices/${id}/ehf`, key)
    expect([refused.status, errorOf(refused).message]).toEqual([404, expect.stringContaining('organisasjonsnummer')])

    expect(() => run('seller', 'set', '--orgnr', '310468003')).toThrow(/orgNr: the check digit is wrong/)
    expect(() => run('seller', 'set', '--account', '12345678904')).toThrow(/account: the check digit is wrong/)
    expect(() => run('seller', 'set', '--address', 'Storgata 1')).toThrow(/--postcode/)
    const place = ['--address', 'Storgata 1', '--postcode', '6800', '--city', 'Førde']
    run('seller', 'set', '--orgnr', '310 468 002', '--account', '1234.56.78903', '--register', 'yes', ...place)
    expect(run('seller', 'show')).toContain('bank account\t12345678903')
    const [later = ''] = run('invoice', 'draft', await deliver())
    expect(run('invoice', 'send', later)).toHaveLength(1)
    expect(brokenRules((await service.get(`/invoices/${later}/ehf`, key)).text)).toEqual([])
  },
)

const address = { line: 'Storgata 1', postalCode: '6800', city: 'Førde' }
const facts = {
  prepaidOre: 0,
  buyer: null,
  document: {
    seller: {
      name: 'Blikk AS',
      orgNr: '310468002',
      address,
      account: '12345678903',
      email: null,
      inBusinessRegister: true,
    },
    buyer: { name: 'Bygg AS', orgNr: '310400114', address: null, email: null, contact: null },
    deliveries: [{ order: '000001', customerPo: null, day: '2026-11-20', pickedUp: true, place: address }],
    roundingOre: 0,
    credits: { number: '10001', day: '2026-11-19' },
  },
}

function invoiceWith(lines: Invoice['lines'], isCredit: boolean): Invoice {
  const rates = invoiceRates(lines) ?? []
  const netOre = rates.reduce((sum, rate) => sum + rate.netOre, 0)
  const vatOre = rates.reduce((sum, rate) => sum + rate.vatOre, 0)
  return {
    id: '00000000-0000-4000-8000-000000000000',
    number: '10002',
    kind: isCredit ? 'credit_note' : 'invoice',
    status: 'sendt',
    customer: null,
    issuedAt: '2026-11-24T09:00:00.000Z',
    dueDate: '2026-12-08',
    kid: kidOf('10002'),
    currency: 'NOK',
    lines,
    totals: { netOre, vatOre, grossOre: netOre + vatOre },
    orders: [{ id: '00000000-0000-4000-8000-000000000001', numberDisplay: '000001' }],
    erpNo: null,
    version: 2,
  }
}
