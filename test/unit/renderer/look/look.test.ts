import { expect, test } from 'vitest'
import { createScreenStorage } from '../../../../src-renderer/look/screen-storage.ts'
import {
  boundedPxPerMm,
  pxPerMmOn,
  readLook,
  screenName,
  shownTheme,
  defaultPxPerMm,
  writeLook,
} from '../../../../src-renderer/look/look.ts'

test('each screen stores its own calibration, and an uncalibrated screen uses the CSS millimetre', () => {
  const panel = screenName(1024, 600, 1)
  const look = readLook(writeLook({ theme: 'dark', sounds: false, acrossHall: false, pxPerMm: { [panel]: 4.6 } }))
  expect(look).toEqual({ theme: 'dark', sounds: false, acrossHall: false, pxPerMm: { '1024x600@1': 4.6 } })
  expect(pxPerMmOn(look, panel)).toBe(4.6)
  expect(pxPerMmOn(look, screenName(1024, 600, 1.25))).toBe(defaultPxPerMm)
})

test.each([null, '', '{', '[]', '7', '{"theme":"pink","sounds":"loud","pxPerMm":{"1024x600@1":400}}'])(
  'what cannot be read, %j, is as if it had never been set',
  (text) => {
    expect(readLook(text)).toEqual({ theme: 'system', sounds: true, acrossHall: true, pxPerMm: {} })
  },
)

test('an unreadable setting does not affect the others', () => {
  expect(readLook('{"theme":"dark","sounds":1,"pxPerMm":{}}')).toEqual({
    theme: 'dark',
    sounds: true,
    acrossHall: true,
    pxPerMm: {},
  })
})

test('no setting makes buttons larger than the screen or too small to press', () => {
  expect(boundedPxPerMm(0)).toBe(1.5)
  expect(boundedPxPerMm(99)).toBe(9)
})

test('the theme of the system applies until another is chosen', () => {
  expect([shownTheme('system', true), shownTheme('system', false), shownTheme('light', true)]).toEqual([
    'dark',
    'light',
    'light',
  ])
})

/** A storage per port, as in a browser. */
function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

test('a stored setting is read at the next start, on another port', () => {
  const page = { cookie: '' }
  createScreenStorage(storage(), page, 'http:').setItem('kant-look', '{"theme":"dark"; å}')
  // a browser returns only the name and the value
  page.cookie = `other=1; ${page.cookie.split(';')[0] ?? ''}`
  expect(createScreenStorage(storage(), page, 'http:').getItem('kant-look')).toBe('{"theme":"dark"; å}')
})

test('a browser without storage forgets the settings without an error', () => {
  const refusing = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  }
  const storage = createScreenStorage(refusing, { cookie: '' }, 'app:')
  storage.setItem('kant-look', 'x')
  expect(storage.getItem('kant-look')).toBeNull()
})
