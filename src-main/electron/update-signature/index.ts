// The public interface of the signatures of updates. Uses nothing of Electron, so that the signing tool can use it.
export {
  compareVersions,
  isSignedFile,
  maxSignatureBytes,
  publicKeyOf,
  publicKeys,
  signSuccessor,
  signUpdate,
  signatureFileName,
  verifyUpdate,
} from './update-signature.ts'
export type { SignedFile } from './update-signature.ts'
