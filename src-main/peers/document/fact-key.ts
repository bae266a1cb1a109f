// The key of a fact. It depends only on the row of the ledger, so mirroring a row twice, or from a copied folder, gives one fact. Pure.
import { createHash } from 'node:crypto'

/** `letter`: the letter of the kind. `row`: identifies the row among all rows of that kind at all stations. */
export const factKeyOf = (letter: string, row: string): string =>
  `${letter}${createHash('sha256').update(row).digest('base64url').slice(0, 16)}`
