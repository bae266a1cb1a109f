// Every screen and dialog of Kant, each as a place to go and what to press there: what the tests of its craft look at.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as z from 'zod'
import { setUpParts } from '../../../../src-renderer/set-up/parts.ts'
import { alarmed, linked, made } from '../brake-scenes.ts'
import { heldStation, today, type HeldStation } from '../held-station.ts'
import { openScreen, type BuiltScreen, type OpenScreen, type ScreenLook } from '../open-screen.ts'
import { idOf } from '../sandbox-day.ts'
import { asked, counted, everyState, given, named, wrong } from '../work-scenes.ts'

export interface Scene {
  name: string
  /** Pressed by an operator with gloves on, or at a desk. */
  hand: 'glove' | 'bare'
  at: string
  set?: (station: HeldStation) => void
  /** The names of what is pressed, in either language, one after the other. */
  press?: readonly RegExp[]
}

const sheetAt = (key: string): string => `#/sheet/${today}/${idOf(key)}`
const sheet = sheetAt('vindusbeslag-01')
const beside = sheetAt('u_profil-01')

export const scenes: readonly Scene[] = [
  { name: 'list', hand: 'glove', at: '#/list' },
  { name: 'list, every state', hand: 'glove', at: '#/list', set: everyState },
  { name: 'list, machines', hand: 'glove', at: '#/list', press: [/^(Alle maskiner|All machines)/] },
  { name: 'sheet', hand: 'glove', at: sheet },
  { name: 'sheet, tapered', hand: 'glove', at: sheetAt('parapetbeslag-06') },
  { name: 'sheet, marked', hand: 'glove', at: sheet, press: [/^(Merk som bøyd|Mark as bent)$/] },
  { name: 'sheet, drawing over the screen', hand: 'glove', at: sheet, press: [/^(Profil over|Profile over)/] },
  { name: 'sheet, in 3D', hand: 'glove', at: sheet, press: [/^(Bretting i 3D|Folding in 3D)$/] },
  { name: 'counting', hand: 'glove', at: sheet, set: counted, press: [/^(Telling|Count)/] },
  { name: 'counting, drawing wrong', hand: 'glove', at: sheet, set: wrong, press: [/^(Telling|Count)/] },
  { name: 'counting, handed over', hand: 'glove', at: sheet, set: given, press: [/^(Telling|Count)/] },
  { name: 'who stands here', hand: 'glove', at: sheet, set: named, press: [/^(Merk som bøyd|Mark as bent)$/] },
  { name: 'brake, linked', hand: 'glove', at: beside, set: linked, press: [/^Program (til|for)/] },
  { name: 'brake, made', hand: 'glove', at: beside, set: made, press: [/^(Pressa|Brake):/] },
  { name: 'brake, alarm', hand: 'glove', at: beside, set: alarmed, press: [/^(Pressa|Brake):/] },
  { name: 'marks', hand: 'glove', at: '#/marks', set: everyState },
  { name: 'a mark’s question', hand: 'glove', at: '#/mark/mark-1', set: asked },
  { name: 'exports', hand: 'bare', at: '#/exports' },
  { name: 'files to write', hand: 'bare', at: '#/list', press: [/^(Filer|Files)$/] },
  { name: 'plan', hand: 'bare', at: `#/plan/${today}` },
  { name: 'oversight', hand: 'bare', at: '#/oversight' },
  ...setUpParts.map((part): Scene => ({ name: `set-up, ${part}`, hand: 'bare', at: `#/setup/${part}` })),
]

export async function openScene(built: BuiltScreen, scene: Scene, look: ScreenLook = {}): Promise<OpenScreen> {
  const station = heldStation()
  scene.set?.(station)
  const opened = await openScreen(built, station, look)
  const { page, shell } = opened
  await page.locator('.app').waitFor()
  await page.goto(`${shell.address}/${scene.at}`)
  await settled(page)
  for (const name of scene.press ?? []) {
    await page.getByRole('button', { name }).first().click()
    await settled(page)
  }
  return opened
}

/** Until nothing is on its way to the screen: neither an answer, nor a part of the page that is fetched late, nor a frame. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('main').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))',
  )
}

const inPage = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

const pressables = z.object({
  pxPerMm: z.number(),
  found: z.array(z.object({ name: z.string(), width: z.number(), height: z.number() })),
})
const contrasts = z.array(z.object({ text: z.string(), where: z.string(), ratio: z.number() }))

/** Everything that can be pressed, in millimetres of the glass; its shorter side is what a finger has to hit. */
export async function pressablesOf(page: Page): Promise<{ name: string; mm: number }[]> {
  const { pxPerMm, found } = pressables.parse(await page.evaluate(inPage('pressables.js')))
  return found.map(({ name, width, height }) => ({ name, mm: Math.min(width, height) / pxPerMm }))
}

/** Every text that is shown, with its contrast against what it stands on. */
export async function contrastsOf(page: Page): Promise<z.infer<typeof contrasts>> {
  return contrasts.parse(await page.evaluate(inPage('contrasts.js')))
}
