// Who stored a correction, where and when, as one text. Pure.
import { expect, test } from 'vitest'
import { whoCorrected } from '../../../../src-renderer/language/who-corrected.ts'

const when = (instant: string): string => instant.slice(11, 16)

test('a correction names its station only if another station made it', () => {
  const correctedAt = '2026-11-24T14:20:00.000Z'
  expect(whoCorrected({ by: 'KN', station: 'Kantpresse 2', correctedAt }, when)).toBe('14:20 KN, Kantpresse 2')
  expect(whoCorrected({ by: null, station: 'Kontor', correctedAt }, when)).toBe('14:20, Kontor')
  expect(whoCorrected({ by: 'KN', station: null, correctedAt }, when)).toBe('14:20 KN')
})
