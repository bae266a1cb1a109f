// One rule of the service, broken: what is written in place of what, and the sentence of the specification whose tests must then
// fail.
import type { Sentence } from '../contract/conformance/sentences/index.ts'

export interface Mutation {
  /** What the service does once it is broken so. */
  says: string
  /** From the root of the repository. */
  file: string
  /** Occurs once in the file. */
  find: string
  replace: string
  bites: Sentence
}

/** Several of one file. */
export const of = (
  file: string,
  ...broken: readonly (readonly [says: string, find: string, replace: string, bites: Sentence])[]
): Mutation[] => broken.map(([says, find, replace, bites]) => ({ says, file, find, replace, bites }))
