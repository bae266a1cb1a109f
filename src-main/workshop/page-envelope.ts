// What stands around the items of a page. The items are read one by one afterwards, so that a malformed one hides no other. Pure.
import * as z from 'zod'
import { day } from '../../shared/workshop-api/index.ts'

const nextCursor = z.string().nullable().default(null)

export const pageEnvelope = z.object({ data: z.array(z.unknown()), nextCursor })
export const listEnvelope = pageEnvelope.extend({ date: day })
export const eventsEnvelope = pageEnvelope.extend({
  latestId: z.string().nullable().default(null),
  gap: z.boolean().default(false),
})
