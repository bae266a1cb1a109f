// An invoice or a credit note as EHF Billing 3.0 (Peppol BIS Billing 3, UBL 2.1), which an access point sends to the buyer. Pure.
// The rules are those of EN 16931 (BR-…), of Peppol (PEPPOL-EN16931-R…) and of Norway (NO-R-…).
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import type { Invoice } from '../../../shared/workshop-api/index.ts'
import { invoiceRates } from '../../invoices/index.ts'
import type { DocumentFacts, IssueFacts } from '../../invoices/index.ts'
import { isFilled, leftOreOf } from '../invoice-texts.ts'
import { customer, postalAddress, supplier } from './ehf-parties.ts'
import { element, xmlDocument } from './xml.ts'
import type { XmlElement } from './xml.ts'

const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const namespaces = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}
/** UNTDID 1001: commercial invoice, credit note. UNTDID 4461: credit transfer. UN/ECE Rec 20: one. */
const codes = { invoice: '380', creditNote: '381', creditTransfer: '30', one: 'C62' }
/** What Peppol prescribes where the buyer has no order reference. */
const noReference = 'NA'

type Line = Invoice['lines'][number]
type IssuedFacts = IssueFacts & { document: DocumentFacts }

/** What an EHF invoice needs and this one lacks, as a sentence for the caller; null if it can be written. */
export function ehfObstacle({ totals, lines }: Invoice, { document }: IssueFacts): string | null {
  if (document === null) return 'Fakturaen ble sendt før tjenesten skrev EHF.'
  if (document.seller.orgNr === null || document.seller.account === null) {
    return 'Selgerens organisasjonsnummer eller konto manglet da fakturaen ble sendt.'
  }
  if (document.buyer.orgNr === null) return 'Kjøperen har ikke noe organisasjonsnummer, og kan ikke få EHF.'
  const rates = invoiceRates(lines)
  const isPerRate = rates !== null && rates.reduce((sum, { vatOre }) => sum + vatOre, 0) === totals.vatOre
  return isPerRate ? null : 'Avgiften på fakturaen er ikke regnet per sats.'
}

