// Kant by keyboard: Tab reaches every control, the focus is visible, and a dialog keeps the focus. Escape closes it and returns the focus.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { screenFixture } from '../../end-to-end/screen/page/screen-fixture.ts'
import { openSceneGroup, sceneGroupNames, scenesOf } from '../../end-to-end/screen/scenes/all-scenes.ts'

const screens = screenFixture()

const minOutlinePx = 2
const minContrast = 3
const maxStops = 400
/** The scenes that are tested. The others have the same controls as one of these. */
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
  focused: z.string().nullable(),
  outlinePx: z.number(),
  outline: z.string(),
  ground: z.string(),
  all: z.array(z.string()),
})
const inPage = readFileSync(join(import.meta.dirname, 'page-scripts', 'focus.js'), 'utf8')
const focusOn = async (page: Page) => focus.parse(await page.evaluate(inPage))

describe.each(sceneGroupNames)('in the %s', (name) => {
  const scenes = scenesOf(name).filter((scene) => isWalked(scene.name))
  test.runIf(scenes.length > 0)('Tab reaches every control with a visible focus', async () => {
    const group = await openSceneGroup(screens.built(), name)
    screens.closeAfterTest(group)
    const faults: Record<string, { missed: string[]; unseen: string[] }> = {}
    for (const scene of scenes) {
      await group.show(scene)
      const { missed, unseen } = await walk(group.page)
      if (missed.length + unseen.length > 0) faults[scene.name] = { missed, unseen }
    }
    expect(faults).toEqual({})
  })

  const asking = scenesOf(name).filter((scene) => dialogs.includes(scene.name))
  test.runIf(asking.length > 0)('a dialog keeps the focus, and Escape restores it', async () => {
    const group = await openSceneGroup(screens.built(), name)
    screens.closeAfterTest(group)
    const { page } = group
    const lost: string[] = []
    for (const { press = [], ...scene } of asking) {
      // the last button of the counting scene opens the dialog; in the others the first one does
      const openerAt = scene.name.startsWith('counting') ? press.length - 1 : 0
      const [opener = /./, ...after] = press.slice(openerAt)
      await group.show({ ...scene, press: press.slice(0, openerAt) })
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
      // in a list the row may have the focus
      const home = button.locator('xpath=ancestor-or-self::*[@role="row" or self::button][last()]')
      await expect
        .poll(() => home.first().evaluate((element) => element.matches(':focus-within')), { message: scene.name })
        .toBe(true)
    }
    expect(lost).toEqual([])
  })
})

/** Presses Tab until it reaches no new control. */
async function walk(page: Page): Promise<{ missed: string[]; unseen: string[] }> {
  const { all } = await focusOn(page)
  const reached = new Set<string>()
  let first: string | null = null
  let before: string | null = null
  const unseen = new Set<string>()
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab')
    const { focused, outlinePx, outline, ground } = await focusOn(page)
    // after the last control the window has the focus
    if (focused === null) continue
    // a group may have more than one stop
    if (focused === first && focused !== before && before !== null) break
    first ??= focused
    before = focused
    reached.add(focused)
    if (outlinePx < minOutlinePx || contrast(outline, ground) < minContrast)
      unseen.add(`${focused}: ${outlinePx} px, ${outline} on ${ground}`)
  }
  // a control that has disappeared meanwhile is not missing
  const still = new Set((await focusOn(page)).all)
  return { missed: all.filter((one) => still.has(one) && !reached.has(one)), unseen: [...unseen] }
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance (WCAG 2) of `rgb(…)`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((figure) => {
    const share = Number(figure) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
