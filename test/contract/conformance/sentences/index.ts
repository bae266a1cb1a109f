// Every sentence of the specification about the behaviour of the service, shortened and with the number of its part: the tested ones, those
// of parts that are not built yet, and those that cannot be tested from outside.
import { parts1To3 } from './parts-1-to-3.ts'
import { part4 } from './part-4.ts'
import { part4Operations } from './part-4-operations.ts'
import { parts5And6 } from './parts-5-and-6.ts'
import { parts7To9 } from './parts-7-to-9.ts'

export interface Sentences {
  tested: readonly string[]
  /** Sentences about parts of the service that are not built yet. */
  later: readonly string[]
  untestable: readonly (readonly [sentence: string, why: string])[]
}

const groups = [parts1To3, part4, part4Operations, parts5And6, parts7To9] as const

/** A sentence that has a test. */
export type Sentence = (typeof groups)[number]['tested'][number]

const all: readonly Sentences[] = groups

export const sentences: Sentences = {
  tested: all.flatMap(({ tested }) => tested),
  later: all.flatMap(({ later }) => later),
  untestable: all.flatMap(({ untestable }) => untestable),
}
