import { expect, test } from 'vitest'
import { createScanner } from '../../../../src-renderer/scan/scanner.ts'

/** Types the keys, each so many milliseconds after the one before; what was heard last. */
function typed(keys: readonly string[], eachMs: number): string | null {
  const scanner = createScanner()
  let heard: string | null = null
  keys.forEach((key, index) => (heard = scanner.hear(key, index * eachMs)))
  return heard
}

test('hears what a scanner types, once Enter ends it', () => {
  expect(typed(Array.from('KH1ABCDEFGH'), 5)).toBeNull()
  expect(typed([...Array.from('KH1ABCDEFGH'), 'Enter'], 5)).toBe('KH1ABCDEFGH')
})

test('passes over the keys that are no letters', () => {
  expect(typed(['Shift', 'K', 'Shift', 'H', ...Array.from('1ABCDEFGH'), 'Enter'], 5)).toBe('KH1ABCDEFGH')
})

test('does not take a hand that types, or a few keys, for a scanner', () => {
  expect(typed([...Array.from('KH1ABCDEFGH'), 'Enter'], 120)).toBeNull()
  expect(typed([...Array.from('KH1'), 'Enter'], 5)).toBeNull()
})

test('begins anew after a pause, and after each Enter', () => {
  const scanner = createScanner()
  scanner.hear('x', 0)
  let at = 1_000
  for (const key of 'KH1ABCDEFGH') scanner.hear(key, (at += 5))
  expect(scanner.hear('Enter', (at += 5))).toBe('KH1ABCDEFGH')
  expect(scanner.hear('Enter', (at += 5))).toBeNull()
})
