// A page of a list, put together from resources that are stored as the JSON they are answered with: bytes, which are sent as they
// are.
import { pageBuffer } from './page-buffers.ts'

/** `rows` holds up to `limit` + 1 entries: one more than a page means that more follow. */
export interface PageRows<Row> {
  rows: readonly Row[]
  limit: number
  bodyOf: (row: Row) => Buffer
  cursorAfter: (row: Row) => string
}

const comma = 0x2c

/** The page, with `lead` as the members before its `data` and `tail` as those behind its `nextCursor`. */
export function pageBody<Row>({ rows, limit, bodyOf, cursorAfter }: PageRows<Row>, lead = '', tail = ''): Buffer {
  const shown = rows.length > limit ? rows.slice(0, limit) : rows
  const last = shown.at(-1)
  const nextCursor = rows.length > limit && last !== undefined ? cursorAfter(last) : null
  return joined(
    Buffer.from(`{${lead}"data":[`),
    shown.map(bodyOf),
    Buffer.from(`],"nextCursor":${JSON.stringify(nextCursor)}${tail}}`),
  )
}

/** The items with commas between, in one copy: `Buffer.concat` takes several times as long for many small ones. */
function joined(head: Buffer, items: readonly Buffer[], tail: Buffer): Buffer {
  const commas = Math.max(0, items.length - 1)
  const whole = pageBuffer(items.reduce((sum, { length }) => sum + length, head.length + commas + tail.length))
  let at = head.copy(whole)
  for (const [index, item] of items.entries()) {
    if (index > 0) at = whole.writeUInt8(comma, at)
    whole.set(item, at)
    at += item.length
  }
  whole.set(tail, at)
  return whole
}
