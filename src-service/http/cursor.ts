// The place in a list where the next page begins, as one opaque word: which list it is of, and the sort key of the last entry given.
import * as z from 'zod'
import { invalid } from './failure.ts'

const word = z.tuple([z.string(), z.array(z.unknown())])

export interface Cursors<Place extends readonly (string | number)[]> {
  write: (place: Place) => string
  /** A word that is none of this list's is a 400. */
  read: (cursor: string) => Place
}

/** `list` names the list and its order: a cursor of another is no place in it. */
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
    const [of, place] = word.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return of === list ? shape.parse(place) : null
  } catch {
    return null
  }
}
