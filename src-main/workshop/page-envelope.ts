// The fields of a page beside its items. The items are parsed one by one afterwards, so that a malformed item does not hide the others.
// Pure.
import * as z from 'zod'
import { day } from '../../shared/workshop-api/index.ts'

const nextCursor = z.string().nullable().default(null)

export const pageEnvelope = z.object({ data: z.array(z.unknown()), nextCursor })
export const listEnvelope = pageEnvelope.extend({ date: day })
export const eventsEnvelope = pageEnvelope.extend({
  latestId: z.string().nullable().default(null),
  gap: z.boolean().default(false),
})
