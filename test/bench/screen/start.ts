// From the start of the page to a list of ten thousand sheets that can be pressed, beside an empty page of the same framework.
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { openScreen } from '../../end-to-end/screen/open-screen.ts'
import type { Bench, Row } from '../run.ts'
import { median } from '../side-by-side.ts'
import { largeDay } from './large-day.ts'

const entries = 10_000
const rounds = 9
const promised = 1.5

export async function startRow(browser: Browser, { root, folder }: Bench): Promise<Row> {
  const emptyPage = join(folder, 'empty-page')
  await build({
    configFile: false,
    root: join(root, 'test/fixtures/empty-page'),
    plugins: [react()],
    logLevel: 'error',
    build: { outDir: emptyPage, emptyOutDir: true, target: 'chrome114', minify: true, chunkSizeWarningLimit: 2_000 },
  })
  const list = (): Promise<number> => shownAfter(browser, join(root, 'out/renderer'), '.line[data-rac]')
  const empty = (): Promise<number> => shownAfter(browser, emptyPage, '#there')
  await list()
  await empty()
  const times: { list: number[]; empty: number[] } = { list: [], empty: [] }
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 1) times.empty.push(await empty())
    times.list.push(await list())
    if (round % 2 === 0) times.empty.push(await empty())
  }
  const [ours, theirs] = [median(times.list), median(times.empty)]
  return {
    what: `from the start of the page to a list of ${entries} cached sheets that can be pressed, beside an empty page of the same framework (medians of ${rounds})`,
    measured: `${ours.toFixed(0)} ms to ${theirs.toFixed(0)} ms, ${(ours / theirs).toFixed(2)} times`,
    promised: `${promised} times at most`,
    holds: ours <= promised * theirs,
  }
}

/** Milliseconds from the navigation to the frame after the first of what is waited for. */
async function shownAfter(browser: Browser, pageFolder: string, what: string): Promise<number> {
  const station = largeDay(entries)
  const screen = await openScreen({ browser, pageFolder }, station, { before: seen(what) })
  const ms = await screen.page.evaluate('globalThis.kantSeen')
  await screen.close()
  if (typeof ms !== 'number') throw new Error(`${what} was never seen`)
  return ms
}

/** Runs in the page before anything of it. */
const seen = (what: string): string => `
  globalThis.kantSeen = new Promise((resolve) => {
    const look = new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(what)}) === null) return
      look.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    look.observe(document, { childList: true, subtree: true })
  })`
