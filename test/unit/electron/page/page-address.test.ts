import { expect, test } from 'vitest'
import { isOwnAddress, isOwnPage } from '../../../../src-main/electron/page/page-address.ts'

test('only addresses with the protocol and the host of the app are its own', () => {
  expect(['app://kant/', 'app://kant', 'app://kant/assets/index.js'].map(isOwnAddress)).toEqual([true, true, true])
  const foreign = [
    'app://other/',
    'app://kant.evil/',
    'app://kant:80/',
    'app://user@kant/',
    'http://kant/',
    'file:///kant/',
    'xapp://kant/',
    'data:text/html,app://kant/',
    '',
  ]
  expect(foreign.filter(isOwnAddress)).toEqual([])
})

test('only the top frame of the app’s page is accepted', () => {
  expect(isOwnPage({ url: 'app://kant/', parent: null })).toBe(true)
  expect(isOwnPage({ url: 'app://kant/', parent: { url: 'app://kant/' } })).toBe(false)
  expect(isOwnPage({ url: 'http://evil.example/', parent: null })).toBe(false)
  expect(isOwnPage(null)).toBe(false)
})
