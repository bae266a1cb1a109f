// Whether the conformance suite bites: it fails on every rule of the service that is broken.
import { expect, test } from 'vitest'
import { mutations } from '../mutations/index.ts'
import { runMutations } from '../mutations/run.ts'

test('the conformance suite fails on each broken rule', async () => {
  const verdicts = await runMutations(mutations)
  expect(verdicts).toHaveLength(mutations.length)
  const missed = verdicts.filter(({ fate }) => fate !== 'caught')
  expect(missed.map(({ fate, mutation: { file, says } }) => `${fate} · ${file}: ${says}`)).toEqual([])
}, 3_600_000)
