// The papers of a customer's order at the machine: note, reference, delivery, and the customer's files. Pure.
import * as z from 'zod'
import { attachmentTypes, day, instant, order, reading, uuid } from '../../workshop-api/index.ts'

/** What a station stores and shows of an order: no prices and no contact. */
export const paperOrder = reading(
  order.pick({
    numberDisplay: true,
    status: true,
    statusLabel: true,
    customer: true,
    projectNo: true,
    orderer: true,
    customerPo: true,
    title: true,
    note: true,
    delivery: true,
    stickerNumbers: true,
    attachments: true,
    version: true,
    production: true,
  }),
)
export type PaperOrder = z.infer<typeof paperOrder>

/**
 * `stored`: on this computer. `waiting`: not fetched yet. `too_large`: over the station's limit for a file. `wrong_type`: its bytes
 * are neither a picture nor a PDF. `not_fetched`: the last attempt failed.
 */
const paperFileState = z.enum(['stored', 'waiting', 'too_large', 'wrong_type', 'not_fetched'])

const paperFile = z.strictObject({
  id: uuid,
  /** 'foto', 'tegning' or 'annet'. */
  kind: z.string(),
  bytes: z.int(),
  createdAt: instant,
  state: paperFileState,
  /** From the file's bytes, not from what the service states; null: the file is not stored. */
  type: z.enum(attachmentTypes).nullable(),
})
export type PaperFile = z.infer<typeof paperFile>

/** Why the last reading of an order failed. */
const papersProblem = z.enum(['scope_missing', 'not_found', 'offline', 'limit_reached', 'failed'])

export const orderPapers = z.strictObject({
  orderNumber: z.string(),
  /** Null: the order was never read. */
  order: paperOrder.nullable(),
  /** When it was read. */
  readAt: instant.nullable(),
  /** The station reads it now; a push follows. */
  isReading: z.boolean(),
  problem: papersProblem.nullable(),
  files: z.array(paperFile),
  /** The order's sheets on the stored lists, by their number. */
  sheets: z.array(z.strictObject({ sheetId: uuid, sheetNo: z.int(), date: day })),
})
export type OrderPapers = z.infer<typeof orderPapers>

/** A part of a file. The parts of a file, one after the other, are its Base64 text. */
export const paperFilePart = z.strictObject({
  type: z.enum(attachmentTypes),
  /** The size of the whole file. */
  bytes: z.int(),
  base64: z.string(),
})

/** Divisible by 3, so that the Base64 texts of the parts can be joined. */
export const paperPartBytes = 384 * 1024
