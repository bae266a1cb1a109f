// The queue of the mail, its texts, and e-mail addresses.
export { readEmailAddress } from './email-address.ts'
export { mailQueue } from './mail-queue.ts'
export type { MailQueue, QueuedMessage } from './mail-queue.ts'
export { messageTexts, sandboxPagePath } from './messages.ts'
