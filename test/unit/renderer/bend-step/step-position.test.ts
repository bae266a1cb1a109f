// Which step the bend step shows: the brake's, until the operator chooses another.
import { expect, test } from 'vitest'
import { chosen, firstPosition, followed } from '../../../../src-renderer/bend-step/step-position.ts'

const reported = (brakeStep: number | null, donePieces: number | null = 2) => ({ brakeStep, donePieces })

test('a new step of the brake is shown, also after another was chosen', () => {
  const second = followed(firstPosition, reported(1))
  expect(second).toMatchObject({ stepIndex: 1, isByHand: false })
  const byHand = chosen(second, 3)
  expect(byHand).toMatchObject({ stepIndex: 3, isByHand: true })
  expect(followed(byHand, reported(1))).toBe(byHand)
  expect(followed(byHand, reported(2))).toMatchObject({ stepIndex: 2, isByHand: false })
  expect(chosen(byHand, 1)).toMatchObject({ stepIndex: 1, isByHand: false })
})

test('the last step stays while the brake reports none, and the same step afterwards does not end a choice', () => {
  const third = followed(firstPosition, reported(2))
  expect(followed(third, reported(null, null))).toBe(third)
  expect(followed(third, reported(2))).toBe(third)
})

test('a new piece starts at the first step only if the brake reports no steps', () => {
  const last = chosen(followed(firstPosition, reported(null)), 3)
  expect(last).toMatchObject({ stepIndex: 3, isByHand: false })
  expect(followed(last, reported(null, 3))).toMatchObject({ stepIndex: 0, donePieces: 3 })
  expect(followed(last, reported(null, 1))).toMatchObject({ stepIndex: 3, donePieces: 1 })
  const third = followed(firstPosition, reported(2, 2))
  expect(followed(third, reported(2, 3))).toMatchObject({ stepIndex: 2, donePieces: 3 })
})
