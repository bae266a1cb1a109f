// What must be visible on each panel size without scrolling.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildScreen, type BuiltScreen } from '../../end-to-end/screen/page/open-screen.ts'
import { openSceneGroup, type SceneGroupName } from '../../end-to-end/screen/scenes/all-scenes.ts'

let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

const low = { width: 1024, height: 600 }
const upright = { width: 1080, height: 1920 }

async function isShownOn(
  group: SceneGroupName,
  name: string,
  size: { width: number; height: number },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, scenes, show, close } = await openSceneGroup(built, group, { language: 'nb', ...size })
  try {
    const scene = scenes.find((one) => one.name === name)
    if (scene === undefined) throw new Error(`there is no scene ${name}`)
    await show(scene)
    await look(page)
  } finally {
    await close()
  }
}

/** How far the content overflows the element, in CSS pixels. */
const beyond = (place: Locator): Promise<{ right: number; below: number }> =>
  place.evaluate((element) => ({
    right: element.scrollWidth - element.clientWidth,
    below: element.scrollHeight - element.clientHeight,
  }))

/** Whether its lower edge is in view and not covered. */
const isSeen = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect()
    return element.contains(element.ownerDocument.elementFromPoint(left + 20, bottom - 4))
  })

describe('an upright panel', () => {
  test('shows all columns of the overview’s table', () =>
    isShownOn('overview', 'oversight', upright, async (page) => {
      expect(await beyond(page.locator('.counts-frame'))).toMatchObject({ right: 0 })
    }))

  test('shows all parts of the set-up', () =>
    isShownOn('office', 'set-up, update', upright, async (page) => {
      expect(await beyond(page.locator('.set-up-parts'))).toMatchObject({ right: 0 })
    }))
})

describe('a low panel', () => {
  test('shows every machine’s load', () =>
    isShownOn('office', 'plan', low, async (page) => {
      expect(await beyond(page.locator('.loads'))).toMatchObject({ right: 0 })
    }))

  test('shows all letters for new initials below two rows of initials', () =>
    isShownOn('initials', 'question for initials', low, async (page) => {
      const initials = page.locator('.initials')
      await initials.getByRole('button', { name: 'Ny', exact: true }).click()
      const letters = page.getByRole('group', { name: 'Bokstaver' })
      await letters.waitFor()
      await initials.evaluate((row) => {
        for (let more = 0; more < 3; more += 1) row.append(row.firstElementChild?.cloneNode(true) ?? '')
      })
      expect(await beyond(page.locator('.modal'))).toEqual({ right: 0, below: 0 })
      expect(await isSeen(letters)).toBe(true)
    }))

  test('shows the drawings of a mark’s question, and every answer whole', () =>
    isShownOn('marks', 'a mark’s question', low, async (page) => {
      await page.getByRole('button', { name: 'Lukk' }).click()
      const profiles = page.locator('.side figure:first-of-type')
      for (const profile of await profiles.all()) expect(await isSeen(profile)).toBe(true)
      expect(await profiles.count()).toBe(2)
      for (const answer of await page.locator('.answer').all())
        expect(await beyond(answer)).toEqual({ right: 0, below: 0 })
      expect(await isSeen(page.locator('.answer').last())).toBe(true)
    }))

  test('shows the count beside an alarm of the brake', () =>
    isShownOn('brake', 'brake, alarm', low, async (page) => {
      expect(await isSeen(page.locator('.loaded-done'))).toBe(true)
      expect(await isSeen(page.locator('.brake-message').first())).toBe(true)
      // the steps continue below, so the lower edge fades out over both columns
      const faded = page.evaluate<number>(
        `(() => {
          const panel = document.querySelector('.brake')
          return parseFloat(getComputedStyle(panel, '::after').width) / panel.clientWidth
        })()`,
      )
      expect(await faded).toBeGreaterThan(0.9)
    }))
})
