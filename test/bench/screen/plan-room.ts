// The planner's room with a large hall: that the page is never blocked while it is opened, led through and asked for a better order. The
// longest stretch is the browser's own count of the processor time of one task of the page's thread, whatever else the machine does.
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod'
import type { PlanFits, PlanView, Station } from '../../../shared/station-api/index.ts'
import { usualTimes } from '../../../shared/planning/index.ts'
import { today } from '../../end-to-end/screen/held-station.ts'
import { openScreen } from '../../end-to-end/screen/open-screen.ts'
import type { Bench, Row } from '../run.ts'
import { largeDay } from './large-day.ts'

const entries = 500
const machines = 8
const promisedMs = 100

export async function planRow(browser: Browser, { root }: Bench): Promise<Row> {
  const { page, close } = await openScreen({ browser, pageFolder: join(root, 'out/renderer') }, largeHall())
  const longest: [string, number][] = []
  const step = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
    await act()
    await painted(page)
    longest.push([name, longestTaskMs(await browser.stopTracing())])
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  await page.locator('.app').waitFor()
  await step('open', async () => {
    await page.getByRole('link', { name: 'Plan' }).click()
    await page.locator('.plan-line').first().waitFor()
  })
  await step('scroll', async () => {
    await page.locator('.plan-line').first().hover()
    for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, 1_500)
  })
  await step('one machine', async () => {
    await button(/^Presse 1/).click()
    await button('Foreslå rekkefølge').waitFor()
  })
  await step('better order', async () => {
    await button('Foreslå rekkefølge').click()
    await page.getByRole('row', { name: /^Bytter/ }).waitFor()
  })
  await close()
  const most = Math.max(...longest.map(([, ms]) => ms))
  return {
    what: `the longest that the page was blocked in the planner's room, ${entries} sheets against ${machines} machines (${longest.map(([name]) => name).join(', ')})`,
    measured: longest.map(([name, ms]) => `${name}: ${ms.toFixed(0)} ms`).join(', '),
    promised: `${promisedMs} ms at most`,
    holds: most <= promisedMs,
  }
}

/** Every sheet is on the first machine, and each machine can take it. */
function largeHall(): Station {
  const station = largeDay(entries)
  const hall = Array.from({ length: machines }, (_, index) => `Presse ${index + 1}`)
  const [first = ''] = hall
  const views = station.lists.get(today)?.entries ?? []
  const plan: PlanView = {
    date: today,
    sheets: views.map(({ entry: { sheetId } }) => ({
      sheetId,
      machine: first,
      isLocal: true,
      isPlaced: true,
      isPinned: false,
      isStale: false,
      split: null,
      by: null,
      at: null,
    })),
    lastAct: null,
  }
  const fits: PlanFits = {
    date: today,
    machines: hall.map((name) => ({
      key: name,
      pressBrakeId: null,
      name,
      kind: 'press_brake',
      longestMm: 3_000,
      times: usualTimes,
      areUsual: true,
      shiftMin: 450,
      pace: 1,
      secondsPerPiece: null,
      learntFrom: 0,
    })),
    lapMm: 50,
    sheets: views.map(({ entry: { sheetId } }, index) => ({
      sheetId,
      known: {
        strokes: 4,
        pieces: [{ quantity: 4, lengthMm: 2_000, massKg: 3 }],
        answers: hall.map((_, machine) => ({
          fits: machine % 3 === 2 ? ('no' as const) : ('yes' as const),
          reasons: machine % 3 === 2 ? ['too_long'] : [],
          tool: `V${(index * 7) % 40}`,
        })),
      },
    })),
  }
  return { ...station, handlers: { ...station.handlers, 'plan.read': () => plan, 'plan.fits': () => fits } }
}

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown().optional() }).optional(),
    }),
  ),
})

/** Of the page's own thread, in its processor time. */
function longestTaskMs(recorded: Buffer): number {
  const { traceEvents } = trace.parse(JSON.parse(recorded.toString()))
  const threads = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`))
  const most = tasks.reduce((sum, { tdur }) => Math.max(sum, tdur ?? 0), 0)
  if (most === 0) throw new Error('the browser told of no task')
  return most / 1_000
}

const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
