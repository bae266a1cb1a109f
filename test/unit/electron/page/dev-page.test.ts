// The page of `npm run dev` in Electron: only on loopback, and never in a packaged app.
import { describe, expect, test } from 'vitest'
import { devContentSecurityPolicy, devPageOf } from '../../../../src-main/electron/page/dev-page.ts'
import { contentSecurityPolicy } from '../../../../src-main/platform/page-files.ts'

const url = 'http://127.0.0.1:5173'

describe('the development page', () => {
  test('is served from loopback', () => {
    expect(devPageOf(url, false)).toEqual({ url, socket: 'ws://127.0.0.1:5173' })
  })
  test('does not exist in a packaged app', () => {
    expect(devPageOf(url, true)).toBeNull()
  })
  test.each([
    '',
    'http://example.org',
    'https://127.0.0.1:1',
    'http://127.0.0.1:5173/page',
    'http://127.0.0.1.example.org:80',
  ])('is not read from "%s"', (given) => {
    expect(devPageOf(given, false)).toBeNull()
  })
  test('has a policy of its own, and the policy of a built page stays strict', () => {
    expect(devContentSecurityPolicy({ url, socket: 'ws://127.0.0.1:5173' })).toContain(
      'connect-src ws://127.0.0.1:5173',
    )
    expect(contentSecurityPolicy("'none'")).not.toMatch(/unsafe|ws:|http:/)
  })
})
