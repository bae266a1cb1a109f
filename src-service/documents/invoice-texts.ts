// The texts of an invoice on paper: seller, buyer, deliveries and sums. In Norwegian, as the interface's messages. Pure.
import { workshopDate } from '../../shared/workshop-api/index.ts'
import type { Invoice } from '../../shared/workshop-api/index.ts'
import { invoiceNumberIn, invoiceRates } from '../invoices/index.ts'
import type { Delivery, IssueFacts } from '../invoices/index.ts'

/** A label and its value. */
export type LabelledText = readonly [label: string, value: string]

/** Below the seller's name. Empty for an invoice whose seller was not stored. */
export function sellerLines({ document }: IssueFacts): string[] {
  if (document === null) return []
  const { address, orgNr, email, inBusinessRegister } = document.seller
  const registration = [
    ...(orgNr === null ? [] : [`Org.nr. ${inGroups(orgNr, [3, 3, 3])} MVA`]),
    ...(inBusinessRegister ? ['Foretaksregisteret'] : []),
    ...(email === null ? [] : [email]),
  ].join(' · ')
  return [placeOf(address), registration].filter((line) => line !== '')
}

/** The buyer's name, and the lines below it. */
export function buyerTexts(
  { customer }: Pick<Invoice, 'customer'>,
  { document, buyer }: IssueFacts,
): { name: string; lines: string[] } {
  const customerNumber = customer === null ? [] : [`Kundenummer ${customer.number}`]
  if (document === null) {
    return { name: customer?.name ?? buyer?.name ?? '', lines: [...(buyer?.lines ?? []), ...customerNumber] }
  }
  const { name, orgNr, address, email, contact } = document.buyer
  const town = [address?.postalCode, address?.city].filter(isFilled).join(' ')
  const hasPlace = isFilled(address?.line) || town !== ''
  const lines = [
    contact === null || contact === name ? null : `v/ ${contact}`,
    address?.line,
    town,
    hasPlace ? null : email,
    orgNr === null ? null : `Org.nr. ${inGroups(orgNr, [3, 3, 3])}`,
  ].filter(isFilled)
  return { name, lines: [...lines, ...customerNumber] }
}

/** Date, due date, KID and account. Nothing that remains to be paid has no due date, KID and account. */
export function factRows({ issuedAt, dueDate, kid, kind, totals }: Invoice, facts: IssueFacts): LabelledText[] {
  const rows: LabelledText[] = [['Dato', issuedAt === null ? '' : dateOf(workshopDate(Date.parse(issuedAt)))]]
  if (leftOreOf(totals, facts) !== 0 || facts.prepaidOre === 0) {
    rows.push([kind === 'invoice' ? 'Forfall' : 'Gjelder forfall', dueDate === null ? '' : dateOf(dueDate)])
    rows.push(['KID', kid ?? ''])
    const account = facts.document?.seller.account ?? null
    if (kind === 'invoice' && account !== null) rows.push(['Konto', inGroups(account, [4, 2, 5])])
  }
  // A credit note has its own number, and must name the invoice that it credits.
  if (kind === 'credit_note' && kid !== null) rows.push(['Gjelder faktura', invoiceNumberIn(kid)])
  return rows
}

/** Day and place of each delivery, with its orders. */
export function deliveryLines({ orders }: Pick<Invoice, 'orders'>, { document }: IssueFacts): string[] {
  if (document === null) return [`Ordre: ${orders.map(({ numberDisplay }) => numberDisplay).join(', ')}`]
  const ordersByDelivery = new Map<string, string[]>()
  for (const delivery of document.deliveries) {
    const text = deliveryText(delivery)
    const reference = isFilled(delivery.customerPo) ? `${delivery.order} (${delivery.customerPo})` : delivery.order
    ordersByDelivery.set(text, [...(ordersByDelivery.get(text) ?? []), reference])
  }
  return [...ordersByDelivery].map(([text, references]) => `${text}: ordre ${references.join(', ')}`)
}

function deliveryText({ day, pickedUp, place }: Delivery): string {
  const when = [pickedUp ? 'Hentet' : 'Levert', ...(day === null ? [] : [dateOf(day)])].join(' ')
  return [when, placeOf(place)].filter((part) => part !== '').join(', ')
}

/** The sums, each rate of VAT on its own. The last one is what is left to pay. */
export function sumRows({ totals, lines, kind }: Invoice, facts: IssueFacts): LabelledText[] {
  const { netOre, vatOre, grossOre } = totals
  const rates = invoiceRates(lines) ?? []
  // An invoice from before the rule has VAT that was rounded per line.
  const isPerRate = rates.length > 0 && rates.reduce((sum, rate) => sum + rate.vatOre, 0) === vatOre
  const roundingOre = facts.document?.roundingOre ?? 0
  return [
    ['Sum uten mva.', kroner(netOre)],
    ...(isPerRate
      ? rates.map((rate): LabelledText => [
          `Mva. ${numberOf(rate.vatBp / 100)} % av ${kroner(rate.netOre)}`,
          kroner(rate.vatOre),
        ])
      : []),
    ...(isPerRate && rates.length === 1 ? [] : [['Mva.', kroner(vatOre)] as const]),
    ...(facts.prepaidOre === 0 && roundingOre === 0 ? [] : [['Sum med mva.', kroner(grossOre)] as const]),
    ...(facts.prepaidOre === 0 ? [] : [['Betalt på nett', kroner(-facts.prepaidOre)] as const]),
    ...(roundingOre === 0 ? [] : [['Øreavrunding', kroner(roundingOre)] as const]),
    [kind === 'credit_note' ? 'Til gode, NOK' : 'Å betale, NOK', kroner(leftOreOf(totals, facts))],
  ]
}

/** What is left to pay, in øre; null without a price. */
export function leftOreOf({ grossOre }: Invoice['totals'], { prepaidOre, document }: IssueFacts): number | null {
  return grossOre === null ? null : grossOre - prepaidOre + (document?.roundingOre ?? 0)
}

function placeOf(address: Delivery['place']): string {
  const town = [address?.postalCode, address?.city].filter(isFilled).join(' ')
  return [address?.line, town].filter(isFilled).join(', ')
}

export const isFilled = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.trim() !== ''

/** The digits with a space after each group. */
function inGroups(digits: string, lengths: readonly number[]): string {
  let start = 0
  const groups = lengths.map((length) => {
    const group = digits.slice(start, start + length)
    start += length
    return group
  })
  return groups.join(' ')
}

const twoPlaces = new Intl.NumberFormat('nb-NO', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const upToThreePlaces = new Intl.NumberFormat('nb-NO', { maximumFractionDigits: 3 })
export const kroner = (ore: number | null): string => (ore === null ? '' : twoPlaces.format(ore / 100))
export const numberOf = (value: number): string => upToThreePlaces.format(value)
const dateOf = (day: string): string => day.split('-').toReversed().join('.')
