// Builds a page of a list from resources that are stored as JSON bytes, without parsing them.
import { pageBuffer } from './page-buffers.ts'

/** `rows` has up to `limit` + 1 entries. One entry more than a page means that another page follows. */
export interface PageRows<Row> {
  rows: readonly Row[]
  limit: number
  bodyOf: (row: Row) => Buffer
  cursorAfter: (row: Row) => string
}

const comma = 0x2c

/** The page. `lead` contains the members before `data`, `tail` those after `nextCursor`. */
export function pageBody<Row>({ rows, limit, bodyOf, cursorAfter }: PageRows<Row>, lead = '', tail = ''): Buffer {
  const pageRows = rows.length > limit ? rows.slice(0, limit) : rows
  const last = pageRows.at(-1)
  const nextCursor = rows.length > limit && last !== undefined ? cursorAfter(last) : null
  return joinWithCommas(
    Buffer.from(`{${lead}"data":[`),
    pageRows.map(bodyOf),
    Buffer.from(`],"nextCursor":${JSON.stringify(nextCursor)}${tail}}`),
  )
}

/** Joins the items with commas in one copy: `Buffer.concat` takes several times as long for many small items. */
function joinWithCommas(head: Buffer, items: readonly Buffer[], tail: Buffer): Buffer {
  const commas = Math.max(0, items.length - 1)
  const whole = pageBuffer(items.reduce((sum, { length }) => sum + length, head.length + commas + tail.length))
  let offset = head.copy(whole)
  for (const [index, item] of items.entries()) {
    if (index > 0) offset = whole.writeUInt8(comma, offset)
    whole.set(item, offset)
    offset += item.length
  }
  whole.set(tail, offset)
  return whole
}
