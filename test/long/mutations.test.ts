// The conformance suite detects every deliberately broken rule of the service, and the planner's tests every broken check of the planner.
import { expect, test } from 'vitest'
import { mutations } from '../mutations/index.ts'
import { runMutations } from '../mutations/run.ts'

test('a change without an effect survives after a broken rule was caught', async () => {
  const broken = mutations.find(({ effect }) => effect === 'turns arcs back')
  if (broken === undefined) throw new Error('the mutation has another name')
  const harmless = { ...broken, effect: 'is the same', replace: `${broken.find} ` }
  const verdicts = await runMutations([broken, harmless], { parallel: 1 })
  expect(verdicts.map(({ fate }) => fate)).toEqual(['caught', 'survived'])
})

test('the tests fail on each broken rule of the service and of the planner', async () => {
  const verdicts = await runMutations(mutations)
  expect(verdicts).toHaveLength(mutations.length)
  const missed = verdicts.filter(({ fate }) => fate !== 'caught')
  expect(missed.map(({ fate, mutation: { file, effect } }) => `${fate} · ${file}: ${effect}`)).toEqual([])
}, 3_600_000)
