// Where a small picture has room: beside what is taken, and with a leader that crosses no name.
import { expect, test } from 'vitest'
import { freestPlace, handPoints } from '../../../../src-renderer/bend-step/picture/index.ts'

const left = { x: 0, y: 100, width: 40, height: 40 }
const right = { x: 200, y: 100, width: 40, height: 40 }

test('the place that covers the fewest points is chosen, the first of equal ones', () => {
  expect(freestPlace([left, right], [])).toEqual(left)
  expect(freestPlace([left, right], [{ x: 10, y: 110 }])).toEqual(right)
})

test('a round place does not cover its corners', () => {
  const from = { x: 120, y: 0 }
  expect(freestPlace([left, right], [{ x: 2, y: 102 }], { from, beside: [] })).toEqual(left)
  expect(freestPlace([left, right], [{ x: 20, y: 120 }], { from, beside: [] })).toEqual(right)
})

test('a leader crosses no name if another place is as free', () => {
  const name = { x: 70, y: 60 }
  expect(freestPlace([left, right], [], { from: { x: 120, y: 0 }, beside: [name] })).toEqual(right)
})

test('the wrist of a turned hand is where it is drawn', () => {
  const xs = handPoints({ edge: { x: 0, y: 0 }, turnDeg: 0 }).map(({ x }) => x)
  const turned = handPoints({ edge: { x: 0, y: 0 }, turnDeg: 90 })
  expect(Math.min(...xs)).toBe(-48)
  expect(Math.min(...turned.map(({ y }) => y))).toBeCloseTo(-48)
})
