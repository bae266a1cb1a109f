// POST /orders and PATCH /orders/{number}: what a caller asks for, made an order and changed (specification 4.3, decisions 4, 5).
import { isDeepStrictEqual } from 'node:util'
import { workshopDate } from '../../shared/workshop-api/index.ts'
import type { Agreement, EventOrder, SentLine } from '../../shared/workshop-api/index.ts'
import { deliveryDay, inForce } from '../agreements/call-off.ts'
import { customerOfCall } from '../customers/customer-of-call.ts'
import { Failure, invalid } from '../http/failure.ts'
import type { Call, Operations } from '../http/operation.ts'
import { basePath } from '../http/server.ts'
import type { Parts } from '../parts.ts'
import { pieceOre } from '../prices/line-price.ts'
import { noTerms } from '../prices/sums.ts'
import type { Terms } from '../prices/sums.ts'
import { refuseSmallOrder, termsOfOrder, withMode } from '../shop/order-shop.ts'
import { instantOf } from '../store/clock.ts'
import { newOrder } from './new-order.ts'
import { orderId } from './order-id.ts'
import type { ShownOrders } from './order-pages.ts'
import { totalsOf } from './order-totals.ts'
import { linesFrom } from './sent-lines.ts'
import type { LineSources } from './sent-lines.ts'
import { missingIn, withSaid } from './sent-order.ts'

type Needed = Pick<
  Parts,
  'store' | 'orders' | 'orderTerms' | 'sheets' | 'customers' | 'agreements' | 'catalogue' | 'shops'
>

export function orderRequests(parts: Needed, shown: ShownOrders): Pick<Operations, 'submitOrder' | 'changeOrder'> {
  const { store, orders, orderTerms, sheets, agreements, catalogue, shops } = parts
  const sourcesOf = (workshopId: string, agreement: Agreement | null): LineSources => ({
    agreement,
    product: (id) => catalogue.product(workshopId, id),
    pieceOre: (product, lengthMm, profile) => {
      if (shops.of(workshopId).pricesHidden) return null
      const ore = pieceOre(product, (family) => catalogue.fitting(workshopId, family), lengthMm, profile)
      return typeof ore === 'number' ? ore : null
    },
  })

  return {
    submitOrder: (call) =>
      store.write(() => {
        const { key, reach, nowMs, body } = call
        const agreement =
          body.agreementNumber === undefined
            ? null
            : inForce(agreements.find(reach, { number: body.agreementNumber }), workshopDate(nowMs))
        const isTest = reach.isTest === 1
        const begun = newOrder({
          id: orderId(nowMs),
          number: orders.nextNumber(reach.workshopId, isTest),
          isTest,
          source: agreement === null ? 'api' : 'avrop',
          channel: key.name,
          status: agreement === null ? 'forespurt' : 'mottatt',
          customer: customerOf(parts, call, agreement),
          at: instantOf(nowMs),
        })
        const today = workshopDate(nowMs)
        const said = withSaid(begun, body)
        const { delivery, discountCode = null } = body
        if (discountCode !== null && agreement !== null) {
          throw invalid(['discountCode'], 'Et avrop har avtalens priser, uten rabattkode.')
        }
        const asking = { order: said, delivery, discountCode, before: noTerms }
        const terms = termsOfOrder(shops.of(reach.workshopId), asking, today)
        const asked = withLines(withMode(said, terms), body.lines, sourcesOf(reach.workshopId, agreement), terms)
        refuseNothing(asked)
        refuseSmallOrder(asked, terms, today)
        const order = agreement === null ? asked : calledOff(asked, agreement, today)
        const stored = orders.receive(reach.workshopId, order, nowMs, agreement?.number)
        orderTerms.keep(order.id, terms)
        return {
          body: shown.answerNew(key, stored),
          location: `${basePath}/orders/${order.numberDisplay}`,
        }
      }),
    changeOrder: ({ key, reach, nowMs, params, body, ifMatch }) =>
      store.write(() => {
        const order = orders.find(reach, params.number)
        if (order === null) throw new Failure('not_found')
        if (order.version !== ifMatch) throw new Failure('stale_version')
        if (order.status !== 'forespurt' && order.status !== 'mottatt') throw new Failure('invalid_transition')
        const today = workshopDate(nowMs)
        const agreement = order.agreement === null ? null : agreements.find(reach, { id: order.agreement.id })
        const said = withSaid(order, body)
        const before = orderTerms.of(order.id)
        const asking = { order: said, delivery: body.delivery, discountCode: null, before }
        const terms = termsOfOrder(shops.of(reach.workshopId), asking, today)
        const relined = withLines(withMode(said, terms), body.lines, sourcesOf(reach.workshopId, agreement), terms)
        if (body.lines !== undefined || body.note !== undefined) refuseNothing(relined)
        const changed =
          order.agreement === null || !asksAnew(order, relined)
            ? relined
            : calledOff(relined, inForce(agreement, today), today)
        if (!isDeepStrictEqual(changed, order) || !isDeepStrictEqual(terms, before)) {
          orderTerms.keep(order.id, terms)
          const stored = orders.change(reach.workshopId, changed, { type: 'order.updated' }, nowMs)
          sheets.followOrder(stored)
        }
        return { body: shown.answer(key, order.numberDisplay) }
      }),
  }
}

/** A call-off is its agreement's customer's; any other order whose the key or the call says. */
function customerOf(
  { customers }: Needed,
  { key, body }: Call<'submitOrder'>,
  agreement: Agreement | null,
): EventOrder['customer'] {
  const said = customerOfCall(customers, key, body.customerId ?? undefined)
  if (agreement === null) return said
  if (said !== null && said.id !== agreement.customer.id) {
    throw invalid(['customerId'], 'Avtalen gjelder en annen kunde.')
  }
  return agreement.customer
}

function withLines(
  order: EventOrder,
  sent: readonly SentLine[] | undefined,
  sources: LineSources,
  terms: Terms,
): EventOrder {
  const lines = sent === undefined ? order.lines : linesFrom(sent, sources, order.lines)
  return { ...order, lines, totals: totalsOf(lines, terms) }
}

/** What is called off is delivered on one of the agreement's days, which the caller's wish binds. */
function calledOff(order: EventOrder, agreement: Agreement, today: string): EventOrder {
  if (order.lines.length === 0) throw invalid(['lines'], 'Et avrop trenger minst én posisjonslinje.')
  const wished = order.delivery?.requestedDate ?? null
  const deliveryDate = deliveryDay(agreement, wished, today)
  const asked = order.delivery ?? { mode: null, requestedDate: null, address: null }
  return { ...order, agreement: { id: agreement.id }, delivery: { ...asked, deliveryDate } }
}

/** True where a call-off's lines or day are others than they were: those must be possible today. */
function asksAnew(before: EventOrder, after: EventOrder): boolean {
  return (
    !isDeepStrictEqual(before.lines, after.lines) || before.delivery?.requestedDate !== after.delivery?.requestedDate
  )
}

function refuseNothing(order: EventOrder): void {
  const missing = missingIn(order)
  if (missing.length > 0) {
    throw invalid(missing, 'En ordre trenger minst én linje, eller en merknad på minst tre tegn.')
  }
}
