import { expect, test } from 'vitest'
import { forgetToken, readToken, type LaunchPage } from '../../../../src-renderer/station/launch.ts'

function launchPage(fragment: string, answer: () => Response, stored: Record<string, string> = {}) {
  const storedItems = new Map(Object.entries(stored))
  const exchangedCodes: string[] = []
  let erased = false
  let current = fragment
  const page: LaunchPage = {
    readFragment: () => current,
    eraseFragment: () => {
      erased = true
    },
    storage: {
      getItem: (key) => storedItems.get(key) ?? null,
      setItem: (key, value) => void storedItems.set(key, value),
      removeItem: (key) => void storedItems.delete(key),
    },
    exchange: (code) => {
      exchangedCodes.push(code)
      return Promise.resolve(answer())
    },
  }
  const openScreen = (route: string): void => void (current = route)
  return { page, storedItems, exchangedCodes, openScreen, wasErased: () => erased }
}
const accept = () => Response.json({ token: 'f00d' })

test('the launch code is exchanged for the token, which is stored for a reload and erased from the address', async () => {
  const first = launchPage('#launch=c0de', accept)
  expect(await readToken(first.page)).toBe('f00d')
  expect(first.exchangedCodes).toEqual(['c0de'])
  expect(first.wasErased()).toBe(true)
  const reload = launchPage('', accept, Object.fromEntries(first.storedItems))
  expect(await readToken(reload.page)).toBe('f00d')
  expect(reload.exchangedCodes).toEqual([])
})

test('a screen that is opened during the exchange stays open', async () => {
  const first = launchPage('#launch=c0de', accept)
  const token = readToken(first.page)
  first.openScreen('#/marks')
  expect(await token).toBe('f00d')
  expect(first.wasErased()).toBe(false)
})

test('a used code gives no access without a token', async () => {
  const used = launchPage('#launch=c0de', () => new Response('no', { status: 403 }))
  expect(await readToken(used.page)).toBe(null)
  expect(used.wasErased()).toBe(true)
})

test('a response without a token gives no access', async () => {
  expect(await readToken(launchPage('#launch=c0de', () => Response.json({ tokens: [] })).page)).toBe(null)
})

test('another fragment is not changed', async () => {
  const other = launchPage('#/marks', accept)
  expect(await readToken(other.page)).toBe(null)
  expect(other.wasErased()).toBe(false)
})

test('a rejected token is deleted', async () => {
  const { page, storedItems } = launchPage('#launch=c0de', accept)
  await readToken(page)
  forgetToken(page.storage)
  expect(storedItems.size).toBe(0)
})
