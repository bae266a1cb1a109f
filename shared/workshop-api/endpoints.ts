// The one table of the service's operations: path, class, needs, and the schemas of what goes in and out. The service makes its
// routes from it, the client its calls. Paths marked `assumed` are decided by us where the specification shows none.
import * as z from 'zod'
import type { KeyKind, ModuleName, Scope } from './access.ts'
import type { CallClass } from './limits.ts'
import { bendingListEntry, bendingSheet, bentReport, reducedBendingSheet } from './resources/bending-sheet.ts'
import { eventId, eventPage } from './resources/event.ts'
import { me } from './resources/me.ts'
import { order } from './resources/order.ts'
import { pressBrake } from './resources/press-brake.ts'
import { day, instant, page, sentUuid } from './scalars.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH'
  /** Relative to the base address; parameters in braces. */
  path: string
  class: CallClass
  /** Null: any key may. */
  scope: Scope | null
  kinds: readonly KeyKind[]
  /** A module that must be on for the workshop; checked before anything is read. */
  module: ModuleName | null
  idempotencyKey: 'required' | 'honoured' | 'ignored'
  ifMatch: boolean
  params: z.ZodObject
  query: z.ZodObject
  /** Null: no body is read. */
  body: z.ZodType | null
  status: 200 | 201
  /** The JSON answer; null where the answer is a file. */
  answer: z.ZodType | null
  /** Media types of the answer, the usual one first. */
  media: readonly string[]
  assumed: boolean
}

const nothing = z.object({})
const byId = z.object({ id: sentUuid })
const byNumber = z.object({ number: z.string().min(1) })

const paging = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(25),
  cursor: z.string().min(1).optional(),
}

const reading = {
  method: 'GET',
  class: 'read',
  module: null,
  idempotencyKey: 'ignored',
  ifMatch: false,
  params: nothing,
  query: nothing,
  body: null,
  status: 200,
  media: ['application/json'],
  assumed: false,
} as const
const both: readonly KeyKind[] = ['workshop', 'customer']
const production = {
  scope: 'production:read',
  kinds: ['workshop'],
  module: 'produksjon',
} as const

export const endpoints = {
  readMe: { ...reading, path: '/me', scope: null, kinds: both, answer: me },
  listOrders: {
    ...reading,
    path: '/orders',
    scope: 'orders:read',
    kinds: both,
    query: z.object({
      ...paging,
      sort: z.enum(['updatedAt', 'createdAt']).default('createdAt'),
      updatedSince: instant.optional(),
      agreementNumber: z.string().min(1).optional(),
    }),
    answer: page(order),
  },
  readOrder: {
    ...reading,
    path: '/orders/{number}',
    scope: 'orders:read',
    kinds: both,
    params: byNumber,
    answer: order,
  },
  listEvents: {
    ...reading,
    path: '/events',
    scope: 'events:read',
    kinds: both,
    query: z.object({
      ...paging,
      after: z.union([eventId, z.literal('latest')]).optional(),
      cursor: eventId.optional(),
      types: z.string().min(1).optional(),
    }),
    answer: eventPage,
  },
  listPressBrakes: {
    ...reading,
    ...production,
    path: '/press-brakes',
    query: z.object(paging),
    answer: page(pressBrake),
    assumed: true,
  },
  readBendingList: {
    ...reading,
    ...production,
    path: '/bending-list',
    query: z.object({
      ...paging,
      date: day.optional(),
      pressBrakeId: sentUuid.optional(),
      format: z.enum(['json', 'csv']).default('json'),
    }),
    answer: page(bendingListEntry).extend({ date: day }),
    media: ['application/json', 'text/csv; charset=utf-8'],
    assumed: true,
  },
  readBendingSheet: { ...reading, ...production, path: '/bending-sheets/{id}', params: byId, answer: bendingSheet },
  listOrderBendingSheets: {
    ...reading,
    ...production,
    path: '/orders/{number}/bending-sheets',
    params: byNumber,
    query: z.object(paging),
    answer: page(reducedBendingSheet),
  },
  readBendingSheetPdf: {
    ...reading,
    ...production,
    path: '/bending-sheets/{id}/pdf',
    class: 'files',
    params: byId,
    answer: null,
    media: ['application/pdf'],
    assumed: true,
  },
  readBendingSheetDxf: {
    ...reading,
    ...production,
    path: '/bending-sheets/{id}/dxf',
    class: 'files',
    params: byId,
    answer: null,
    media: ['application/dxf'],
    assumed: true,
  },
  reportBent: {
    ...reading,
    ...production,
    method: 'POST',
    path: '/bending-sheets/{id}/bent',
    class: 'write',
    scope: 'production:status',
    idempotencyKey: 'honoured',
    params: byId,
    body: bentReport,
    answer: bendingSheet,
    assumed: true,
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
