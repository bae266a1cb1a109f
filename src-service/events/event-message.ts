// The message of an event, below the size limit of webhooks (specification 6.2, service decision 4). GET /events and webhooks send the same text.
// Pure.
import { webhookLimits } from '../../shared/workshop-api/index.ts'
import type { WorkshopEvent } from '../../shared/workshop-api/index.ts'

/** The length of a line's description in a message that would be too large. */
const descriptionLength = 200

/** The event in JSON. If it would be too large, with truncated descriptions of lines, and `data.truncated`. */
export function messageOf(event: WorkshopEvent): string {
  const json = JSON.stringify(event)
  if (fitsWebhook(json)) return json
  const { order, agreement, invoice, ...rest } = event.data
  const data: WorkshopEvent['data'] = {
    ...rest,
    ...(order === undefined ? {} : { order: { ...order, lines: order.lines.map(shortenDescription) } }),
    ...(agreement === undefined
      ? {}
      : { agreement: { ...agreement, positions: agreement.positions.map(shortenDescription) } }),
    ...(invoice === undefined ? {} : { invoice: { ...invoice, lines: invoice.lines.map(shortenDescription) } }),
    truncated: true,
  }
  return JSON.stringify({ ...event, data })
}

function fitsWebhook(message: string): boolean {
  return Buffer.byteLength(message) < webhookLimits.bodyBytes
}

function shortenDescription<Line extends { description: string | null }>(line: Line): Line {
  const { description } = line
  if (description === null || description.length <= descriptionLength) return line
  // Removes half of a surrogate pair at the end.
  return { ...line, description: description.slice(0, descriptionLength).replace(/[\uD800-\uDBFF]$/, '') }
}
