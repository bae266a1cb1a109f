// A mutation breaks one rule of the service or one part of the bend planner: a text that replaces another, and the tests that must then fail.
import type { Sentence } from '../contract/conformance/sentences/index.ts'

/** The tests of a sentence of the specification, or every test of a file. */
export type DetectingTests = { readonly sentence: Sentence } | { readonly file: string }

export interface Mutation {
  /** What the code does after the mutation. */
  effect: string
  /** The path from the root of the repository. */
  file: string
  /** Must occur once in the file. */
  find: string
  replace: string
  /** One of them must fail. */
  detectedBy: DetectingTests
}

/** Several mutations of one file of the service. */
export const mutationsOf = (
  file: string,
  ...broken: readonly (readonly [effect: string, find: string, replace: string, sentence: Sentence])[]
): Mutation[] =>
  broken.map(([effect, find, replace, sentence]) => ({ effect, file, find, replace, detectedBy: { sentence } }))

/** Several mutations of one file of the bend planner. `test`: the file of tests that detects it, without its ending. */
export const planMutationsOf = (
  file: string,
  ...broken: readonly (readonly [effect: string, find: string, replace: string, test: string])[]
): Mutation[] =>
  broken.map(([effect, find, replace, test]) => ({
    effect,
    file: `shared/bending/plan/${file}`,
    find,
    replace,
    detectedBy: { file: `test/unit/bending/plan/${test}.test.ts` },
  }))
