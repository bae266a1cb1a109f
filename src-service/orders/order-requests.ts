// POST /orders and PATCH /orders/{number}: creates and changes orders (specification 4.3, decisions 4, 5).
import { isDeepStrictEqual } from 'node:util'
import { workshopDate } from '../../shared/workshop-api/index.ts'
import type { Agreement, EventOrder, SentLine } from '../../shared/workshop-api/index.ts'
import { deliveryDay, requireActive } from '../agreements/index.ts'
import type { AgreementStore } from '../agreements/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { customerOfCall } from '../customers/index.ts'
import type { CustomerStore } from '../customers/index.ts'
import { Failure, basePath, invalid } from '../operation/index.ts'
import type { Call, Operations } from '../operation/index.ts'
import { noTerms, pieceOre } from '../prices/index.ts'
import type { Terms } from '../prices/index.ts'
import { orderTermsFrom, refuseSmallOrder, withMode } from '../shop/index.ts'
import type { ShopStore } from '../shop/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { newOrder } from './new-order.ts'
import { orderId } from './order-id.ts'
import type { OrderResponses } from './order-pages.ts'
import type { OrderStore } from './order-store.ts'
import type { OrderTerms } from './order-terms.ts'
import { totalsOf } from './order-totals.ts'
import { orderLinesFrom } from './order-lines.ts'
import type { LineSources } from './order-lines.ts'
import { missingFields, applyOrderFields } from './order-fields.ts'

interface RequestParts {
  store: Store
  orders: OrderStore
  orderTerms: OrderTerms
  sheets: {
    /** Copies the order's data to its sheets. */
    copyOrderData: (order: EventOrder) => void
  }
  customers: CustomerStore
  agreements: AgreementStore
  catalogue: Catalogue
  shops: ShopStore
}

export function orderRequests(
  parts: RequestParts,
  responses: OrderResponses,
): Pick<Operations, 'submitOrder' | 'changeOrder'> {
  const { store, orders, orderTerms, sheets, agreements, shops } = parts
  return {
    submitOrder: (call) =>
      store.write(() => {
        const { key, accessScope, nowMs, body } = call
        const agreement =
          body.agreementNumber === undefined
            ? null
            : requireActive(agreements.find(accessScope, { number: body.agreementNumber }), workshopDate(nowMs))
        const isTest = accessScope.isTest === 1
        const draft = newOrder({
          id: orderId(nowMs),
          number: orders.nextNumber(accessScope.workshopId, isTest),
          isTest,
          source: agreement === null ? 'api' : 'avrop',
          channel: key.name,
          status: agreement === null ? 'forespurt' : 'mottatt',
          customer: customerOf(parts, call, agreement),
          createdAt: instantOf(nowMs),
        })
        const today = workshopDate(nowMs)
        const orderWithFields = applyOrderFields(draft, body)
        const { delivery, discountCode = null } = body
        if (discountCode !== null && agreement !== null) {
          throw invalid(['discountCode'], 'Et avrop har avtalens priser, uten rabattkode.')
        }
        const request = { order: orderWithFields, delivery, discountCode, before: noTerms }
        const terms = orderTermsFrom(shops.settingsOf(accessScope.workshopId), request, today)
        const sources = lineSources(parts, accessScope.workshopId, agreement)
        const orderWithLines = withLines(withMode(orderWithFields, terms), body.lines, sources, terms)
        refuseEmptyOrder(orderWithLines)
        refuseSmallOrder(orderWithLines, terms, today)
        const order = agreement === null ? orderWithLines : withCallOffDelivery(orderWithLines, agreement, today)
        const stored = orders.receive(accessScope.workshopId, order, nowMs, agreement?.number)
        orderTerms.save(order.id, terms)
        return {
          body: responses.answerNew(key, stored),
          location: `${basePath}/orders/${order.numberDisplay}`,
        }
      }),
    changeOrder: ({ key, accessScope, nowMs, params, body, ifMatch }) =>
      store.write(() => {
        const order = orders.find(accessScope, params.number)
        if (order === null) throw new Failure('not_found')
        if (order.version !== ifMatch) throw new Failure('stale_version')
        if (order.status !== 'forespurt' && order.status !== 'mottatt') throw new Failure('invalid_transition')
        const today = workshopDate(nowMs)
        const agreement = order.agreement === null ? null : agreements.find(accessScope, { id: order.agreement.id })
        const orderWithFields = applyOrderFields(order, body)
        const before = orderTerms.termsOf(order.id)
        const request = { order: orderWithFields, delivery: body.delivery, discountCode: null, before }
        const terms = orderTermsFrom(shops.settingsOf(accessScope.workshopId), request, today)
        const sources = lineSources(parts, accessScope.workshopId, agreement)
        const orderWithLines = withLines(withMode(orderWithFields, terms), body.lines, sources, terms)
        if (body.lines !== undefined || body.note !== undefined) refuseEmptyOrder(orderWithLines)
        const changed =
          order.agreement === null || !needsNewDelivery(order, orderWithLines)
            ? orderWithLines
            : withCallOffDelivery(orderWithLines, requireActive(agreement, today), today)
        if (!isDeepStrictEqual(changed, order) || !isDeepStrictEqual(terms, before)) {
          orderTerms.save(order.id, terms)
          const stored = orders.change(accessScope.workshopId, changed, { type: 'order.updated' }, nowMs)
          sheets.copyOrderData(stored)
        }
        return { body: responses.answer(key, order.numberDisplay) }
      }),
  }
}

