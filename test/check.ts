// `npm run check`: format, lint, layers, types, spelling and unused code, as many at once as there are cores. Prints the output
// of what fails. `npm test` runs the same checks beside its build.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import process from 'node:process'

export interface Task {
  readonly name: string
  /** A program of node_modules/.bin, or an absolute path. */
  readonly program: string
  readonly args: readonly string[]
}

/** The slowest first, so that they do not run alone at the end. */
export const checks: readonly Task[] = [
  { name: 'types', program: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'format', program: 'oxfmt', args: ['--check'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types of the screen', program: 'tsc', args: ['-p', 'src-renderer/tsconfig.json'] },
  { name: 'types of shared', program: 'tsc', args: ['-p', 'shared/tsconfig.json'] },
  { name: 'spelling', program: 'cspell', args: ['lint', '--no-progress', '--no-summary', '--dot', '**'] },
  { name: 'unused code', program: 'knip', args: ['--no-progress'] },
  { name: 'layers', program: process.execPath, args: ['test/layers.ts'] },
]

/** Runs the tasks, at most one per core at a time, and reports each. Resolves to whether all of them passed. */
export async function runTasks(root: string, tasks: readonly Task[]): Promise<boolean> {
  const queue = [...tasks]
  let allPassed = true
  const work = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      // each worker runs one task after the other
      // oxlint-disable-next-line no-await-in-loop
      if (!(await passes(root, task))) allPassed = false
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return allPassed
}

function passes(root: string, { name, program, args }: Task): Promise<boolean> {
  const startedAtMs = performance.now()
  const path = program === process.execPath ? program : join(root, 'node_modules', '.bin', program)
  const child = spawn(path, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
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

if (import.meta.main) {
  const passed = await runTasks(join(import.meta.dirname, '..'), checks)
  process.exitCode = passed ? 0 : 1
}
