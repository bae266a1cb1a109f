// The frames between screen and station over any ordered two-way channel: in memory, a MessagePort or a WebSocket. Pure.
import * as z from 'zod'
import { callErrorCodes } from '../call-error.ts'
import { snapshot } from '../contract.ts'
import { grants } from '../views/index.ts'

/** Carries plain JSON data in order. Either side may close it once; both are notified. Frames sent after that are dropped. */
export interface Channel {
  send: (frame: unknown) => void
  onMessage: (listener: (frame: unknown) => void) => void
  onClose: (listener: () => void) => void
  close: () => void
}

/** What the screen sends to the station. */
export const screenFrame = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('call'),
    id: z.int().min(1),
    name: z.string().max(100),
    in: z.unknown(),
  }),
  /** The screen drops the answer to its call `id`. */
  z.strictObject({ kind: z.literal('cancel'), id: z.int().min(1) }),
])

/** What the station sends to the screen. */
export const stationFrame = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), id: z.int(), out: z.unknown() }),
  z.strictObject({
    kind: z.literal('error'),
    id: z.int(),
    error: z.strictObject({ code: z.enum(callErrorCodes), message: z.string() }),
  }),
  /** `grants`: what this screen may do. */
  z.strictObject({ kind: z.literal('snapshot'), seq: z.int(), snapshot, grants: z.array(z.enum(grants)) }),
  z.strictObject({ kind: z.literal('push'), seq: z.int(), name: z.string(), data: z.unknown() }),
])
export type StationFrame = z.infer<typeof stationFrame>
