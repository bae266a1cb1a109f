// The built screen in a real Chromium, through the real browser shell, on a station that the test holds.
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { grants, type Station } from '../../../shared/station-api/index.ts'
import { serveBrowserShell, type BrowserShell } from '../../../src-main/browser/browser-shell.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { launchChromium } from '../../chromium.ts'
import { builtPage } from './built-page.ts'

export interface BuiltScreen {
  browser: Browser
  pageFolder: string
  close: () => Promise<void>
}

/** The page of the sources as they are now, and a browser of its own to look at it. */
export async function buildScreen(): Promise<BuiltScreen> {
  const pageFolder = await builtPage()
  const browser = await launchChromium()
  return { browser, pageFolder, close: () => browser.close() }
}

export interface OpenScreen {
  page: Page
  shell: BrowserShell
  /** What the page complained of: errors thrown, and everything its policy forbade. */
  complaints: string[]
  close: () => Promise<void>
}

/** The sizes of panel that Kant is made for, and the smallest that it bears. */
export const panels = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 600 },
] as const

export interface ScreenLook {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  language?: 'nb' | 'en'
  touch?: boolean
  /** The page's clock is the test's to move on. */
  clock?: boolean
  /** Runs in the page before anything of it. */
  before?: string
}

export async function openScreen(
  built: Pick<BuiltScreen, 'browser' | 'pageFolder'>,
  station: Station,
  look: ScreenLook = {},
): Promise<OpenScreen> {
  const shell = await serveBrowserShell({
    station,
    grants: new Set(grants),
    pageFolder: built.pageFolder,
    port: 0,
    clock: systemClock,
    random: randomBytes,
    onFault: (name, fault) => {
      throw new Error(name, { cause: fault })
    },
  })
  const { width = 1366, height = 768, colorScheme = 'light', language = 'nb', touch = false, clock = false } = look
  const context = await built.browser.newContext({
    viewport: { width, height },
    colorScheme,
    hasTouch: touch,
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
  })
  const page = await context.newPage()
  if (clock) await page.clock.install()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // what the graphics driver says of a picture taken of it is none of the page's
    if (!message.text().includes('GL Driver Message')) complaints.push(message.text())
  })
  if (language === 'en') await page.addInitScript({ content: `localStorage.setItem('kant-language', 'en')` })
  if (look.before !== undefined) await page.addInitScript({ content: look.before })
  await page.goto(shell.url())
  return {
    page,
    shell,
    complaints,
    close: async () => {
      await context.close()
      await shell.close()
    },
  }
}

/** Closes them all. Throws where a page complained: nothing is thrown there, and nothing its own policy had to forbid. */
export async function closeAll(opened: OpenScreen[]): Promise<void> {
  const complaints = opened.flatMap((screen) => screen.complaints)
  for (const screen of opened.splice(0)) await screen.close()
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}
