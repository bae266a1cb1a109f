// Tests the conformance suite and the tests of the bend planner: breaks one rule at a time in a copy of the repository, runs the tests that
// must detect it, and prints the result. `node test/mutations/run.ts [part of a file name or of an effect]`.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import * as z from 'zod'
import { filesOf } from '../contract/conformance/coverage.ts'
import { mutations, occurrences } from './index.ts'
import type { DetectingTests, Mutation } from './mutation.ts'

const root = join(import.meta.dirname, '..', '..')
const copied = [
  'src-service',
  'src-main',
  'shared',
  'resources',
  'test',
  'package.json',
  'vitest.config.ts',
  'tsconfig.json',
]
const suite = 'test/contract/conformance'
/** A run that hangs because of a mutation is stopped and counts as not run. */
const maxRunMs = 600_000

export type Fate =
  /** The tests failed, as they should. */
  | 'caught'
  /** The tests passed. */
  | 'survived'
  /** The tests could not run, or they also fail without the mutation. */
  | 'not run'
  /** The text to replace is missing or not unique. */
  | 'misplaced'

export interface Verdict {
  mutation: Mutation
  fate: Fate
  seconds: number
}

/** Runs mutations in `parallel` copies of the repository. `onVerdict` receives each result. */
export async function runMutations(
  wanted: readonly Mutation[],
  { parallel = 2, onVerdict = () => {} }: { parallel?: number; onVerdict?: (verdict: Verdict) => void } = {},
): Promise<Verdict[]> {
  // without files, vitest would run all files
  if (wanted.length === 0) return []
  const copies = Array.from({ length: parallel }, copyOfTree)
  const waitingMutations = [...wanted]
  const verdicts: Verdict[] = []
  const work = async (copy: string, passing: ReadonlySet<DetectingTests>) => {
    for (let next = waitingMutations.shift(); next !== undefined; next = waitingMutations.shift()) {
      const startMs = performance.now()
      const fate = await fateOf(next, copy, passing)
      const verdict = { mutation: next, fate, seconds: (performance.now() - startMs) / 1000 }
      verdicts.push(verdict)
      onVerdict(verdict)
    }
  }
  try {
    const passing = await passingTests(copies[0] ?? root, wanted)
    await Promise.all(copies.map((copy) => work(copy, passing)))
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true })
  }
  return verdicts
}

function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'kant-mutation-'))
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

async function fateOf(mutation: Mutation, copy: string, passing: ReadonlySet<DetectingTests>): Promise<Fate> {
  const { file, find, replace, detectedBy } = mutation
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (occurrences(mutation, source) !== 1) return 'misplaced'
  if (!passing.has(detectedBy)) return 'not run'
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    const tests = await suiteRun(copy, pathsOf(detectedBy), ['--bail=1', '--retry=0', ...titleArguments(detectedBy)])
    if (tests.some(({ status }) => status === 'failed')) return 'caught'
    return tests.some(({ status }) => status === 'passed') ? 'survived' : 'not run'
  } finally {
    writeFileSync(path, source)
  }
}

/** Paths of test files or folders, from the root of the repository. */
const pathsOf = (tests: DetectingTests): string[] =>
  'folder' in tests ? [tests.folder] : filesOf(tests.sentence).map((path) => `${suite}/${path}`)

function titleArguments(tests: DetectingTests): string[] {
  if ('folder' in tests) return []
  return ['-t', `^${tests.sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}( \\(|$)`]
}

/** The tests that all pass without a mutation. Only a failure of these is evidence. */
async function passingTests(copy: string, wanted: readonly Mutation[]): Promise<ReadonlySet<DetectingTests>> {
  const detecting = wanted.map(({ detectedBy }) => detectedBy)
  const results = await suiteRun(copy, [...new Set(detecting.flatMap(pathsOf))])
  return new Set(
    detecting.filter((tests) => {
      const own = results.filter(({ file, title }) =>
        'folder' in tests
          ? file.startsWith(`${join(copy, tests.folder)}/`)
          : title === tests.sentence || title.startsWith(`${tests.sentence} (`),
      )
      return own.length > 0 && own.every(({ status }) => status === 'passed')
    }),
  )
}

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
})

/** The result of each test of some files; empty if the run did not finish. */
async function suiteRun(copy: string, paths: readonly string[], more: readonly string[] = []) {
  const file = join(copy, 'report.json')
  rmSync(file, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', ...paths, ...more, '--reporter=json', `--outputFile=${file}`]
  await new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', timeout: maxRunMs }).once('close', resolve)
  })
  if (!existsSync(file)) return []
  const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  return testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })))
}

if (import.meta.main) {
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