/** Call it where `ehfObstacle` is null. All sums of a credit note are positive in it. */
export function ehfInvoice(invoice: Invoice, facts: IssuedFacts): string {
  const isCredit = invoice.kind === 'credit_note'
  const sign = isCredit ? -1 : 1
  const name = isCredit ? 'CreditNote' : 'Invoice'
  const lines = invoice.lines.map((line) => signed(line, sign))
  const content = [
    ...headOf(invoice, facts),
    supplier(facts.document.seller),
    customer(facts.document.buyer),
    deliveryOf(facts.document),
    ...paymentOf(invoice, facts),
    ...lines.filter(isAllowance).map(allowance),
    taxTotal(lines),
    monetaryTotal(invoice, facts, lines, sign),
    ...lines.filter((line) => !isAllowance(line)).map((line) => invoiceLine(line, isCredit)),
  ]
  const root = { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`, ...namespaces }
  return xmlDocument({ name, attributes: root, content: content.filter((child) => child !== null) })
}

function headOf({ number, kind, issuedAt, dueDate, orders }: Invoice, { document }: IssuedFacts) {
  const isCredit = kind === 'credit_note'
  const purchaseOrders = [...new Set(document.deliveries.map(({ customerPo }) => customerPo).filter(isFilled))]
  const [order] = orders
  return [
    element('cbc:CustomizationID', customization),
    element('cbc:ProfileID', profile),
    element('cbc:ID', number),
    element('cbc:IssueDate', issuedAt === null ? null : workshopDate(Date.parse(issuedAt))),
    isCredit ? null : element('cbc:DueDate', dueDate),
    element(isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', isCredit ? codes.creditNote : codes.invoice),
    element('cbc:Note', `Ordre ${orders.map(({ numberDisplay }) => numberDisplay).join(', ')}`),
    element('cbc:DocumentCurrencyCode', 'NOK'),
    element('cbc:BuyerReference', document.buyer.contact),
    periodOf(document),
    element('cac:OrderReference', [
      element('cbc:ID', purchaseOrders.length === 1 ? purchaseOrders[0] : noReference),
      element('cbc:SalesOrderID', orders.length === 1 ? order?.numberDisplay : null),
    ]),
    document.credits === null
      ? null
      : element('cac:BillingReference', [
          element('cac:InvoiceDocumentReference', [
            element('cbc:ID', document.credits.number),
            element('cbc:IssueDate', document.credits.day),
          ]),
        ]),
  ]
}

const daysOf = ({ deliveries }: DocumentFacts): string[] =>
  [...new Set(deliveries.map(({ day }) => day).filter(isFilled))].toSorted()

/** The days of several deliveries. One day is stated with the delivery. */
function periodOf(document: DocumentFacts): XmlElement | null {
  const days = daysOf(document)
  if (days.length < 2) return null
  return element('cac:InvoicePeriod', [element('cbc:StartDate', days[0]), element('cbc:EndDate', days.at(-1))])
}

function deliveryOf(document: DocumentFacts): XmlElement | null {
  const days = daysOf(document)
  const [first, ...others] = document.deliveries
  const isOnePlace = others.every(({ place }) => JSON.stringify(place) === JSON.stringify(first?.place))
  const place = isOnePlace ? (first?.place ?? null) : null
  return element('cac:Delivery', [
    element('cbc:ActualDeliveryDate', days.length === 1 ? days[0] : null),
    place === null ? null : element('cac:DeliveryLocation', [postalAddress(place, 'cac:Address')]),
  ])
}

function paymentOf({ kid, dueDate, kind, totals }: Invoice, facts: IssuedFacts) {
  if (leftOreOf(totals, facts) === 0) return []
  return [
    element('cac:PaymentMeans', [
      element('cbc:PaymentMeansCode', codes.creditTransfer),
      kind === 'credit_note' ? element('cbc:PaymentDueDate', dueDate) : null,
      element('cbc:PaymentID', kid),
      element('cac:PayeeFinancialAccount', [element('cbc:ID', facts.document.seller.account)]),
    ]),
  ]
}

/** A line of an invoice with positive sums, also of a credit note. */
function signed(line: Line, sign: number): Line & { unitPriceOre: number; netOre: number } {
  return { ...line, unitPriceOre: sign * (line.unitPriceOre ?? 0), netOre: sign * (line.netOre ?? 0) }
}

/** A discount: a price must not be negative (BR-27). */
const isAllowance = ({ netOre }: Line): boolean => (netOre ?? 0) < 0

function allowance({ description, netOre, vatBp }: ReturnType<typeof signed>): XmlElement | null {
  return element('cac:AllowanceCharge', [
    element('cbc:ChargeIndicator', 'false'),
    element('cbc:AllowanceChargeReason', isFilled(description) ? description : 'Rabatt'),
    amount('cbc:Amount', -netOre),
    taxCategory('cac:TaxCategory', vatBp),
  ])
}

function taxTotal(lines: readonly ReturnType<typeof signed>[]): XmlElement | null {
  const rates = invoiceRates([...lines]) ?? []
  return element('cac:TaxTotal', [
    amount(
      'cbc:TaxAmount',
      rates.reduce((sum, { vatOre }) => sum + vatOre, 0),
    ),
    ...rates.map(({ vatBp, netOre, vatOre }) =>
      element('cac:TaxSubtotal', [
        amount('cbc:TaxableAmount', netOre),
        amount('cbc:TaxAmount', vatOre),
        taxCategory('cac:TaxCategory', vatBp),
      ]),
    ),
  ])
}

function monetaryTotal(
  { totals }: Invoice,
  facts: IssuedFacts,
  lines: readonly ReturnType<typeof signed>[],
  sign: number,
): XmlElement | null {
  const sumOf = (part: readonly ReturnType<typeof signed>[]) => part.reduce((sum, { netOre }) => sum + netOre, 0)
  const allowancesOre = -sumOf(lines.filter(isAllowance))
  const { roundingOre } = facts.document
  return element('cac:LegalMonetaryTotal', [
    amount('cbc:LineExtensionAmount', sumOf(lines) + allowancesOre),
    amount('cbc:TaxExclusiveAmount', sumOf(lines)),
    amount('cbc:TaxInclusiveAmount', sign * (totals.grossOre ?? 0)),
    allowancesOre === 0 ? null : amount('cbc:AllowanceTotalAmount', allowancesOre),
    facts.prepaidOre === 0 ? null : amount('cbc:PrepaidAmount', facts.prepaidOre),
    roundingOre === 0 ? null : amount('cbc:PayableRoundingAmount', roundingOre),
    amount('cbc:PayableAmount', sign * (leftOreOf(totals, facts) ?? 0)),
  ])
}

function invoiceLine(line: ReturnType<typeof signed>, isCredit: boolean): XmlElement | null {
  const { lineNo, quantity, netOre, unitPriceOre, description, vatBp } = line
  return element(isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', [
    element('cbc:ID', String(lineNo)),
    element(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', String(quantity), { unitCode: codes.one }),
    amount('cbc:LineExtensionAmount', netOre),
    element('cac:Item', [
      element('cbc:Name', isFilled(description) ? description : 'Vare'),
      taxCategory('cac:ClassifiedTaxCategory', vatBp),
    ]),
    // A negative price remains only where the line's sum is rounded to nothing.
    element('cac:Price', [amount('cbc:PriceAmount', Math.max(0, unitPriceOre))]),
  ])
}

/** S: a rate; Z: zero rated (UNCL 5305). */
function taxCategory(name: string, vatBp: number): XmlElement | null {
  return element(name, [
    element('cbc:ID', vatBp > 0 ? 'S' : 'Z'),
    element('cbc:Percent', String(vatBp / 100)),
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ])
}

const amount = (name: string, ore: number): XmlElement | null =>
  element(name, (ore / 100).toFixed(2), { currencyID: 'NOK' })
