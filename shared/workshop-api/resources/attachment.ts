// The upload of an order's file, and the download address (specification 4.5; bodies decided in 1 and 5). Pure.
import * as z from 'zod'
import { instant } from '../scalars.ts'
import { attachment } from './order.ts'

export type Attachment = z.infer<typeof attachment>

/** A file of a form, as the service received it. */
export const sentFile = z.strictObject({
  /** Where the service has stored the bytes for now. */
  path: z.string(),
  bytes: z.int(),
  /** Detected from the content, not from the name. */
  contentType: z.string(),
})
export type SentFile = z.infer<typeof sentFile>

/** The two parts of the form: the file as bytes, and its kind. */
export const newAttachment = z.strictObject({ fil: z.unknown().pipe(sentFile), type: attachment.shape.kind })

export const attachmentAddress = z.strictObject({ url: z.url(), expiresAt: instant })
