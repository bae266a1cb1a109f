import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLaunchCodes, launchCodeLifeMs, sameSecret } from '../../../src-main/browser/launch-codes.ts'

function codesOnManualClock(): { codes: ReturnType<typeof createLaunchCodes>; pass: (ms: number) => void } {
  let nowMs = 0
  return {
    codes: createLaunchCodes({ now: () => nowMs, random: randomBytes }),
    pass: (ms) => {
      nowMs += ms
    },
  }
}

test('a launch code has 256 bits, and no two are equal', () => {
  const { codes } = codesOnManualClock()
  const [one, other] = [codes.issue(), codes.issue()]
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect(one).not.toBe(other)
})

test('a launch code is valid once', () => {
  const { codes } = codesOnManualClock()
  const code = codes.issue()
  expect(codes.redeem(code)).toBe(true)
  expect(codes.redeem(code)).toBe(false)
})

test('a launch code is valid for a minute', () => {
  const { codes, pass } = codesOnManualClock()
  const [early, late] = [codes.issue(), codes.issue()]
  pass(launchCodeLifeMs - 1)
  expect(codes.redeem(early)).toBe(true)
  pass(1)
  expect(codes.redeem(late)).toBe(false)
})

test('a wrong code invalidates no other code', () => {
  const { codes } = codesOnManualClock()
  const code = codes.issue()
  expect(codes.redeem('')).toBe(false)
  expect(codes.redeem('0'.repeat(64))).toBe(false)
  expect(codes.redeem(code.toUpperCase())).toBe(/^[0-9]+$/.test(code))
  expect(codes.redeem(code)).toBe(true)
})

test('the oldest unused codes are removed for newer ones', () => {
  const { codes } = codesOnManualClock()
  const first = codes.issue()
  const later = Array.from({ length: 16 }, () => codes.issue())
  expect(codes.redeem(first)).toBe(false)
  expect(later.map((code) => codes.redeem(code))).toEqual(later.map(() => true))
})

test('secrets of different length are compared without an error', () => {
  expect(sameSecret('a', 'a')).toBe(true)
  expect(sameSecret('a', 'ab')).toBe(false)
})
