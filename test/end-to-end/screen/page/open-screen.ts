// The built screen in a real Chromium, through the real browser shell, on a station that the test holds.
import { randomBytes } from 'node:crypto'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { grants, type Station } from '../../../../shared/station-api/index.ts'
import { serveBrowserShell, type BrowserShell } from '../../../../src-main/browser/browser-shell.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { launchChromium } from '../../../chromium.ts'
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

/** Opens the station's screen. Screens that look as usual use one page of the browser again, emptied; all others get a context of their own. */
export async function openScreen(
  built: Pick<BuiltScreen, 'browser' | 'pageFolder'>,
  station: Station,
  look: ScreenLook = {},
): Promise<OpenScreen> {
  const isUsual = look.language !== 'en' && look.touch !== true && look.clock !== true && look.before === undefined
  const tab = isUsual ? await takeTab(built.browser) : await openTab(built.browser, look)
  const shell = await serveScreen(built.pageFolder, station, tab.port)
  tab.port = Number(new URL(shell.address).port)
  const { page } = tab
  if (isUsual) await setLook(tab, look)
  else {
    if (look.clock === true) await page.clock.install()
    if (look.language === 'en') await page.addInitScript({ content: `localStorage.setItem('kant-language', 'en')` })
    if (look.before !== undefined) await page.addInitScript({ content: look.before })
  }
  const complaints: string[] = []
  tab.onComplaint = (complaint) => complaints.push(complaint)
  await page.goto(shell.url())
  if (isUsual) await tab.devtools.send('Page.resetNavigationHistory')
  return {
    page,
    shell,
    complaints,
    close: async () => {
      tab.onComplaint = ignoreComplaint
      if (isUsual) await returnTab(tab, shell.address)
      else await page.context().close()
      await shell.close()
    },
  }
}

/** A page of the browser, and the port on which its screens are served: at the same address it compiles the same scripts only once. */
interface Tab {
  page: Page
  devtools: CDPSession
  port: number
  isTaken: boolean
  onComplaint: (complaint: string) => void
}

const tabs = new WeakMap<Browser, Tab[]>()
const ignoreComplaint = (): void => undefined

async function takeTab(browser: Browser): Promise<Tab> {
  const known = tabs.get(browser) ?? []
  tabs.set(browser, known)
  const free = known.find(({ isTaken, page }) => !isTaken && !page.isClosed())
  if (free !== undefined) {
    free.isTaken = true
    return free
  }
  const tab = await openTab(browser, {})
  known.push(tab)
  return tab
}

async function openTab(browser: Browser, look: ScreenLook): Promise<Tab> {
  const { width = 1366, height = 768, colorScheme = 'light', touch = false } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    hasTouch: touch,
    // a page under fingers scrolls on after a fling
    reducedMotion: touch ? 'no-preference' : 'reduce',
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const tab: Tab = { page, devtools, port: 0, isTaken: true, onComplaint: ignoreComplaint }
  page.on('pageerror', (error) => tab.onComplaint(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // the graphics driver reports a screenshot here; the page did nothing wrong
    if (!message.text().includes('GL Driver Message')) tab.onComplaint(message.text())
  })
  return tab
}

async function setLook(
  { page }: Tab,
  { width = 1366, height = 768, colorScheme = 'light' }: ScreenLook,
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce' })
}

/** Leaves nothing of the screen in the page: no script that runs, no storage, no cookie. */
async function returnTab(tab: Tab, address: string): Promise<void> {
  const { page, devtools } = tab
  if (page.isClosed()) return
  await page.goto('about:blank')
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'all' })
  await page.context().clearCookies()
  page.setDefaultTimeout(30_000)
  tab.isTaken = false
}

/** On the given port if it is still free, otherwise on any. */
async function serveScreen(pageFolder: string, station: Station, port: number): Promise<BrowserShell> {
  const serve = (on: number): Promise<BrowserShell> =>
    serveBrowserShell({
      station,
      grants: new Set(grants),
      pageFolder,
      port: on,
      clock: systemClock,
      random: randomBytes,
      onError: (name, error) => {
        throw new Error(name, { cause: error })
      },
    })
  return port === 0 ? serve(0) : serve(port).catch(() => serve(0))
}

/** Closes them all. Throws where a page complained: nothing is thrown there, and nothing its own policy had to forbid. */
export async function closeAll(opened: OpenScreen[]): Promise<void> {
  const complaints = opened.flatMap((screen) => screen.complaints)
  for (const screen of opened.splice(0)) await screen.close()
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}
