// The calls about the papers of a customer's order. Pure.
import * as z from 'zod'
import { uuid } from '../../workshop-api/index.ts'
import { orderPapers, paperFilePart } from '../views/index.ts'
import type { CallShape } from './call.ts'

const orderNumber = z.string().min(1).max(40)

export const orderCalls = {
  'order.read': {
    purpose:
      'Reads the stored papers of an order, and has the station read them again from the service if they are old; a push `papers` follows when they changed.',
    in: z.strictObject({ orderNumber }),
    out: orderPapers,
    grant: 'operate',
    automatic: true,
  },
  'order.file': {
    purpose: "Reads a part of a customer's file that is stored on this computer, from `offset` on.",
    in: z.strictObject({ orderNumber, fileId: uuid, offset: z.int().min(0) }),
    out: paperFilePart,
    grant: 'operate',
    automatic: true,
  },
} as const satisfies Record<string, CallShape>
