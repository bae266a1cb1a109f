// The files that are attached to orders: their storage, types, calls and signed addresses.
export { attachmentCalls, fileRoute } from './attachment-calls.ts'
export { attachmentFiles } from './attachment-files.ts'
export type { AttachmentFiles } from './attachment-files.ts'
export { otherTypeMessage } from './file-type.ts'
export { signedAddresses } from './signed-address.ts'
export type { SignedAddresses } from './signed-address.ts'
