// `npm run check`: format, lint, layers, types, spelling and unused code, as many at once as there are cores. Prints the output
// of what fails. `npm test` runs the same checks beside its build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { isStarted } from './is-started.ts'

export interface Task {
  readonly name: string
  /** A program of node_modules/.bin, or an absolute path. */
  readonly program: string
  readonly args: readonly string[]
}

const root = join(import.meta.dirname, '..')
/** What a check found at its last run: only changed files are checked again. */
const caches = join('node_modules', '.cache', 'checks')

/** The slowest first, so that they do not run alone at the end. */
export const checks: readonly Task[] = [
  typesOf('types', 'tsconfig.json'),
  { name: 'format', program: 'oxfmt', args: ['--check'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  spelling(),
  typesOf('types of the screen', 'src-renderer/tsconfig.json'),
  typesOf('types of shared', 'shared/tsconfig.json'),
  { name: 'unused code', program: 'knip', args: ['--no-progress'] },
  { name: 'layers', program: process.execPath, args: ['test/layers.ts'] },
]

/** One checker: each further one resolves the shared types again, and the other core runs another task meanwhile. */
function typesOf(name: string, project: string): Task {
  const cache = join(caches, `${name.replaceAll(' ', '-')}.tsbuildinfo`)
  return { name, program: 'tsc', args: ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', cache] }
}

/** cspell notices changed dictionaries itself. The glossary is read by its configuration, so each glossary has its own cache. */
function spelling(): Task {
  const glossary = createHash('sha256')
    .update(readFileSync(join(root, 'CONTRIBUTING.md')))
    .digest('hex')
  const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', join(caches, `spelling-${glossary}`)]
  return {
    name: 'spelling',
    program: 'cspell',
    args: ['lint', '--no-progress', '--no-summary', ...cache, '--dot', '**'],
  }
}

/** Runs the tasks, at most one per core at a time, and reports each. Resolves to whether all of them passed. */
export async function runTasks(tasks: readonly Task[]): Promise<boolean> {
  const queue = [...tasks]
  let allPassed = true
  const work = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      // each worker runs one task after the other
      // oxlint-disable-next-line no-await-in-loop
      if (!(await passes(task))) allPassed = false
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return allPassed
}

function passes({ name, program, args }: Task): Promise<boolean> {
  const startedAtMs = performance.now()
  const path = program === process.execPath ? program : join(root, 'node_modules', '.bin', program)
  const child = spawn(path, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    // TypeScript and the linter are Go programs: fewer garbage collections save a third of their time and cost 1 GB of memory
    env: { GOGC: '400', ...process.env },
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  return new Promise((resolve) => {
    const report = (passed: boolean, text: string): void => {
      const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1)
      console.error(`${passed ? '' : text}${name}: ${passed ? 'passed' : 'FAILED'} (${seconds} s)`)
      resolve(passed)
    }
    child.once('error', (error) => report(false, `${error.message}\n`))
    child.once('close', (status) => report(status === 0, Buffer.concat(output).toString()))
  })
}

if (isStarted(import.meta.filename)) {
  const passed = await runTasks(checks)
  process.exitCode = passed ? 0 : 1
}
