// Counts the renders of React on a page, through the hook of its developer tools.
import type { Page } from 'playwright-core'

/** A script that runs in the page before its own scripts. */
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

export const readRenders = async (page: Page): Promise<number> => Number(await page.evaluate('globalThis.kantRenders'))
