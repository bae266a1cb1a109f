// The conformance suite detects every deliberately broken rule of the service, and the planner's tests every broken check of the planner.
import { expect, test } from 'vitest'
import { mutations } from '../mutations/index.ts'
import { runMutations } from '../mutations/run.ts'

test('a change without an effect survives, also after other tests detected a broken rule', async () => {
  const broken = mutations.find(({ detectedBy }) => 'sentence' in detectedBy)
  const planned = mutations.find(({ detectedBy }) => 'file' in detectedBy)
  if (broken === undefined || planned === undefined) throw new Error('there is a mutation of each kind')
  const harmless = { ...planned, effect: 'is the same', replace: `${planned.find} ` }
  const verdicts = await runMutations([broken, harmless], { parallel: 1 })
  expect(verdicts.map(({ fate }) => fate)).toEqual(['caught', 'survived'])
})

test('the tests fail on each broken rule of the service and of the planner', async () => {
  // one copy: other tests run at the same time
  const verdicts = await runMutations(mutations, { parallel: 1 })
  expect(verdicts).toHaveLength(mutations.length)
  const missed = verdicts.filter(({ fate }) => fate !== 'caught')
  expect(missed.map(({ fate, mutation: { file, effect } }) => `${fate} · ${file}: ${effect}`)).toEqual([])
}, 3_600_000)
