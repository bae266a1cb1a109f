// The public interface of the page's address, its protocol and what it may not do.
export { devPageOf } from './dev-page.ts'
export { denyToEveryPage, denyToEverySession } from './lock-down.ts'
export { isOwnAddress, isOwnPage, pageOrigin, type SenderFrame } from './page-address.ts'
export { declarePageScheme, serveDevPage, servePage } from './page-protocol.ts'
