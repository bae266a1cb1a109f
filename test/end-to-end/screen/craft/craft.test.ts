// What every screen and dialog owes a hand, an eye, a keyboard and a screen reader: large enough to be hit with a glove, 7:1 to be read,
// axe without a violation, in light and dark.
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildScreen, closeAll, type BuiltScreen, type OpenScreen } from '../open-screen.ts'
import { contrastsOf, openScene, pressablesOf, scenes } from './scenes.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

const leastMm = { glove: 19, bare: 12 } as const
/** Half a pixel of a browser's rounding. */
const roundingMm = 0.15
const leastContrast = 7

describe.each(scenes)('$name', (scene) => {
  test.each(['light', 'dark'] as const)('is well made in the %s', async (colorScheme) => {
    const screen = await openScene(built, scene, { width: 1366, height: 768, colorScheme })
    opened.push(screen)
    const { page } = screen

    const pressed = await pressablesOf(page)
    expect(pressed.length).toBeGreaterThan(0)
    const small = pressed.filter(({ mm }) => mm < leastMm[scene.hand] - roundingMm)

    const texts = await contrastsOf(page)
    expect(texts.length).toBeGreaterThan(0)
    const faint = texts.filter(({ ratio }) => ratio < leastContrast - 0.005)

    const { violations } = await new AxeBuilder({ page }).analyze()
    const broken = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))

    expect({ small, faint, broken }).toEqual({ small: [], faint: [], broken: [] })
  })
})
