// The outline of a machine's part from a drawing: its reference point, and what is wrong.
import { describe, expect, test } from 'vitest'
import type { Outline } from '../../../../shared/bending/fit/index.ts'
import { placedPart } from '../../../../src-renderer/set-up/tools/placed-outline.ts'

const box = (fromX: number, fromY: number, toX: number, toY: number): Outline => [
  { x: fromX, y: fromY },
  { x: toX, y: fromY },
  { x: toX, y: toY },
  { x: fromX, y: toY },
]
const upright = { quarterTurns: 0, isMirrored: false } as const

describe('the outline of a part', () => {
  test('of fingers has its stop face at x = 0 and the lower edge of the face at y = 0', () => {
    const placed = placedPart(box(100, 40, 150, 70), 'fingers', upright, 0)
    expect(placed.outline).toEqual(box(0, 0, 50, 30))
    expect([placed.faults, placed.figures]).toEqual([[], []])
  })

  test('of a clamp may have its reference point in the middle of its lower edge, or at the origin of the drawing', () => {
    const clamp = box(10, 5, 100, 95)
    const { references } = placedPart(clamp, 'clamp', upright, 0)
    expect(placedPart(clamp, 'clamp', upright, 1).outline).toEqual(box(-45, 0, 45, 90))
    const asDrawn = placedPart(clamp, 'clamp', upright, references - 1)
    expect(asDrawn.outline).toEqual(clamp)
    expect(asDrawn.faults.map(({ code }) => code)).toContain('outline_lowest')
  })

  test('of a table, whose place no side decides, is taken as it is drawn', () => {
    const placed = placedPart(box(-60, -500, 60, -60), 'table', upright, 0)
    expect([placed.references, placed.outline, placed.faults]).toEqual([1, box(-60, -500, 60, -60), []])
  })

  test('of a folding beam is turned and mirrored before its corner is searched', () => {
    const turned = placedPart(box(0, 0, 100, 15), 'folderBeam', { quarterTurns: 1, isMirrored: true }, 0)
    expect(turned.outline.map(({ x, y }) => [x, y])).toEqual(
      expect.arrayContaining([
        [-15, -100],
        [0, -100],
        [0, 0],
        [-15, 0],
      ]),
    )
    expect(turned.faults).toEqual([])
  })
})
