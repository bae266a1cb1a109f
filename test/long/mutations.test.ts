// The conformance suite detects every deliberately broken rule of the service, and the planner's tests every broken check of the planner.
import { expect, test } from 'vitest'
import { mutations } from '../mutations/index.ts'
import { runMutations } from '../mutations/run.ts'

test('the tests fail on each broken rule of the service and of the planner', async () => {
  const verdicts = await runMutations(mutations)
  expect(verdicts).toHaveLength(mutations.length)
  const missed = verdicts.filter(({ fate }) => fate !== 'caught')
  expect(missed.map(({ fate, mutation: { file, effect } }) => `${fate} · ${file}: ${effect}`)).toEqual([])
}, 3_600_000)
