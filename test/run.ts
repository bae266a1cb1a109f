// `npm test`: installs the programs that the tests need, builds and runs the checks at the same time, then runs the tests.
// `npm run test:long` (--long) runs only the tests of test/long. Arguments after that go to vitest. The last line counts the tests.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { checks, runTasks } from './check.ts'
import { electronProblem, ensurePrerequisites } from './prerequisites.ts'

const root = join(import.meta.dirname, '..')
const isLong = process.argv[2] === '--long'
const vitestArguments = process.argv.slice(isLong ? 3 : 2)

const missing = ensurePrerequisites(isLong ? 'long' : 'usual')
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}

const build = { name: 'build', program: 'electron-vite', args: ['build', '--logLevel', 'warn'] }
if (!(await runTasks(isLong ? [build] : [build, ...checks]))) process.exit(1)

const withoutElectron = isLong ? null : await electronProblem(root)

const scratch = mkdtempSync(join(tmpdir(), 'kant-test-'))
// KANT_TEST_REPORT keeps vitest's JSON report, for measuring where the time goes
const report = process.env['KANT_TEST_REPORT'] ?? join(scratch, 'report.json')
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  [
    'run',
    ...(isLong ? ['--config', 'test/long/vitest.config.ts'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...vitestArguments,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // workers, worker threads and programs load the same modules: compiling them once halves the time that they take to start
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile') },
  },
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
