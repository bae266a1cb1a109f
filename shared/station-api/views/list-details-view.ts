// What a row of the list shows of a sheet beside its entry. Pure.
import * as z from 'zod'
import { uuid } from '../../workshop-api/index.ts'

export const rowDetails = z.strictObject({
  sheetId: uuid,
  /** The rest of the fields; null: the station does not have the sheet, or cannot read it. */
  details: z
    .strictObject({
      /** SVG of the finished profile as it is mounted: one line. Null: the profile has no shape. */
      thumbnail: z.strictObject({ viewBox: z.string(), path: z.string() }).nullable(),
      /** The pieces, or the lengths into which the sheet is split, in the order of the sheet. `hand`: 'none', 'left' or 'right'. */
      pieces: z.array(z.strictObject({ quantity: z.int(), lengthMm: z.number(), hand: z.string() })),
      /** The completed pieces that are counted at this station. */
      done: z.int(),
      /** The office's note. */
      note: z.string().nullable(),
    })
    .nullable(),
})
export type RowDetails = z.infer<typeof rowDetails>
