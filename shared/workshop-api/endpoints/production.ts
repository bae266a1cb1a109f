// The seven operations of the production module (specification 4.2). `assumed`: the specification shows no path.
import * as z from 'zod'
import { bendingListEntry, bendingSheet, bentReport, reducedBendingSheet, pressBrake } from '../resources/index.ts'
import { day, page, sentUuid } from '../scalars.ts'
import { byId, byNumber, paging, reading, writing } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

const production = {
  scope: 'production:read',
  kinds: ['workshop'],
  modules: ['produksjon'],
} as const

export const productionEndpoints = {
  listPressBrakes: {
    ...reading,
    ...production,
    path: '/press-brakes',
    query: z.object(paging),
    response: page(pressBrake),
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
    response: page(bendingListEntry).extend({ date: day }),
    media: ['application/json', 'text/csv; charset=utf-8'],
    assumed: true,
  },
  readBendingSheet: { ...reading, ...production, path: '/bending-sheets/{id}', params: byId, response: bendingSheet },
  listOrderBendingSheets: {
    ...reading,
    ...production,
    path: '/orders/{number}/bending-sheets',
    params: byNumber,
    query: z.object(paging),
    response: page(reducedBendingSheet),
  },
  readBendingSheetPdf: {
    ...reading,
    ...production,
    path: '/bending-sheets/{id}/pdf',
    class: 'files',
    params: byId,
    response: null,
    media: ['application/pdf'],
    assumed: true,
  },
  readBendingSheetDxf: {
    ...reading,
    ...production,
    path: '/bending-sheets/{id}/dxf',
    class: 'files',
    params: byId,
    response: null,
    media: ['application/dxf'],
    assumed: true,
  },
  reportBent: {
    ...writing,
    ...production,
    path: '/bending-sheets/{id}/bent',
    scope: 'production:status',
    idempotencyKey: 'honoured',
    params: byId,
    body: bentReport,
    response: bendingSheet,
    errors: ['sheet_superseded', 'not_approved'],
    assumed: true,
  },
} as const satisfies Record<string, Endpoint>
