// Tests the conformance suite and the tests of the bend planner: breaks one rule at a time in a copy of the repository, runs the tests that
// must detect it, and prints the result. `node test/mutations/run.ts [part of a file name or of an effect]`.
import process from 'node:process'
import { filesOf } from '../contract/conformance/coverage.ts'
import { CopyOfRepository } from './copy.ts'
import { mutations, occurrences } from './index.ts'
import type { DetectingTests, Mutation } from './mutation.ts'
import { isStarted } from '../is-started.ts'

const suite = 'test/contract/conformance'

export type Fate =
  /** The tests failed, as they should. */
  | 'caught'
  /** The tests passed. */
  | 'survived'
  /** The tests could not run. */
  | 'not run'
  /** The text to replace is missing or not unique. */
  | 'misplaced'

export interface Verdict {
  mutation: Mutation
  fate: Fate
  seconds: number
}

/**
 * Runs mutations in `parallel` copies of the repository. `onVerdict` receives each result.
 *
 * @throws {Error} if a test fails before the first mutation, or a test of the last mutations of a copy after their files are restored: the
 * verdicts are then worth nothing
 */
export async function runMutations(
  wanted: readonly Mutation[],
  { parallel = 2, onVerdict = () => {} }: { parallel?: number; onVerdict?: (verdict: Verdict) => void } = {},
): Promise<Verdict[]> {
  if (wanted.length === 0) return []
  const first = new CopyOfRepository()
  const others = Array.from({ length: parallel - 1 }, () => new CopyOfRepository())
  const waitingMutations = [...wanted]
  const verdicts: Verdict[] = []
  const work = async (copy: CopyOfRepository, passing: ReadonlySet<DetectingTests>) => {
    const done: Mutation[] = []
    for (let next = waitingMutations.shift(); next !== undefined; next = waitingMutations.shift()) {
      const startMs = performance.now()
      const fate = await fateOf(next, copy, passing)
      const verdict = { mutation: next, fate, seconds: (performance.now() - startMs) / 1000 }
      verdicts.push(verdict)
      onVerdict(verdict)
      done.push(next)
    }
    const failing = await failingOf(copy, done.slice(-lastMutations), passing)
    if (failing.length > 0)
      throw new Error(`tests fail although the changed files are restored: ${JSON.stringify(failing)}`)
  }
  try {
    const passing = await passingTests(first, wanted)
    await Promise.all([first, ...others].map((copy) => work(copy, passing)))
  } finally {
    for (const copy of [first, ...others]) copy.remove()
  }
  return verdicts
}

/** So many mutations of each copy are checked to have no effect after their files are restored. */
const lastMutations = 10

/** The tests of these mutations that passed and now fail or do not run, each with the results of its run. */
async function failingOf(
  copy: CopyOfRepository,
  mutationsDone: readonly Mutation[],
  passing: ReadonlySet<DetectingTests>,
): Promise<(DetectingTests & { outcomes: string[] })[]> {
  const failing: (DetectingTests & { outcomes: string[] })[] = []
  const distinct = new Map(mutationsDone.map(({ detectedBy }) => [JSON.stringify(detectedBy), detectedBy]))
  for (const tests of distinct.values()) {
    const outcomes = await copy.runTests(pathsOf(tests), { title: titleOf(tests) })
    const hasPassed = outcomes.length > 0 && outcomes.every(({ status }) => status === 'passed')
    if (passing.has(tests) && !hasPassed)
      failing.push({
        ...tests,
        outcomes: outcomes.map(({ title, status, message }) => `${status}: ${title}: ${message}`),
      })
  }
  return failing
}

async function fateOf(mutation: Mutation, copy: CopyOfRepository, passing: ReadonlySet<DetectingTests>): Promise<Fate> {
  const { file, find, replace, detectedBy } = mutation
  const source = copy.read(file)
  if (occurrences(mutation, source) !== 1) return 'misplaced'
  if (!passing.has(detectedBy)) return 'not run'
  copy.write(
    file,
    source.replace(find, () => replace),
  )
  try {
    const outcomes = await copy.runTests(pathsOf(detectedBy), { title: titleOf(detectedBy), isBroken: true })
    if (outcomes.some(({ status }) => status === 'failed')) return 'caught'
    return outcomes.length > 0 ? 'survived' : 'not run'
  } finally {
    copy.write(file, source)
  }
}

/** Paths of test files, from the root of the repository. */
const pathsOf = (tests: DetectingTests): string[] =>
  'file' in tests ? [tests.file] : filesOf(tests.sentence).map((path) => `${suite}/${path}`)

/** A regular expression of the tests' titles. */
const titleOf = (tests: DetectingTests): string | null =>
  'file' in tests ? null : `^${tests.sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}( \\(|$)`

/** The tests that run, and pass without a mutation. Only a failure of these is evidence. */
async function passingTests(copy: CopyOfRepository, wanted: readonly Mutation[]): Promise<ReadonlySet<DetectingTests>> {
  const detecting = wanted.map(({ detectedBy }) => detectedBy)
  const outcomes = await copy.runTests([...new Set(detecting.flatMap(pathsOf))])
  if (outcomes.length === 0) throw new Error('the tests without a mutation do not end')
  const failures = outcomes
    .filter(({ status }) => status === 'failed')
    .map(({ file, title, message }) => `${file}: ${title}: ${message}`)
  if (failures.length > 0) throw new Error(`tests fail without a mutation: ${failures.join('; ')}`)
  return new Set(
    detecting.filter((tests) =>
      outcomes.some(({ file, title }) =>
        'file' in tests ? file === tests.file : title === tests.sentence || title.startsWith(`${tests.sentence} (`),
      ),
    ),
  )
}

if (isStarted(import.meta.filename)) {
  const [part = ''] = process.argv.slice(2)
  const selectedMutations = mutations.filter(({ file, effect }) => file.includes(part) || effect.includes(part))
  const verdicts = await runMutations(selectedMutations, {
    onVerdict: ({ mutation: { file, effect, detectedBy }, fate, seconds }) => {
      console.log(
        `${fate.padEnd(9)} ${seconds.toFixed(1).padStart(5)} s  ${file}: ${effect}${fate === 'caught' ? '' : `  ${JSON.stringify(detectedBy)}`}`,
      )
    },
  })
  const missed = verdicts.filter(({ fate }) => fate !== 'caught')
  console.log(`${verdicts.length - missed.length} of ${verdicts.length} mutations caught`)
  process.exitCode = missed.length === 0 && verdicts.length > 0 ? 0 : 1
}
