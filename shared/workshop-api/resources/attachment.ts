// What is sent with a file of an order, and the address that a file is fetched at (specification 4.5; bodies decided in 1 and 5).
// Pure.
import * as z from 'zod'
import { instant } from '../scalars.ts'
import { attachment } from './order.ts'

export type Attachment = z.infer<typeof attachment>

/** A file of a form as the service has taken it in. */
export const sentFile = z.strictObject({
  /** Where it lies until something is done with it. */
  path: z.string(),
  bytes: z.int(),
  /** By what it holds, whatever it is called. */
  contentType: z.string(),
})
export type SentFile = z.infer<typeof sentFile>

/** The two parts of the form: the file itself, which goes over the wire as bytes, and what it shows. */
export const newAttachment = z.strictObject({ fil: z.unknown().pipe(sentFile), type: attachment.shape.kind })

export const attachmentAddress = z.strictObject({ url: z.url(), expiresAt: instant })