function lineSources({ catalogue, shops }: RequestParts, workshopId: string, agreement: Agreement | null): LineSources {
  return {
    agreement,
    product: (id) => catalogue.product(workshopId, id),
    pieceOre: (product, lengthMm, profile) => {
      if (shops.settingsOf(workshopId).pricesHidden) return null
      const ore = pieceOre(product, (family) => catalogue.fitting(workshopId, family), lengthMm, profile)
      return typeof ore === 'number' ? ore : null
    },
  }
}

/** The customer of a call-off is the agreement's. The customer of any other order comes from the key or the call. */
function customerOf(
  { customers }: RequestParts,
  { key, body }: Call<'submitOrder'>,
  agreement: Agreement | null,
): EventOrder['customer'] {
  const customer = customerOfCall(customers, key, body.customerId ?? undefined)
  if (agreement === null) return customer
  if (customer !== null && customer.id !== agreement.customer.id) {
    throw invalid(['customerId'], 'Avtalen gjelder en annen kunde.')
  }
  return agreement.customer
}

function withLines(
  order: EventOrder,
  sentLines: readonly SentLine[] | undefined,
  sources: LineSources,
  terms: Terms,
): EventOrder {
  const lines = sentLines === undefined ? order.lines : orderLinesFrom(sentLines, sources, order.lines)
  return { ...order, lines, totals: totalsOf(lines, terms) }
}

/** A call-off is delivered on a delivery day of the agreement. A date that the caller requests is binding. */
function withCallOffDelivery(order: EventOrder, agreement: Agreement, today: string): EventOrder {
  if (order.lines.length === 0) throw invalid(['lines'], 'Et avrop trenger minst én posisjonslinje.')
  const requestedDate = order.delivery?.requestedDate ?? null
  const deliveryDate = deliveryDay(agreement, requestedDate, today)
  const requested = order.delivery ?? { mode: null, requestedDate: null, address: null }
  return { ...order, agreement: { id: agreement.id }, delivery: { ...requested, deliveryDate } }
}

/** Whether a call-off's lines or date have changed: the new ones must be possible today. */
function needsNewDelivery(before: EventOrder, after: EventOrder): boolean {
  return (
    !isDeepStrictEqual(before.lines, after.lines) || before.delivery?.requestedDate !== after.delivery?.requestedDate
  )
}

function refuseEmptyOrder(order: EventOrder): void {
  const missing = missingFields(order)
  if (missing.length > 0) {
    throw invalid(missing, 'En ordre trenger minst én linje, eller en merknad på minst tre tegn.')
  }
}
