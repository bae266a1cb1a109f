// An order that the workshop itself writes down, as a slip: received at once, its lines and prices still to come. Pure.
import { orderStatusLabels } from '../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { totalsOf } from './order-totals.ts'

export interface Slip {
  id: string
  number: number
  isTest: boolean
  customer: EventOrder['customer']
  title: string
  deliveryDate: string
  at: string
}

/** Six digits; a test order's stand behind `T-`. */
export function numberDisplay(number: number, isTest: boolean): string {
  return `${isTest ? 'T-' : ''}${String(number).padStart(6, '0')}`
}

export function receivedSlip({ id, number, isTest, customer, title, deliveryDate, at }: Slip): EventOrder {
  return {
    id,
    number,
    numberDisplay: numberDisplay(number, isTest),
    isTest,
    source: 'lapp',
    channel: 'Verkstedet',
    status: 'mottatt',
    statusLabel: orderStatusLabels.mottatt,
    statusChangedAt: at,
    customer,
    contact: null,
    projectNo: null,
    orderer: null,
    customerPo: null,
    title,
    note: null,
    agreement: null,
    delivery: { mode: 'henting', requestedDate: deliveryDate, deliveryDate, address: null },
    lines: [],
    totals: totalsOf([]),
    hasKalkyle: false,
    stickerNumbers: [],
    readyWithoutReceipt: false,
    readySms: null,
    invoice: null,
    attachments: [],
    externalRef: null,
    createdAt: at,
    receivedAt: at,
    inWorkAt: null,
    readyAt: null,
    deliveredAt: null,
    invoicedAt: null,
    paidAt: null,
    cancelledAt: null,
    updatedAt: at,
    cancelReason: null,
    version: 1,
  }
}
