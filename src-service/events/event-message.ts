// The message of an event, below the size limit of webhooks (specification 6.2, decision 4). GET /events and webhooks send the same text.
// Pure.
import { webhookLimits } from '../../shared/workshop-api/index.ts'
import type { WorkshopEvent } from '../../shared/workshop-api/index.ts'

/** The length of a line's description in a message that would be too large. */
const descriptionLength = 200

/** The event in JSON. If it would be too large, with truncated descriptions of lines, and `data.truncated`. */
export function messageOf(event: WorkshopEvent): string {
  const whole = JSON.stringify(event)
  if (fits(whole)) return whole
  const { order, agreement, invoice, ...rest } = event.data
  const data: WorkshopEvent['data'] = {
    ...rest,
    ...(order === undefined ? {} : { order: { ...order, lines: order.lines.map(shortened) } }),
    ...(agreement === undefined ? {} : { agreement: { ...agreement, positions: agreement.positions.map(shortened) } }),
    ...(invoice === undefined ? {} : { invoice: { ...invoice, lines: invoice.lines.map(shortened) } }),
    truncated: true,
  }
  return JSON.stringify({ ...event, data })
}

function fits(message: string): boolean {
  return Buffer.byteLength(message) < webhookLimits.bodyBytes
}

function shortened<Line extends { description: string | null }>(line: Line): Line {
  const { description } = line
  if (description === null || description.length <= descriptionLength) return line
  // Removes half of a surrogate pair at the end.
  return { ...line, description: description.slice(0, descriptionLength).replace(/[\uD800-\uDBFF]$/, '') }
}
