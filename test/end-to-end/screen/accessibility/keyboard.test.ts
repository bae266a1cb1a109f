// Kant by the keyboard alone: Tab comes to everything that can be pressed and on again, where it stands is seen, and a dialog keeps the
// focus, gives it back and is closed by Escape.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { buildScreen, closeAll, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'
import { openRoom, roomNames, scenesOf } from '../scenes/all-scenes.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

const leastOutlinePx = 2
const leastContrast = 3
const mostStops = 400
/** Those whose keys are no others' than one walked through. */
const walked = [
  'list',
  'list, every state',
  'sheet',
  'counting',
  'marks',
  'a mark’s question',
  'exports',
  'plan',
  'PIN',
]
const isWalked = (name: string): boolean =>
  walked.includes(name) || name.startsWith('oversight') || name.startsWith('set-up')
const dialogs = ['list, number pad', 'list, filters', 'sheet, in 3D', 'counting, first piece', 'plan, a sheet']

const focus = z.object({
  at: z.string().nullable(),
  outlinePx: z.number(),
  outline: z.string(),
  ground: z.string(),
  all: z.array(z.string()),
})
const inPage = readFileSync(join(import.meta.dirname, 'focus.js'), 'utf8')
const focusOn = async (page: Page) => focus.parse(await page.evaluate(inPage))

describe.each(roomNames)('in the %s', (name) => {
  const scenes = scenesOf(name).filter((scene) => isWalked(scene.name))
  test.runIf(scenes.length > 0)(
    'Tab comes to everything, and is seen where it stands',
    { timeout: 120_000 },
    async () => {
      const room = await openRoom(built, name)
      opened.push(room)
      const found: Record<string, { missed: string[]; unseen: string[] }> = {}
      for (const scene of scenes) {
        await room.show(scene)
        const { missed, unseen } = await walk(room.page)
        if (missed.length + unseen.length > 0) found[scene.name] = { missed, unseen }
      }
      expect(found).toEqual({})
    },
  )

  const asking = scenesOf(name).filter((scene) => dialogs.includes(scene.name))
  test.runIf(asking.length > 0)(
    'a dialog keeps the focus, and Escape gives it back',
    { timeout: 120_000 },
    async () => {
      const room = await openRoom(built, name)
      opened.push(room)
      const { page } = room
      const lost: string[] = []
      for (const { press = [], ...scene } of asking) {
        const [opener = /./, ...after] = press.length > 1 && scene.name.startsWith('counting') ? press.slice(1) : press
        await room.show({ ...scene, press: scene.name.startsWith('counting') ? press.slice(0, 1) : [] })
        const button = page.getByRole('button', { name: opener }).first()
        await button.press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        for (const key of after) await page.getByRole('button', { name: key }).first().press('Enter')
        for (let tab = 0; tab < 40; tab += 1) {
          await page.keyboard.press('Tab')
          if (!(await dialog.evaluate((element) => element.matches(':focus-within')))) lost.push(`${scene.name}: out`)
        }
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        // in a list it may be the row that has it
        const home = button.locator('xpath=ancestor-or-self::*[@role="row" or self::button][last()]')
        await expect
          .poll(() => home.first().evaluate((element) => element.matches(':focus-within')), { message: scene.name })
          .toBe(true)
      }
      expect(lost).toEqual([])
    },
  )
})

/** Goes through the page by Tab until it comes to nothing new. */
async function walk(page: Page): Promise<{ missed: string[]; unseen: string[] }> {
  const { all } = await focusOn(page)
  const reached = new Set<string>()
  let first: string | null = null
  let before: string | null = null
  const unseen = new Set<string>()
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    const { at, outlinePx, outline, ground } = await focusOn(page)
    // past the last one, the window itself
    if (at === null) continue
    // within a group it may stop more than once
    if (at === first && at !== before && before !== null) break
    first ??= at
    before = at
    reached.add(at)
    if (outlinePx < leastOutlinePx || contrast(outline, ground) < leastContrast)
      unseen.add(`${at}: ${outlinePx} px, ${outline} on ${ground}`)
  }
  // what went away by itself meanwhile is not missed
  const still = new Set((await focusOn(page)).all)
  return { missed: all.filter((one) => still.has(one) && !reached.has(one)), unseen: [...unseen] }
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2, of `rgb(…)`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((figure) => {
    const share = Number(figure) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
