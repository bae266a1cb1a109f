// A keyboard-wedge scanner at a page: real keys of the browser, each with the time at which the scanner pressed it, however slow the
// machine of the test is.
import type { Page } from 'playwright-core'

export interface Scanning {
  /** Pressed after the code; null: nothing is. */
  end?: 'Enter' | 'Tab' | null
  eachMs?: number
}

const named = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
} as const

/** Resolves when the page has had every key. */
export async function scan(page: Page, text: string, { end = 'Enter', eachMs = 4 }: Scanning = {}): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const keys = [
    ...Array.from(text, (sign) => ({ key: sign, code: codeOf(sign), text: sign, windowsVirtualKeyCode: 0 })),
    ...(end === null ? [] : [named[end]]),
  ]
  const beginsAt = Date.now()
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = (beginsAt + index * eachMs) / 1_000
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: '', timestamp: timestamp + 0.001 }),
      ]
    }),
  )
  await session.detach()
}

const codeOf = (sign: string): string =>
  sign === ' ' ? 'Space' : /^\d$/.test(sign) ? `Digit${sign}` : /^[a-z]$/i.test(sign) ? `Key${sign.toUpperCase()}` : ''
