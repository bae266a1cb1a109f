// A new order with its source, customer and time only. Pure.
import { orderStatusLabels } from '../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { totalsOf } from './order-totals.ts'

export interface OrderOrigin {
  id: string
  number: number
  isTest: boolean
  source: EventOrder['source']
  channel: string
  /** A request is `forespurt`; any other order is received at once. */
  status: 'forespurt' | 'mottatt'
  customer: EventOrder['customer']
  createdAt: string
}

/** Six digits, with the prefix `T-` for a test order. */
export function numberDisplay(number: number, isTest: boolean): string {
  return `${isTest ? 'T-' : ''}${String(number).padStart(6, '0')}`
}

export function newOrder({
  id,
  number,
  isTest,
  source,
  channel,
  status,
  customer,
  createdAt,
}: OrderOrigin): EventOrder {
  return {
    id,
    number,
    numberDisplay: numberDisplay(number, isTest),
    isTest,
    source,
    channel,
    status,
    statusLabel: orderStatusLabels[status],
    statusChangedAt: createdAt,
    customer,
    contact: null,
    projectNo: null,
    orderer: null,
    customerPo: null,
    title: null,
    note: null,
    agreement: null,
    delivery: null,
    lines: [],
    totals: totalsOf([]),
    hasKalkyle: false,
    stickerNumbers: [],
    readyWithoutReceipt: false,
    readySms: null,
    invoice: null,
    attachments: [],
    externalRef: null,
    createdAt,
    receivedAt: status === 'mottatt' ? createdAt : null,
    inWorkAt: null,
    readyAt: null,
    deliveredAt: null,
    invoicedAt: null,
    paidAt: null,
    cancelledAt: null,
    updatedAt: createdAt,
    cancelReason: null,
    version: 1,
  }
}

export interface WorkshopOrderFields extends Omit<OrderOrigin, 'source' | 'channel' | 'status'> {
  title: string
  deliveryDate: string
}

/** An order that the workshop itself records: received at once, without lines and prices. */
export function workshopOrder({ title, deliveryDate, ...origin }: WorkshopOrderFields): EventOrder {
  return {
    ...newOrder({ ...origin, source: 'lapp', channel: 'Verkstedet', status: 'mottatt' }),
    title,
    delivery: { mode: 'henting', requestedDate: deliveryDate, deliveryDate, address: null },
  }
}
