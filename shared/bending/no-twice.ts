// A rule of a workshop's tables: nothing stands twice, since nobody could tell which figure counts. Pure; zod alone.
import type * as z from 'zod'
import { saying } from './wrong-why.ts'

/** For `superRefine` of an array: names each row whose name an earlier one has. */
export const noTwice =
  <Row>(name: (row: Row) => string) =>
  (rows: readonly Row[], context: z.RefinementCtx): void => {
    const seen = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const key = name(row)
      if (seen.has(key))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `${key} stands twice`,
          params: saying('twice', { what: key }),
        })
      seen.add(key)
    }
  }
