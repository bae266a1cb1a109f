import { expect, test } from 'vitest'
import { keptHere } from '../../../../src-renderer/look/kept.ts'
import {
  boundedPxPerMm,
  pxPerMmOn,
  readLook,
  screenName,
  shownTheme,
  usualPxPerMm,
  writeLook,
} from '../../../../src-renderer/look/look.ts'

test('each screen keeps its own measure, and one that nobody measured has what CSS takes for a millimetre', () => {
  const panel = screenName(1024, 600, 1)
  const look = readLook(writeLook({ theme: 'dark', sounds: false, pxPerMm: { [panel]: 4.6 } }))
  expect(look).toEqual({ theme: 'dark', sounds: false, pxPerMm: { '1024x600@1': 4.6 } })
  expect(pxPerMmOn(look, panel)).toBe(4.6)
  expect(pxPerMmOn(look, screenName(1024, 600, 1.25))).toBe(usualPxPerMm)
})

test.each([null, '', '{', '[]', '7', '{"theme":"pink","sounds":"loud","pxPerMm":{"1024x600@1":400}}'])(
  'what cannot be read, %j, is as if it had never been set',
  (text) => {
    expect(readLook(text)).toEqual({ theme: 'system', sounds: true, pxPerMm: {} })
  },
)

test('one setting that cannot be read costs no other', () => {
  expect(readLook('{"theme":"dark","sounds":1,"pxPerMm":{}}')).toEqual({ theme: 'dark', sounds: true, pxPerMm: {} })
})

test('no press makes buttons that fill the screen, or that nobody can hit', () => {
  expect(boundedPxPerMm(0)).toBe(1.5)
  expect(boundedPxPerMm(99)).toBe(9)
})

test('the theme is the system’s until another is chosen', () => {
  expect([shownTheme('system', true), shownTheme('system', false), shownTheme('light', true)]).toEqual([
    'dark',
    'light',
    'light',
  ])
})

/** A storage as a browser has one for each port. */
function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

test('what was kept is there on the next start, on another port', () => {
  const page = { cookie: '' }
  keptHere(storage(), page, 'http:').setItem('kant-look', '{"theme":"dark"; å}')
  // a browser hands back the pair alone
  page.cookie = `other=1; ${page.cookie.split(';')[0] ?? ''}`
  expect(keptHere(storage(), page, 'http:').getItem('kant-look')).toBe('{"theme":"dark"; å}')
})

test('a browser that keeps nothing forgets, and says nothing of it', () => {
  const refusing = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  }
  const kept = keptHere(refusing, { cookie: '' }, 'app:')
  kept.setItem('kant-look', 'x')
  expect(kept.getItem('kant-look')).toBeNull()
})
