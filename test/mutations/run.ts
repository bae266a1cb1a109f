// Does the conformance suite bite? Breaks one rule of the service at a time in a copy of the tree, runs the tests that are named by
// the sentence it breaks, and prints what became of each. `node test/mutations/run.ts [part of a file's name or of what it says]`.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import * as z from 'zod'
import { filesOf } from '../contract/conformance/coverage.ts'
import { mutations, occurrences } from './index.ts'
import type { Mutation } from './mutation.ts'

const root = join(import.meta.dirname, '..', '..')
/** What the service and the suite are made of. */
const copied = [
  'src-service',
  'shared',
  'resources',
  'test/contract',
  'test/integration/service/webhooks/receiver.ts',
  'package.json',
  'vitest.config.ts',
  'tsconfig.json',
]
const suite = 'test/contract/conformance'
/** What a broken rule leaves hanging is ended, and counts as not run. */
const longestRunMs = 600_000

export type Fate =
  /** The tests failed, as they must. */
  | 'caught'
  /** The tests passed: nobody noticed. */
  | 'survived'
  /** The tests could not be run, so that nothing is known; or they fail without the mutation too. */
  | 'not run'
  /** What it replaces stands nowhere, or more than once. */
  | 'misplaced'

export interface Verdict {
  mutation: Mutation
  fate: Fate
  seconds: number
}

/** Runs mutations in as many copies of the tree as `abreast`, and tells of each as it ends. */
export async function runMutations(
  wanted: readonly Mutation[],
  { abreast = 2, told = () => {} }: { abreast?: number; told?: (verdict: Verdict) => void } = {},
): Promise<Verdict[]> {
  // no files would be all files
  if (wanted.length === 0) return []
  const copies = Array.from({ length: abreast }, copyOfTree)
  const waiting = [...wanted]
  const verdicts: Verdict[] = []
  const work = async (copy: string, sound: ReadonlySet<string>) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const started = performance.now()
      const fate = await fateOf(next, copy, sound)
      const verdict = { mutation: next, fate, seconds: (performance.now() - started) / 1000 }
      verdicts.push(verdict)
      told(verdict)
    }
  }
  try {
    const sound = await soundSentences(copies[0] ?? root, wanted)
    await Promise.all(copies.map((copy) => work(copy, sound)))
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

async function fateOf(mutation: Mutation, copy: string, sound: ReadonlySet<string>): Promise<Fate> {
  const { file, find, replace, bites } = mutation
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (occurrences(mutation, source) !== 1) return 'misplaced'
  if (!sound.has(bites)) return 'not run'
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    const pattern = `^${bites.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}( \\(|$)`
    const tests = await suiteRun(copy, filesOf(bites), ['--bail=1', '--retry=0', '-t', pattern])
    if (tests.some(({ status }) => status === 'failed')) return 'caught'
    return tests.some(({ status }) => status === 'passed') ? 'survived' : 'not run'
  } finally {
    writeFileSync(path, source)
  }
}

/** The sentences whose tests all pass while nothing is broken: the failing of the others would say nothing. */
async function soundSentences(copy: string, wanted: readonly Mutation[]): Promise<ReadonlySet<string>> {
  const sentences = [...new Set(wanted.map(({ bites }) => bites))]
  const tests = await suiteRun(copy, [...new Set(sentences.flatMap(filesOf))])
  return new Set(
    sentences.filter((sentence) => {
      const own = tests.filter(({ title }) => title === sentence || title.startsWith(`${sentence} (`))
      return own.length > 0 && own.every(({ status }) => status === 'passed')
    }),
  )
}

const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) })),
})

/** What became of each test of some files; of none where they came to no end. */
async function suiteRun(copy: string, files: readonly string[], more: readonly string[] = []) {
  const file = join(copy, 'report.json')
  rmSync(file, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const paths = files.map((name) => `${suite}/${name}`)
  const args = [vitest, 'run', ...paths, ...more, '--reporter=json', `--outputFile=${file}`]
  await new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', timeout: longestRunMs }).once('close', resolve)
  })
  if (!existsSync(file)) return []
  const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  return testResults.flatMap(({ assertionResults }) => assertionResults)
}

if (import.meta.main) {
  const [part = ''] = process.argv.slice(2)
  const wanted = mutations.filter(({ file, says }) => file.includes(part) || says.includes(part))
  const verdicts = await runMutations(wanted, {
    told: ({ mutation: { file, says, bites }, fate, seconds }) => {
      console.log(
        `${fate.padEnd(9)} ${seconds.toFixed(1).padStart(5)} s  ${file}: ${says}${fate === 'caught' ? '' : `  [${bites}]`}`,
      )
    },
  })
  const missed = verdicts.filter(({ fate }) => fate !== 'caught')
  console.log(`${verdicts.length - missed.length} of ${verdicts.length} mutations caught`)
  process.exitCode = missed.length === 0 && verdicts.length > 0 ? 0 : 1
}
