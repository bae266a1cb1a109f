// What a station is doing now. Sent between stations, never stored: the receiver ages it by its own monotonic clock. Pure.
import * as z from 'zod'
import { uuid } from '../workshop-api/index.ts'

/** The interval between the presence messages of a station. */
export const presenceEveryMs = 5_000
/** The silence after which a presence expires. */
export const presenceExpiresMs = 15_000

/** The sheet that a station has in work. */
export const bendingNow = z.object({
  sheetId: uuid,
  pieceNo: z.int().nullable(),
  /** The bend of the piece, from 1; null: unknown. */
  step: z.int().nullable(),
  done: z.int().min(0),
  wanted: z.int().min(0),
  by: z.string().max(100).nullable(),
  /** How long the rest takes at the pace so far, in ms from this message; absent: not known yet. */
  leftMs: z.int().min(0).optional(),
})
export type BendingNow = z.infer<typeof bendingNow>

export interface ReceivedPresence {
  /** By the receiver's monotonic clock, ms. */
  receivedMs: number
  bending: BendingNow | null
}

/** What the station bends; null: nothing, or it has been silent for too long. */
export const presenceNow = ({ receivedMs, bending }: ReceivedPresence, monotonicMs: number): BendingNow | null =>
  monotonicMs - receivedMs >= presenceExpiresMs ? null : bending

/**
 * Whether a folder was copied, so that two programs use one certificate: an earlier start id of a station then returns after another one. A
 * restart always has a new id. `starts`: start ids in the order in which they arrived.
 */
export function isCopied(starts: readonly string[]): boolean {
  const changes = starts.filter((start, index) => start !== starts[index - 1])
  return new Set(changes).size < changes.length
}
