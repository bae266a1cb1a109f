// `npm test`: makes sure the machine has what the tests need, builds, then checks format, lint, layers and types, then runs
// every test but those of test/long, which `npm run test:long` runs alone (--long). The first failing step ends it. Closes with
// a count that any reader of the log understands.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { electronProblem, ensurePrerequisites } from './prerequisites.ts'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

const given = process.argv.slice(2)
const long = given[0] === '--long'

const missing = ensurePrerequisites(long ? 'long' : 'usual')
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}

const steps: readonly [name: string, program: string, args: readonly string[]][] = [
  ['build', 'electron-vite', ['build', '--logLevel', 'warn']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['layers', process.execPath, ['test/layers.ts']],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['types of shared', 'tsc', ['-p', 'shared/tsconfig.json']],
  ['types of the screen', 'tsc', ['-p', 'src-renderer/tsconfig.json']],
]
for (const [name, program, args] of long ? [] : steps) {
  const started = performance.now()
  const { status } = spawnSync(resolve(bin, program), args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  console.error(`${name}: ${status === 0 ? 'good' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  if (status !== 0) process.exit(1)
}

const withoutElectron = long ? null : await electronProblem(root)

const scratch = mkdtempSync(join(tmpdir(), 'kant-test-'))
const report = join(scratch, 'report.json')
const { status } = spawnSync(
  join(bin, 'vitest'),
  [
    'run',
    ...(long ? ['--config', 'test/long/vitest.config.ts'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...given.slice(long ? 1 : 0),
  ],
  { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
)
const counts: unknown = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
rmSync(scratch, { recursive: true })
if (!isCount(counts) || counts.numTotalTests === 0) {
  console.error('no test was run')
  process.exit(1)
}
if (withoutElectron !== null) console.log(withoutElectron)
const { numPassedTests, numFailedTests, numPendingTests } = counts
console.log(
  `${numPassedTests} passed, ${numFailedTests} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''}`,
)
process.exit(status === 0 ? 0 : 1)

interface Count {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}
function isCount(value: unknown): value is Count {
  return typeof value === 'object' && value !== null && 'numTotalTests' in value && 'numPassedTests' in value
}
