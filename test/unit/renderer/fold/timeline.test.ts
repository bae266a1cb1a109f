// The position in a plan, its phases, and how it moves with time.
import { expect, test } from 'vitest'
import {
  bendPosition,
  bendShare,
  foldTimeline,
  machineTimeline,
  positionAfter,
  stageAt,
} from '../../../../src-renderer/fold/scene/timeline.ts'

const timeline = machineTimeline([
  { flips: false, halfTurns: false },
  { flips: true, halfTurns: true },
])

test('each step is turned, moved in, bent and taken out; the last one is also mounted', () => {
  expect(timeline.map((phases) => phases.map(({ kind }) => kind))).toEqual([
    ['approach', 'bend', 'withdraw'],
    ['flip', 'half_turn', 'approach', 'bend', 'withdraw', 'mount'],
  ])
  for (const phases of timeline) {
    expect(phases[0]?.from).toBe(0)
    expect(phases.at(-1)?.to).toBeCloseTo(1, 12)
    for (const [index, { from }] of phases.entries()) expect(from).toBe(phases[index - 1]?.to ?? 0)
  }
})

test('a whole number is the start of the step after it, and the end is the end of the last phase', () => {
  expect(stageAt(timeline, 0)).toMatchObject({ stepIndex: 0, kind: 'approach', share: 0 })
  expect(stageAt(timeline, 1)).toMatchObject({ stepIndex: 1, kind: 'flip', share: 0 })
  expect(stageAt(timeline, 2)).toMatchObject({ stepIndex: 1, kind: 'mount', share: 1 })
  expect(stageAt(timeline, 9)).toEqual(stageAt(timeline, 2))
  expect(stageAt([], 0)).toBeNull()
})

test('the position of a share of a bend is a stage with that share', () => {
  for (const share of [0, 0.25, 0.9]) {
    const stage = stageAt(timeline, bendPosition(timeline, 1, share) + 1e-12)
    expect(stage).toMatchObject({ stepIndex: 1, kind: 'bend', share: expect.closeTo(share, 6) })
    expect(stage === null ? null : bendShare(stage)).toBeCloseTo(share, 6)
  }
  expect(foldTimeline(3).length).toBe(3)
  expect(bendPosition(foldTimeline(3), 2, 0.5)).toBe(2.5)
})

test('the movement takes the same time in one part as in many, and ends at the last step', () => {
  let inParts = 0
  for (let part = 0; part < 100; part += 1) inParts = positionAfter(timeline, inParts, 16)
  expect(inParts).toBeCloseTo(positionAfter(timeline, 0, 1_600), 6)
  expect(positionAfter(timeline, 0, 1_000_000)).toBe(2)
  expect(positionAfter(timeline, 2, 16)).toBe(2)
})
