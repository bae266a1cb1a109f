// A piece without a machine follows the order of the steps, and its longest flange stays where it is.
import { describe, expect, test } from 'vitest'
import { degrees, preBendShare } from '../../../../shared/bending/index.ts'
import { unplannedScene } from '../../../../src-renderer/fold/scene/index.ts'
import { value } from '../../bending/any-profile.ts'

const flange = (lengthMm: number) => ({ lengthMm, endLengthMm: null })
const bend = (turnDeg: number, hem: string | null = null) => ({
  angleDeg: turnDeg,
  insideRadiusMm: hem === null ? 1 : 0,
  hem,
  gapMm: 0,
})
const profile = {
  family: 'vinkelbeslag',
  colourSide: 'utside',
  thicknessMm: 1,
  flanges: [flange(30), flange(80), flange(40), flange(12)],
  bends: [bend(90), bend(-45), bend(180, 'closed')],
}

describe('after the steps of the order 3, 2, 3, 1', () => {
  const scene = value(unplannedScene(profile, [2, 1, 2, 0]))

  test.each([
    { stepCount: 0, turns: [0, 0, 0] },
    { stepCount: 1, turns: [0, 0, 180 * preBendShare] },
    { stepCount: 2, turns: [0, -45, 180 * preBendShare] },
    { stepCount: 2.5, turns: [0, -45, 90 * (1 + preBendShare)] },
    { stepCount: 3, turns: [0, -45, 180] },
    { stepCount: 4, turns: [90, -45, 180] },
  ])('has these turns after $stepCount steps', ({ stepCount, turns }) => {
    const piece = scene.pieceAt(stepCount)
    expect(piece.start.section.turns.map(degrees)).toEqual(turns.map((turn) => expect.closeTo(turn, 6)))
    expect(piece.start.place).toMatchObject({ x: 0, y: 0 })
  })

  test('each bend knows its steps', () => {
    expect(scene.stepsOfBend).toEqual([[3], [1], [0, 2]])
  })
})

test('a profile that cannot be folded is refused, not drawn', () => {
  const short = { ...profile, flanges: [flange(1), flange(1)], bends: [bend(90)] }
  expect(unplannedScene(short, [0]).ok).toBe(false)
})
