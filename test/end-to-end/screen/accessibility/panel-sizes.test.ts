// What a panel of its size must show whole: nothing at the side of it, beneath its fold or under what lies over it.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildScreen, type BuiltScreen } from '../page/open-screen.ts'
import { openRoom, type RoomName } from '../scenes/all-scenes.ts'

let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

const low = { width: 1024, height: 600 }
const upright = { width: 1080, height: 1920 }

async function shown(
  room: RoomName,
  name: string,
  size: { width: number; height: number },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, scenes, show, close } = await openRoom(built, room, { language: 'nb', ...size })
  try {
    const scene = scenes.find((one) => one.name === name)
    if (scene === undefined) throw new Error(`there is no scene ${name}`)
    await show(scene)
    await look(page)
  } finally {
    await close()
  }
}

/** How much of it lies beyond its own edges, in CSS pixels. */
const beyond = (place: Locator): Promise<{ right: number; below: number }> =>
  place.evaluate((element) => ({
    right: element.scrollWidth - element.clientWidth,
    below: element.scrollHeight - element.clientHeight,
  }))

/** Whether its lower edge is there to be seen, and nothing over it. */
const isSeen = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect()
    return element.contains(element.ownerDocument.elementFromPoint(left + 20, bottom - 4))
  })

describe('an upright panel', () => {
  test('shows all columns of the overview’s table', () =>
    shown('overview', 'oversight', upright, async (page) => {
      expect(await beyond(page.locator('.counts-frame'))).toMatchObject({ right: 0 })
    }))

  test('shows all doors of the set-up', () =>
    shown('desk', 'set-up, update', upright, async (page) => {
      expect(await beyond(page.locator('.set-up-parts'))).toMatchObject({ right: 0 })
    }))
})

describe('a low panel', () => {
  test('shows every machine’s load', () =>
    shown('desk', 'plan', low, async (page) => {
      expect(await beyond(page.locator('.loads'))).toMatchObject({ right: 0 })
    }))

  test('shows all letters for new initials beneath two rows of those that there are', () =>
    shown('initials', 'who stands here', low, async (page) => {
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

  test('shows the drawings that a mark’s question is about, and every answer whole', () =>
    shown('marks', 'a mark’s question', low, async (page) => {
      await page.getByRole('button', { name: 'Lukk' }).click()
      const profiles = page.locator('.side figure:first-of-type')
      for (const profile of await profiles.all()) expect(await isSeen(profile)).toBe(true)
      expect(await profiles.count()).toBe(2)
      for (const answer of await page.locator('.answer').all())
        expect(await beyond(answer)).toEqual({ right: 0, below: 0 })
      expect(await isSeen(page.locator('.answer').last())).toBe(true)
    }))

  test('shows the count beside an alarm of the brake', () =>
    shown('brake', 'brake, alarm', low, async (page) => {
      expect(await isSeen(page.locator('.loaded-done'))).toBe(true)
      expect(await isSeen(page.locator('.brake-message').first())).toBe(true)
    }))
})
