import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arcFrom, distance, inSweep, intersections } from '../../../../shared/bending/index.ts'
import type { Arc, Line, PathPiece, Point } from '../../../../shared/bending/index.ts'

const line = (x1: number, y1: number, x2: number, y2: number): Line => ({
  kind: 'line',
  from: { x: x1, y: y1 },
  to: { x: x2, y: y2 },
})
/** An arc around the origin, or another point, that starts to its right. */
const arc = (radius: number, turnDeg: number, x = 0): Arc => arcFrom({ x: x + radius, y: 0 }, { x, y: 0 }, turnDeg)
const places = (one: PathPiece, two: PathPiece) =>
  intersections(one, two)
    .map(({ x, y }) => [Math.round(x * 1e6) / 1e6 + 0, Math.round(y * 1e6) / 1e6 + 0])
    .toSorted(([, a = 0], [, b = 0]) => b - a)

/** The distance of a point from a piece; infinite outside the sweep of an arc. */
function offFrom(piece: PathPiece, point: Point): number {
  if (piece.kind === 'line')
    return distance(piece.from, point) + distance(point, piece.to) - distance(piece.from, piece.to)
  return inSweep(piece, point) ? Math.abs(distance(piece.centre, point) - piece.radiusMm) : Infinity
}

describe('where two pieces cross', () => {
  it.each<[string, PathPiece, PathPiece, number[][]]>([
    ['lines', line(0, 0, 4, 4), line(0, 4, 4, 0), [[2, 2]]],
    ['lines that end before they do', line(0, 0, 1, 1), line(0, 4, 4, 0), []],
    ['lines along one another', line(0, 0, 4, 0), line(1, 0, 6, 0), []],
    ['a line and one side of an arc', line(3, -9, 3, 9), arc(5, 270), [[3, 4]]],
    ['a line and an arc that is over by then', line(3, -9, 3, 9), arc(5, 45), []],
    [
      'a line and an arc of more than half a turn the other way',
      line(-3, -9, -3, 9),
      arc(5, -240),
      [
        [-3, 4],
        [-3, -4],
      ],
    ],
    ['a line that ends inside', line(0, 0, 9, 0.000001), arc(5, 90), [[5, 0.000001]]],
    ['a line that passes by', line(6, -9, 6, 9), arc(5, 180), []],
    [
      'two arcs',
      arc(5, 359),
      arc(5, -359, 6),
      [
        [3, 4],
        [3, -4],
      ],
    ],
    ['two arcs of which one is over by then', arc(5, 180), arc(5, 359, 6), [[3, 4]]],
    ['arcs one within the other', arc(5, 180), arc(2, 180, 1), []],
    ['arcs about one centre', arc(5, 180), arc(5, 90), []],
  ])('%s', (_what, one, two, wanted) => {
    expect(places(one, two)).toEqual(wanted)
    expect(places(two, one)).toEqual(wanted)
  })

  const coordinate = fc.double({ min: -20, max: 20, noNaN: true })
  const turn = fc.oneof(fc.double({ min: 1, max: 300, noNaN: true }), fc.double({ min: -300, max: -1, noNaN: true }))
  const anyPiece = fc.oneof(
    fc.tuple(coordinate, coordinate, coordinate, coordinate).map((ends): PathPiece => line(...ends)),
    fc
      .tuple(coordinate, coordinate, coordinate, coordinate, turn)
      .map(([x, y, cx, cy, turnDeg]): PathPiece => arcFrom({ x, y }, { x: cx, y: cy }, turnDeg)),
  )
  it('is on both pieces', () => {
    fc.assert(
      fc.property(anyPiece, anyPiece, (one, two) => {
        for (const point of intersections(one, two)) {
          for (const piece of [one, two]) expect(offFrom(piece, point)).toBeLessThan(1e-5)
        }
      }),
    )
  })
})
