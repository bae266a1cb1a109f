import { expect, test } from 'vitest'
import {
  ageOf,
  formatDate,
  formatDay,
  formatInstant,
  formatMm,
  formatShortDay,
  formatThickness,
} from '../../../../src-renderer/language/format.ts'

test('lengths have at most one decimal, no thousands separator, and the decimal sign of the language', () => {
  expect(formatMm(2000, 'nb')).toBe('2000')
  expect(formatMm(185.09, 'nb')).toBe('185,1')
  expect(formatMm(185.09, 'en')).toBe('185.1')
})

test('a thickness has at least one decimal, and hundredths where needed', () => {
  expect(formatThickness(1, 'nb')).toBe('1,0')
  expect(formatThickness(0.65, 'en')).toBe('0.65')
})

test('a workshop day is the same day in every time zone of the computer', () => {
  expect(formatDay('2026-11-23', 'nb')).toBe('mandag 23. november')
  expect(formatShortDay('2026-11-23', 'en')).toBe('Mon 23 Nov')
  expect(formatDate('2026-11-23', 'nb')).toBe('23. nov.')
})

test('a time of today is shown as the clock time', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  expect(formatInstant('2026-11-23T11:03:40Z', now, 'nb', 'Europe/Oslo')).toBe('12:03')
})

test('a time of another day includes the day, also within 24 hours', () => {
  const now = Date.parse('2026-11-23T06:00:00Z')
  expect(formatInstant('2026-11-22T22:30:00Z', now, 'nb', 'Europe/Oslo')).toBe('22. nov. 23:30')
})

test('midnight is 00 and not 24', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  expect(formatInstant('2026-11-22T23:05:00Z', now, 'en', 'Europe/Oslo')).toBe('00:05')
})

test.each([
  [-5_000, 'seconds', 0],
  [59_999, 'seconds', 59],
  [60_000, 'minutes', 1],
  [3_600_000, 'hours', 1],
  [47 * 3_600_000, 'hours', 47],
  [48 * 3_600_000, 'days', 2],
] as const)('an age of %i ms is shown in %s', (ms, unit, count) => {
  expect(ageOf(ms)).toEqual({ unit, count })
})
