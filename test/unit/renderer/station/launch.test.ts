import { expect, test } from 'vitest'
import { forgetToken, readToken, type LaunchPage } from '../../../../src-renderer/station/launch.ts'

function doors(fragment: string, answer: () => Response, stored: Record<string, string> = {}) {
  const kept = new Map(Object.entries(stored))
  const swapped: string[] = []
  let erased = false
  const given: LaunchPage = {
    fragment,
    eraseFragment: () => {
      erased = true
    },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    exchange: (code) => {
      swapped.push(code)
      return Promise.resolve(answer())
    },
  }
  return { given, kept, swapped, wasErased: () => erased }
}
const good = () => Response.json({ token: 'f00d' })

test('the launch code is exchanged for the token, which is stored for a reload and erased from the address', async () => {
  const first = doors('#launch=c0de', good)
  expect(await readToken(first.given)).toBe('f00d')
  expect(first.swapped).toEqual(['c0de'])
  expect(first.wasErased()).toBe(true)
  const reload = doors('', good, Object.fromEntries(first.kept))
  expect(await readToken(reload.given)).toBe('f00d')
  expect(reload.swapped).toEqual([])
})

test('a used code gives no access without a token', async () => {
  const used = doors('#launch=c0de', () => new Response('no', { status: 403 }))
  expect(await readToken(used.given)).toBe(null)
  expect(used.wasErased()).toBe(true)
})

test('a response without a token gives no access', async () => {
  expect(await readToken(doors('#launch=c0de', () => Response.json({ tokens: [] })).given)).toBe(null)
})

test('another fragment is not changed', async () => {
  const other = doors('#/marks', good)
  expect(await readToken(other.given)).toBe(null)
  expect(other.wasErased()).toBe(false)
})

test('a rejected token is deleted', async () => {
  const { given, kept } = doors('#launch=c0de', good)
  await readToken(given)
  forgetToken(given.storage)
  expect(kept.size).toBe(0)
})
