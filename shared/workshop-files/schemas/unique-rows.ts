// A rule of the workshop's tables: a row occurs once, because nothing says which of two figures counts. Pure: uses only zod.
import type * as z from 'zod'
import { explainedBy } from './file-problem.ts'

/** A check for `superRefine` of an array: it reports each row that has the key of an earlier one. */
export const uniqueRows =
  <Row>(keyOf: (row: Row) => string) =>
  (rows: readonly Row[], context: z.RefinementCtx): void => {
    const keys = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const key = keyOf(row)
      if (keys.has(key))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `${key} occurs twice`,
          params: explainedBy('twice', { what: key }),
        })
      keys.add(key)
    }
  }
