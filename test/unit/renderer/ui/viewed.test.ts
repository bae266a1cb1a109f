import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostScale, moved, wholeDrawing, zoomed, type Viewed } from '../../../../src-renderer/ui/viewed.ts'

const extent = { width: 800, height: 300 }
type Act = { factor: number; x: number; y: number } | { dx: number; dy: number }
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    factor: fc.double({ min: 0.01, max: 40, noNaN: true }),
    x: fc.integer({ max: 800, min: 0 }),
    y: fc.integer({ max: 300, min: 0 }),
  }),
  fc.record({ dx: fc.integer({ min: -2_000, max: 2_000 }), dy: fc.integer({ min: -2_000, max: 2_000 }) }),
)
const after = (acts: Act[]): Viewed =>
  acts.reduce<Viewed>(
    (seen, one) =>
      'factor' in one ? zoomed(seen, one.factor, { x: one.x, y: one.y }, extent) : moved(seen, one.dx, one.dy, extent),
    wholeDrawing,
  )

test('whatever the fingers do, the drawing covers its place and is never smaller than that', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const { scale, x, y } = after(acts)
      expect(scale).toBeGreaterThanOrEqual(1)
      expect(scale).toBeLessThanOrEqual(mostScale)
      for (const [at, size] of [
        [x, extent.width],
        [y, extent.height],
      ] as const) {
        expect(at).toBeLessThanOrEqual(0)
        expect(at + size * scale).toBeGreaterThanOrEqual(size - 1e-6)
      }
    }),
  )
})

test('what lies under the fingers stays there when it is made larger', () => {
  const at = { x: 200, y: 100 }
  const { scale, x, y } = zoomed(wholeDrawing, 3, at, extent)
  expect([scale, x + at.x * scale, y + at.y * scale]).toEqual([3, 200, 100])
})

test('made as small as can be, it is the whole drawing again, in its place', () => {
  const close = moved(zoomed(wholeDrawing, 9, { x: 10, y: 290 }, extent), -400, 100, extent)
  expect(zoomed(close, 0.001, { x: 700, y: 3 }, extent)).toEqual(wholeDrawing)
})
