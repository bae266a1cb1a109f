// What operations and open routes are written with: their types, failures, pages of lists and HTML pages.
export { cursorCodec } from './cursor.ts'
export { Failure, invalid } from './failure.ts'
export { escapeHtml, htmlPage, pageHeaders, pageType } from './html-page.ts'
export type { OpenAnswer, OpenRoute } from './open-route.ts'
export { basePath } from './operation.ts'
export type { Answer, Call, Operation, Operations } from './operation.ts'
export { isPageBuffer, releasePageBuffer } from './page-buffers.ts'
export { pageBody } from './page.ts'
