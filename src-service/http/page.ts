// A page of a list, put together from resources that are stored as the JSON they are answered with: bytes, which are sent as they
// are.

/** `rows` holds up to `limit` + 1 entries: one more than a page means that more follow. */
export interface PageRows<Row> {
  rows: readonly Row[]
  limit: number
  bodyOf: (row: Row) => Buffer
  cursorAfter: (row: Row) => string
}

const comma = Buffer.from(',')

/** The page, with `lead` as the members before its `data` and `tail` as those behind its `nextCursor`. */
export function pageBody<Row>({ rows, limit, bodyOf, cursorAfter }: PageRows<Row>, lead = '', tail = ''): Buffer {
  const shown = rows.length > limit ? rows.slice(0, limit) : rows
  const last = shown.at(-1)
  const nextCursor = rows.length > limit && last !== undefined ? cursorAfter(last) : null
  const parts: Buffer[] = [Buffer.from(`{${lead}"data":[`)]
  for (const [index, row] of shown.entries()) {
    if (index > 0) parts.push(comma)
    parts.push(bodyOf(row))
  }
  parts.push(Buffer.from(`],"nextCursor":${JSON.stringify(nextCursor)}${tail}}`))
  return Buffer.concat(parts)
}
