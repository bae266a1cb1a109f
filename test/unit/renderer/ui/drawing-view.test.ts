import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maxScale,
  moveView,
  wholeDrawing,
  zoomView,
  type DrawingView,
} from '../../../../src-renderer/ui/drawing/drawing-view.ts'

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
const after = (acts: Act[]): DrawingView =>
  acts.reduce<DrawingView>(
    (seen, one) =>
      'factor' in one
        ? zoomView(seen, one.factor, { x: one.x, y: one.y }, extent)
        : moveView(seen, one.dx, one.dy, extent),
    wholeDrawing,
  )

test('after any gestures the drawing covers its frame and is never smaller than it', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const { scale, x, y } = after(acts)
      expect(scale).toBeGreaterThanOrEqual(1)
      expect(scale).toBeLessThanOrEqual(maxScale)
      for (const [start, size] of [
        [x, extent.width],
        [y, extent.height],
      ] as const) {
        expect(start).toBeLessThanOrEqual(0)
        expect(start + size * scale).toBeGreaterThanOrEqual(size - 1e-6)
      }
    }),
  )
})

test('zooming keeps the point under the fingers in place', () => {
  const centre = { x: 200, y: 100 }
  const { scale, x, y } = zoomView(wholeDrawing, 3, centre, extent)
  expect([scale, x + centre.x * scale, y + centre.y * scale]).toEqual([3, 200, 100])
})

test('at the smallest scale the whole drawing is in its place again', () => {
  const close = moveView(zoomView(wholeDrawing, 9, { x: 10, y: 290 }, extent), -400, 100, extent)
  expect(zoomView(close, 0.001, { x: 700, y: 3 }, extent)).toEqual(wholeDrawing)
})
