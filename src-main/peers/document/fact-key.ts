// The key of a fact: the same for the same row of the ledger, so that mirroring it again, also by a copy of the folder, is one fact. Pure.
import { createHash } from 'node:crypto'

/** `letter`: of the kind. `row`: identifies the row among all rows of that kind at all stations. */
export const factKeyOf = (letter: string, row: string): string =>
  `${letter}${createHash('sha256').update(row).digest('base64url').slice(0, 16)}`
