// The table of the service's operations: path, class, requirements, and the schemas of input and output. The service builds its routes from
// it, the client its calls. `assumed`: the specification shows no path, so this project decided it. Pure.
import * as z from 'zod'
import { eventId, eventPage, me } from '../resources/index.ts'
import { agreementEndpoints } from './agreements.ts'
import { attachmentEndpoints } from './attachments.ts'
import { customerEndpoints } from './customers.ts'
import { paging, reading } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { invoiceEndpoints } from './invoices.ts'
import { orderEndpoints } from './orders.ts'
import { paymentEndpoints } from './payments.ts'
import { productionEndpoints } from './production.ts'
import { projectEndpoints } from './projects.ts'
import { shopEndpoints } from './shop.ts'

export type { Endpoint } from './endpoint.ts'

export const endpoints = {
  readMe: { ...reading, path: '/me', scope: null, response: me },
  ...orderEndpoints,
  ...attachmentEndpoints,
  ...customerEndpoints,
  ...projectEndpoints,
  listEvents: {
    ...reading,
    path: '/events',
    scope: 'events:read',
    query: z.object({
      ...paging,
      after: z.union([eventId, z.literal('latest')]).optional(),
      cursor: eventId.optional(),
      types: z.string().min(1).optional(),
    }),
    response: eventPage,
  },
  ...productionEndpoints,
  ...shopEndpoints,
  ...paymentEndpoints,
  ...agreementEndpoints,
  ...invoiceEndpoints,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
