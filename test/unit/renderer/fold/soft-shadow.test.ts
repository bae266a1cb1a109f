// The shadow lies below the piece, is softer below what is high, and ends before the edge of its grid.
import { expect, test } from 'vitest'
import { softShadow, writeShadow } from '../../../../src-renderer/fold/scene/soft-shadow.ts'

function shadowOf(heightMm: number) {
  const shadow = softShadow()
  writeShadow(shadow, new Float64Array([-100, 100]), new Float64Array([heightMm, heightMm]), 2, 0, 200)
  return [...shadow.darkness].map((darkness, point) => ({
    darkness,
    x: shadow.places[2 * point] ?? Number.NaN,
    z: shadow.places[2 * point + 1] ?? Number.NaN,
  }))
}

test('it is darkest below the piece, and not beside it', () => {
  const points = shadowOf(2)
  const below = points.filter(({ x, z }) => Math.abs(x) < 80 && Math.abs(z) < 80)
  const beside = points.filter(({ x }) => Math.abs(x) > 115)
  expect(Math.min(...below.map(({ darkness }) => darkness))).toBeGreaterThan(0.4)
  expect(Math.max(0, ...beside.map(({ darkness }) => darkness))).toBeLessThan(0.05)
})

test('below a high piece it is lighter and wider', () => {
  const [low, high] = [shadowOf(2), shadowOf(80)]
  const darkest = (points: typeof low): number => Math.max(...points.map(({ darkness }) => darkness))
  const width = (points: typeof low): number =>
    Math.max(...points.filter(({ darkness }) => darkness > 0.02).map(({ x }) => x))
  expect(darkest(high)).toBeLessThan(darkest(low))
  expect(width(high)).toBeGreaterThan(width(low))
})

test.each([2, 80, 400])('nothing is dark at the edge of the grid, %d mm below the piece', (heightMm) => {
  const points = shadowOf(heightMm)
  const edge = Math.max(...points.map(({ x }) => x))
  const end = Math.max(...points.map(({ z }) => z))
  const atEdge = points.filter(({ x, z }) => Math.abs(x) > edge - 1e-3 || Math.abs(z) > end - 1e-3)
  expect(atEdge.length).toBeGreaterThan(0)
  expect(Math.max(...atEdge.map(({ darkness }) => darkness))).toBe(0)
})
