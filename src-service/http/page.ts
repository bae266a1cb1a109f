// A page of a list, put together from resources that are stored as the JSON they are answered with.

/** `rows` holds up to `limit` + 1 entries: one more than a page means that more follow. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  bodyOf: (row: Row) => string,
  cursorAfter: (row: Row) => string,
): { data: string; nextCursor: string | null; last: Row | undefined } {
  const shown = rows.length > limit ? rows.slice(0, limit) : rows
  const last = shown.at(-1)
  return {
    data: `[${shown.map(bodyOf).join(',')}]`,
    nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null,
    last,
  }
}

export function pageBody({ data, nextCursor }: { data: string; nextCursor: string | null }): string {
  return `{"data":${data},"nextCursor":${JSON.stringify(nextCursor)}}`
}
