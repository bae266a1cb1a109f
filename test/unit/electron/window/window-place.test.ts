import { expect, test } from 'vitest'
import { storedWindow, placeWindow } from '../../../../src-main/electron/window/window-place.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1040 }
const second = { x: 1920, y: 0, width: 1280, height: 1024 }
const windowAt = (x: number, y: number, width = 1_000, height = 700) => ({ bounds: { x, y, width, height } })

test('at the first start the window is at the centre of the first screen, with its default size', () => {
  expect(placeWindow(null, [screen])).toEqual({ width: 1366, height: 768, minWidth: 800, minHeight: 600 })
})

test('the window is at its last place, also on a second screen or partly beyond an edge', () => {
  expect(placeWindow(windowAt(2_000, 40), [screen, second])).toMatchObject({
    x: 2_000,
    y: 40,
    width: 1_000,
    height: 700,
  })
  expect(placeWindow(windowAt(-800, 900), [screen])).toMatchObject({ x: -800, y: 900 })
})

test.each([
  ['on a screen that is not connected any more', windowAt(2_000, 40)],
  ['too far left to be moved with the pointer', windowAt(-950, 40)],
  ['above the screen, so that its title bar cannot be reached', windowAt(100, -10)],
  ['below the screen', windowAt(100, 1_030)],
])('a window that was %s is at the centre of the first screen, with its size', (_where, stored) => {
  expect(placeWindow(stored, [screen])).toEqual({ width: 1_000, height: 700, minWidth: 800, minHeight: 600 })
})

test('neither the window nor its minimum size is larger than the screen: 1024 × 600 with a system bar', () => {
  const small = { x: 0, y: 0, width: 1024, height: 560 }
  expect(placeWindow(windowAt(0, 0, 1_900, 1_000), [small])).toEqual({
    x: 0,
    y: 0,
    width: 1024,
    height: 560,
    minWidth: 800,
    minHeight: 560,
  })
})

test('a system without a listed screen gets a window', () => {
  expect(placeWindow(null, [])).toMatchObject({ width: 1366, height: 768 })
})

test('an invalid stored window is refused', () => {
  const stored = { ...windowAt(0, 0), maximised: false, kiosk: false, language: 'nb' }
  expect(storedWindow.safeParse(stored).success).toBe(true)
  for (const wrong of [windowAt(0, 0, 0), windowAt(0.5, 0), windowAt(1e9, 0)])
    expect(storedWindow.safeParse({ ...stored, ...wrong }).success).toBe(false)
  expect(storedWindow.safeParse({ ...stored, kiosk: 'no' }).success).toBe(false)
})
