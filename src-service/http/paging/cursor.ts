// Cursors of lists: opaque strings with the name of the list and the sort key of the last entry of the page.
import * as z from 'zod'
import { invalid } from '../failure.ts'

const encoded = z.tuple([z.string(), z.array(z.unknown())])

export interface Cursors<Place extends readonly (string | number)[]> {
  write: (place: Place) => string
  /** Throws a 400 for a string that is not a cursor of this list. */
  read: (cursor: string) => Place
}

/** `list` names the list and its sort order: cursors of other lists are refused. */
export function cursors<Place extends readonly (string | number)[]>(
  list: string,
  shape: z.ZodType<Place>,
): Cursors<Place> {
  return {
    write: (place) => Buffer.from(JSON.stringify([list, place])).toString('base64url'),
    read: (cursor) => {
      const place = readPlace(list, cursor, shape)
      if (place === null) throw invalid(['cursor'])
      return place
    },
  }
}

function readPlace<Place>(list: string, cursor: string, shape: z.ZodType<Place>): Place | null {
  try {
    const [encodedList, place] = encoded.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return encodedList === list ? shape.parse(place) : null
  } catch {
    return null
  }
}
