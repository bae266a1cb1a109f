import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLaunchCodes, launchCodeLifeMs, sameSecret } from '../../../src-main/browser/launch-codes.ts'

function codesAt(): { codes: ReturnType<typeof createLaunchCodes>; pass: (ms: number) => void } {
  let at = 0
  return {
    codes: createLaunchCodes({ now: () => at, random: randomBytes }),
    pass: (ms) => {
      at += ms
    },
  }
}

test('a launch code is 256 bits and never the same twice', () => {
  const { codes } = codesAt()
  const [one, other] = [codes.issue(), codes.issue()]
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect(one).not.toBe(other)
})

test('a launch code is good once', () => {
  const { codes } = codesAt()
  const code = codes.issue()
  expect(codes.redeem(code)).toBe(true)
  expect(codes.redeem(code)).toBe(false)
})

test('a launch code is good until its minute is over', () => {
  const { codes, pass } = codesAt()
  const [early, late] = [codes.issue(), codes.issue()]
  pass(launchCodeLifeMs - 1)
  expect(codes.redeem(early)).toBe(true)
  pass(1)
  expect(codes.redeem(late)).toBe(false)
})

test('a wrong code spends nobody’s', () => {
  const { codes } = codesAt()
  const code = codes.issue()
  expect(codes.redeem('')).toBe(false)
  expect(codes.redeem('0'.repeat(64))).toBe(false)
  expect(codes.redeem(code.toUpperCase())).toBe(/^[0-9]+$/.test(code))
  expect(codes.redeem(code)).toBe(true)
})

test('codes that nobody used give way to newer ones', () => {
  const { codes } = codesAt()
  const first = codes.issue()
  const later = Array.from({ length: 16 }, () => codes.issue())
  expect(codes.redeem(first)).toBe(false)
  expect(later.map((code) => codes.redeem(code))).toEqual(later.map(() => true))
})

test('secrets of different length are compared without an error', () => {
  expect(sameSecret('a', 'a')).toBe(true)
  expect(sameSecret('a', 'ab')).toBe(false)
})
