// The sets of plain tools on which a blank may be bent: as many stations as asked for, the preferred tools first. Pure.
import type { BrakeBlank } from './brake-blank.ts'
import { plainSteps } from './brake-problem.ts'
import type { ProblemKit } from './brake-problem.ts'

/** More sets of several stations are not tried for one blank. */
const mostSets = 20_000

interface ToolSets {
  readonly sets: Iterable<readonly ProblemKit[]>
  /** No set is left out. */
  readonly isWhole: boolean
}

/** Sets of tools of which at least one can make each plain bend; without plain bends only the empty set. */
export function toolSets(blank: BrakeBlank, count: number): ToolSets {
  const steps = plainSteps(blank.model)
  if (steps.length === 0) return { sets: count === 0 ? [[]] : [], isWhole: true }
  const able = blank.plain.map((kit): AbleKit => ({
    kit,
    steps: steps.reduce((bits, step, bit) => (kit.checker.isEver(step) ? bits | (1 << bit) : bits), 0),
  }))
  const isWhole = count < 2 || choose(able.length, count) <= mostSets
  return { sets: ableSets(able, count, (1 << steps.length) - 1), isWhole }
}

interface AbleKit {
  readonly kit: ProblemKit
  /** The bends that it can ever make, as bits. */
  readonly steps: number
}

function* ableSets(kits: readonly AbleKit[], count: number, all: number): Generator<readonly ProblemKit[]> {
  let sets = 0
  for (const set of subsets(kits, count)) {
    if (set.reduce((bits, { steps }) => bits | steps, 0) !== all) continue
    yield set.map(({ kit }) => kit)
    sets += 1
    if (count > 1 && sets === mostSets) return
  }
}

function* subsets<T>(items: readonly T[], count: number): Generator<readonly T[]> {
  if (count === 0) {
    yield []
    return
  }
  for (const [index, item] of items.entries()) {
    for (const rest of subsets(items.slice(index + 1), count - 1)) yield [item, ...rest]
  }
}

/** How many sets of `count` there are in `all`. */
function choose(all: number, count: number): number {
  let sets = 1
  for (let one = 0; one < count; one += 1) sets *= (all - one) / (one + 1)
  return sets
}
