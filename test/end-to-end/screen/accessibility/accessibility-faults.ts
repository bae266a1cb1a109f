// Finds the accessibility faults of a screen: targets that are too small, contrasts below 7:1, and axe violations.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { settled, type OpenSceneGroup, type Scene } from '../scenes/all-scenes.ts'
import { contrastsOf, pressablesOf } from './page-measures.ts'

const minMm = { glove: 19, job: 12, rows: 12, bare: 12 } as const
/** The status row has the same height on every screen. */
const statusRowMm = 12
/** Browsers round to half a pixel. */
const roundingMm = 0.15
const minContrast = 7

interface Size {
  width: number
  height: number
}

/**
 * The faults of each scene that has any, by the name of the scene. With sizes each scene is shown once and its targets are measured in
 * every size, because showing it takes longer. Contrasts and axe's rules hardly depend on the size, so they are checked in the sizes of
 * `wholeIn` only. A scene with its own size has only that.
 */
export async function accessibilityFaults(
  { page, scenes, show }: OpenSceneGroup,
  sizes: readonly Size[] = [],
  wholeIn: readonly (Size | undefined)[] = [sizes[0], sizes.at(-1)],
): Promise<Record<string, Partial<Faults>>> {
  const faultsByScene: Record<string, Partial<Faults>> = {}
  const measure = async ({ hand }: Scene, name: string, isWhole = true): Promise<void> => {
    const tooSmall = await smallTargets(page, minMm[hand])
    const faults = isWhole ? { tooSmall, ...(await textFaults(page)) } : { tooSmall }
    if (Object.values(faults).some((list) => list.length > 0)) faultsByScene[name] = faults
  }
  for (const scene of scenes) {
    await page.emulateMedia({ colorScheme: 'light' })
    await show(scene)
    if (scene.size !== undefined || sizes.length === 0) await measure(scene, scene.name)
    else
      for (const size of sizes) {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize(size)
        await settled(page)
        await measure(scene, `${scene.name}, on ${size.width} × ${size.height}`, wholeIn.includes(size))
      }
  }
  return faultsByScene
}

type Faults = { tooSmall: Awaited<ReturnType<typeof smallTargets>> } & Awaited<ReturnType<typeof textFaults>>

async function smallTargets(page: Page, least: number) {
  const controls = await pressablesOf(page)
  if (controls.length === 0) throw new Error('the page has no controls')
  return controls.filter(({ isInStatusRow, mm }) => mm < (isInStatusRow ? statusRowMm : least) - roundingMm)
}

/** Leaves the page in the dark theme. */
async function textFaults(page: Page) {
  const light = await lowContrastTexts(page)
  // contrasts are measured separately, with a stricter limit than that of axe
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .disableRules(['color-contrast'])
    // React Aria's announcements name an element for seven seconds, also after it has left the page
    .exclude('[data-live-announcer]')
    .analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  return {
    axeViolations: violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
    lowContrastLight: light,
    lowContrastDark: await lowContrastTexts(page),
  }
}

async function lowContrastTexts(page: Page) {
  const texts = await contrastsOf(page)
  if (texts.length === 0) throw new Error('the page has no text')
  return texts.filter(({ ratio }) => ratio < minContrast - 0.005)
}
