// Cursors of lists: opaque strings with the name of the list and the sort key of the last entry of the page.
import * as z from 'zod'
import { invalid } from './failure.ts'

const encoded = z.tuple([z.string(), z.array(z.unknown())])

export interface CursorCodec<SortKey extends readonly (string | number)[]> {
  write: (sortKey: SortKey) => string
  /** Throws a 400 for a string that is not a cursor of this list. */
  read: (cursor: string) => SortKey
}

/** `list` names the list and its sort order: cursors of other lists are refused. */
export function cursorCodec<SortKey extends readonly (string | number)[]>(
  list: string,
  shape: z.ZodType<SortKey>,
): CursorCodec<SortKey> {
  return {
    write: (sortKey) => Buffer.from(JSON.stringify([list, sortKey])).toString('base64url'),
    read: (cursor) => {
      const sortKey = readSortKey(list, cursor, shape)
      if (sortKey === null) throw invalid(['cursor'])
      return sortKey
    },
  }
}

function readSortKey<SortKey>(list: string, cursor: string, shape: z.ZodType<SortKey>): SortKey | null {
  try {
    const [encodedList, sortKey] = encoded.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return encodedList === list ? shape.parse(sortKey) : null
  } catch {
    return null
  }
}
