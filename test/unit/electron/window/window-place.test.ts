import { expect, test } from 'vitest'
import { storedWindow, placeWindow } from '../../../../src-main/electron/window/window-place.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1040 }
const second = { x: 1920, y: 0, width: 1280, height: 1024 }
const at = (x: number, y: number, width = 1_000, height = 700) => ({ bounds: { x, y, width, height } })

test('the first time it stands in the middle of the first screen, in its usual size', () => {
  expect(placeWindow(null, [screen])).toEqual({ width: 1366, height: 768, minWidth: 800, minHeight: 600 })
})

test('it stands where it was left, on a second screen, too, and partly beyond an edge', () => {
  expect(placeWindow(at(2_000, 40), [screen, second])).toMatchObject({ x: 2_000, y: 40, width: 1_000, height: 700 })
  expect(placeWindow(at(-800, 900), [screen])).toMatchObject({ x: -800, y: 900 })
})

test.each([
  ['a screen that is no longer there', at(2_000, 40)],
  ['too far left to be taken hold of', at(-950, 40)],
  ['above the screen, where its upper edge cannot be reached', at(100, -10)],
  ['below the screen', at(100, 1_030)],
])('left on %s, it comes back to the middle of the first screen in its size', (_where, kept) => {
  expect(placeWindow(kept, [screen])).toEqual({ width: 1_000, height: 700, minWidth: 800, minHeight: 600 })
})

test('it is never larger than its screen, nor its smallest size: a screen of 1024 × 600 with a bar of the system', () => {
  const small = { x: 0, y: 0, width: 1024, height: 560 }
  expect(placeWindow(at(0, 0, 1_900, 1_000), [small])).toEqual({
    x: 0,
    y: 0,
    width: 1024,
    height: 560,
    minWidth: 800,
    minHeight: 560,
  })
})

test('a system that names no screen still gets a window', () => {
  expect(placeWindow(null, [])).toMatchObject({ width: 1366, height: 768 })
})

test('what is no window is not read as one', () => {
  const kept = { ...at(0, 0), maximised: false, kiosk: false, language: 'nb' }
  expect(storedWindow.safeParse(kept).success).toBe(true)
  for (const wrong of [at(0, 0, 0), at(0.5, 0), at(1e9, 0)])
    expect(storedWindow.safeParse({ ...kept, ...wrong }).success).toBe(false)
  expect(storedWindow.safeParse({ ...kept, kiosk: 'no' }).success).toBe(false)
})
