// The place in a list where the next page begins, as one opaque word: the sort key of the last entry given.
import * as z from 'zod'
import { invalid } from './failure.ts'

const place = z.array(z.union([z.string(), z.number()]))

export function writeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Reads a cursor of as many texts and numbers as `shape` names. A word that is none of ours is a 400. */
export function readCursor<Shape extends z.ZodType>(cursor: string, shape: Shape): z.infer<Shape> {
  try {
    const values = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return shape.parse(values)
  } catch {
    throw invalid(['cursor'])
  }
}
