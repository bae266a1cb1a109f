// The operations on agreements (specification 4.2; bodies assumed).
import * as z from 'zod'
import { agreement, listedAgreement } from '../resources/index.ts'
import { page } from '../scalars.ts'
import { byNumber, paging, reading } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

const agreements = { ...reading, scope: 'agreements:read' } as const

export const agreementEndpoints = {
  listAgreements: { ...agreements, path: '/agreements', query: z.object(paging), response: page(listedAgreement) },
  readAgreement: { ...agreements, path: '/agreements/{number}', params: byNumber, response: agreement },
} as const satisfies Record<string, Endpoint>
