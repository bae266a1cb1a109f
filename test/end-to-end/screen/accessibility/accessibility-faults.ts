// What a screen as it stands lacks of what it owes a hand, an eye and a screen reader: large enough to be hit, 7:1 to be read, axe
// without a violation.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { contrastsOf, pressablesOf, type OpenRoom } from '../scenes/all-scenes.ts'

const leastMm = { glove: 19, bare: 12 } as const
/** Half a pixel of a browser's rounding. */
const roundingMm = 0.15
const leastContrast = 7

/** What each scene lacks, by its name: nothing where it lacks nothing. Leaves the page in the dark. */
export async function lacksOfRoom({ page, scenes, show }: OpenRoom): Promise<Record<string, Lacks>> {
  const found: Record<string, Lacks> = {}
  for (const scene of scenes) {
    await page.emulateMedia({ colorScheme: 'light' })
    await show(scene)
    const lacks = await lacksOf(page, leastMm[scene.hand])
    if (Object.values(lacks).some((some) => some.length > 0)) found[scene.name] = lacks
  }
  return found
}

type Lacks = Awaited<ReturnType<typeof lacksOf>>

async function lacksOf(page: Page, least: number) {
  const pressed = await pressablesOf(page)
  if (pressed.length === 0) throw new Error('there is nothing to press')
  const light = await faint(page)
  // contrasts are measured here, against what axe asks and more
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().disableRules(['color-contrast']).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  return {
    small: pressed.filter(({ mm }) => mm < least - roundingMm),
    broken: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    light,
    dark: await faint(page),
  }
}

async function faint(page: Page) {
  const texts = await contrastsOf(page)
  if (texts.length === 0) throw new Error('there is nothing to read')
  return texts.filter(({ ratio }) => ratio < leastContrast - 0.005)
}
