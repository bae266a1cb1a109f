// The built screen in a real Chromium, through the real browser shell, on a fake station.
import { randomBytes } from 'node:crypto'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { grants, type Station } from '../../../../shared/station-api/index.ts'
import { serveBrowserShell, type BrowserShell } from '../../../../src-main/browser/browser-shell.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { busyMs, launchChromium, shortPages } from '../../../chromium.ts'
import { builtPage } from './built-page.ts'

export interface BuiltScreen {
  browser: Browser
  pageFolder: string
  close: () => Promise<void>
}

let lastBrowser: Browser | null = null

/**
 * The page of the current sources and a browser. `close` closes what is open in the browser; the next caller in this process gets the
 * same browser, because it has compiled the page's scripts already.
 */
export async function buildScreen(): Promise<BuiltScreen> {
  const pageFolder = await builtPage()
  if (lastBrowser?.isConnected() !== true) lastBrowser = await launchChromium(undefined, shortPages)
  const browser = lastBrowser
  return { browser, pageFolder, close: () => closeContexts(browser) }
}

/** Closes every context except those of free tabs. */
async function closeContexts(browser: Browser): Promise<void> {
  const free = (tabs.get(browser) ?? []).filter(({ isInUse, page }) => !isInUse && !page.isClosed())
  tabs.set(browser, free)
  const reusable = new Set(free.map(({ page }) => page.context()))
  for (const context of browser.contexts()) if (!reusable.has(context)) await context.close()
}

export interface OpenScreen {
  page: Page
  shell: BrowserShell
  /** Uncaught errors, and errors and warnings on the console, such as violations of the content security policy. */
  errors: string[]
  close: () => Promise<void>
}

/** The panel sizes that Kant supports; the last is the smallest. */
export const panels = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 600 },
] as const

/** The smallest window of the app. */
export const smallestWindow = { width: 800, height: 600 } as const

export interface ScreenLook {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  language?: 'nb' | 'en'
  touch?: boolean
  /** The view across the hall may come; otherwise a slow computer would show it within a test. */
  acrossHall?: boolean
  /** The test controls the clock of the page. */
  clock?: boolean
  /** Runs in the page before its own scripts. */
  before?: string
}

/** Opens the screen of the station. A screen with the usual options reuses a page of the browser after clearing it; any other gets a new context. */
export async function openScreen(
  built: Pick<BuiltScreen, 'browser' | 'pageFolder'>,
  station: Station,
  look: ScreenLook = {},
): Promise<OpenScreen> {
  const isUsual =
    look.language !== 'en' &&
    look.touch !== true &&
    look.clock !== true &&
    look.acrossHall !== true &&
    look.before === undefined
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
  const errors: string[] = []
  tab.onError = (message) => errors.push(message)
  await page.goto(shell.url())
  if (isUsual) await tab.devtools.send('Page.resetNavigationHistory')
  return {
    page,
    shell,
    errors,
    close: async () => {
      tab.onError = ignoreError
      if (isUsual) await returnTab(tab, shell.address)
      else await page.context().close()
      await shell.close()
    },
  }
}

/** A page of the browser and the port of its screens. At the same address the browser compiles the scripts only once. */
interface Tab {
  page: Page
  devtools: CDPSession
  port: number
  isInUse: boolean
  onError: (message: string) => void
}

const tabs = new WeakMap<Browser, Tab[]>()
const ignoreError = (): void => undefined
/** No page of the shell: nothing runs there. */
const missingPage = '/none'

/** Before the scripts of the page; a document without an origin has no storage. */
const withoutHall = `if (location.protocol === 'http:' && localStorage.getItem('kant-look') === null)
  localStorage.setItem('kant-look', '{"acrossHall":false}')`

async function takeTab(browser: Browser): Promise<Tab> {
  const browserTabs = tabs.get(browser) ?? []
  tabs.set(browser, browserTabs)
  const free = browserTabs.find(({ isInUse, page }) => !isInUse && !page.isClosed())
  if (free !== undefined) {
    free.isInUse = true
    return free
  }
  const tab = await openTab(browser, {})
  browserTabs.push(tab)
  return tab
}

async function openTab(browser: Browser, look: ScreenLook): Promise<Tab> {
  const { width = 1366, height = 768, colorScheme = 'light', touch = false } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    hasTouch: touch,
    // with touch, the page continues to scroll after a fling
    reducedMotion: touch ? 'no-preference' : 'reduce',
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
  })
  if (look.acrossHall !== true) await context.addInitScript({ content: withoutHall })
  const page = await context.newPage()
  page.setDefaultTimeout(busyMs)
  const devtools = await context.newCDPSession(page)
  const tab: Tab = { page, devtools, port: 0, isInUse: true, onError: ignoreError }
  page.on('pageerror', (error) => tab.onError(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // it may arrive after the next screen has opened
    if (message.location().url.endsWith(missingPage)) return
    // a message of the graphics driver about a screenshot, not an error of the page
    if (!message.text().includes('GL Driver Message')) tab.onError(message.text())
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

/** Stops the scripts of the page, and clears its storage and cookies. */
async function returnTab(tab: Tab, address: string): Promise<void> {
  const { page, devtools } = tab
  if (page.isClosed()) return
  // a page at the same address keeps the renderer process; a test may have closed the shell already
  const left = await page.goto(address + missingPage).catch(() => null)
  if (left === null) return page.context().close()
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'all' })
  await page.context().clearCookies()
  page.setDefaultTimeout(busyMs)
  tab.isInUse = false
}

/** Serves the screen on the given port if it is free, otherwise on any port. */
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

/** Closes all screens. Throws if a page has reported an error. */
export async function closeAll(opened: OpenScreen[]): Promise<void> {
  const errors = opened.flatMap((screen) => screen.errors)
  for (const screen of opened.splice(0)) await screen.close()
  if (errors.length > 0) throw new Error(errors.join('\n'))
}
