// How often React put something on a page, as it tells its own developer tools.
import type { Page } from 'playwright-core'

/** Runs in the page before anything of it. */
export const countRenders = `
  globalThis.kantRenders = 0
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberRoot: () => (globalThis.kantRenders += 1),
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
  }`

export const rendersOf = async (page: Page): Promise<number> => Number(await page.evaluate('globalThis.kantRenders'))
