// Types on a page as a keyboard-wedge scanner does: real key events of the browser with the timestamps of a scanner, also on a slow
// machine.
import type { Page } from 'playwright-core'

export interface Scanning {
  /** The key after the code; null: none. */
  end?: 'Enter' | 'Tab' | null
  eachMs?: number
}

const endKeys = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
} as const

/** Resolves after the page has received every key. */
export async function scan(page: Page, text: string, { end = 'Enter', eachMs = 4 }: Scanning = {}): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const keys = [
    ...Array.from(text, (character) => ({
      key: character,
      code: codeOf(character),
      text: character,
      windowsVirtualKeyCode: 0,
    })),
    ...(end === null ? [] : [endKeys[end]]),
  ]
  const startMs = Date.now()
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = (startMs + index * eachMs) / 1_000
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: '', timestamp: timestamp + 0.001 }),
      ]
    }),
  )
  await session.detach()
}

const codeOf = (character: string): string =>
  character === ' '
    ? 'Space'
    : /^\d$/.test(character)
      ? `Digit${character}`
      : /^[a-z]$/i.test(character)
        ? `Key${character.toUpperCase()}`
        : ''
