// A mutation breaks one rule of the service: a text that replaces another, and the sentence of the specification whose tests must then fail.
import type { Sentence } from '../contract/conformance/sentences/index.ts'

export interface Mutation {
  /** What the service does after the mutation. */
  effect: string
  /** The path from the root of the repository. */
  file: string
  /** Must occur once in the file. */
  find: string
  replace: string
  sentence: Sentence
}

/** Several mutations of one file. */
export const mutationsOf = (
  file: string,
  ...broken: readonly (readonly [effect: string, find: string, replace: string, sentence: Sentence])[]
): Mutation[] => broken.map(([effect, find, replace, sentence]) => ({ effect, file, find, replace, sentence }))
