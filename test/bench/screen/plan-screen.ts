// The plan with many machines: the page is not blocked while it opens, scrolls and proposes a better order.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { PlanFits, PlanView, Station } from '../../../shared/station-api/index.ts'
import { usualTimes } from '../../../shared/planning/index.ts'
import { today } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { openScreen } from '../../end-to-end/screen/page/open-screen.ts'
import type { Bench, Row } from '../run.ts'
import { largeDay } from './large-day.ts'
import { longestTaskMs } from './longest-task.ts'

const entries = 500
const machines = 8
const limitMs = 100

export async function planRow(browser: Browser, { root }: Bench): Promise<Row> {
  const { page, close } = await openScreen({ browser, pageFolder: join(root, 'out/renderer') }, manyMachines())
  const longestTasks: [string, number][] = []
  const step = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    longestTasks.push([name, await longestTaskMs(browser, page, act)])
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
    await page.getByRole('row', { name: /^Omstillinger/ }).waitFor()
  })
  await close()
  const maxMs = Math.max(...longestTasks.map(([, ms]) => ms))
  return {
    name: `longest task of the page in the plan, ${entries} sheets and ${machines} machines (${longestTasks.map(([name]) => name).join(', ')})`,
    measured: longestTasks.map(([name, ms]) => `${name}: ${ms.toFixed(0)} ms`).join(', '),
    limit: `at most ${limitMs} ms`,
    passes: maxMs <= limitMs,
  }
}

/** A plan with every sheet on the first machine. Two thirds of the machines can bend it. */
function manyMachines(): Station {
  const station = largeDay(entries)
  const names = Array.from({ length: machines }, (_, index) => `Presse ${index + 1}`)
  const [first = ''] = names
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
      plannedAt: null,
      done: 0,
    })),
    lastAct: null,
  }
  const fits: PlanFits = {
    date: today,
    machines: names.map((name) => ({
      key: name,
      pressBrakeId: null,
      name,
      kind: 'press_brake',
      longestMm: 3_000,
      times: usualTimes,
      areDefaultTimes: true,
      shiftMin: 450,
      pace: 1,
      secondsPerPiece: null,
      sampleSize: 0,
    })),
    lapMm: 50,
    sheets: views.map(({ entry: { sheetId } }, index) => ({
      sheetId,
      facts: {
        strokes: 4,
        lengths: [{ quantity: 4, lengthMm: 2_000, hand: 'none' }],
        pieces: [{ quantity: 4, lengthMm: 2_000, massKg: 3 }],
        answers: names.map((_, machine) => ({
          fits: machine % 3 === 2 ? ('no' as const) : ('yes' as const),
          reasons: machine % 3 === 2 ? ['too_long'] : [],
          tool: `V${(index * 7) % 40}`,
          order: { kind: 'not_planned_yet' as const },
        })),
      },
    })),
  }
  return { ...station, handlers: { ...station.handlers, 'plan.read': () => plan, 'plan.fits': () => fits } }
}
