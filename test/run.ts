// `npm test`: installs the programs that the tests need, builds and runs the checks at the same time, then runs the tests.
// `npm run test:long` (--long) runs only the tests of test/long. Arguments after that go to vitest. The last line counts the tests.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { checks, runTasks } from './check.ts'
import { builtSources, sourceHash } from './end-to-end/screen/page/page-sources.ts'
import { electronProblem, ensurePrerequisites } from './prerequisites.ts'

const root = join(import.meta.dirname, '..')
const isLong = process.argv[2] === '--long'
const vitestArguments = process.argv.slice(isLong ? 3 : 2)

const missing = ensurePrerequisites(isLong ? 'long' : 'usual')
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}

const sources = sourceHash()
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
    ...(isLong ? ['--config', 'test/long/vitest.config.ts'] : ['--tags-filter=!long']),
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
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'),
      [builtSources]: sources,
    },
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
const leftOutTests = isLong ? 0 : countLong(counts)
const skippedTests = numPendingTests - leftOutTests
console.log(
  `${numPassedTests} passed, ${numFailedTests} failed${skippedTests > 0 ? `, ${skippedTests} skipped` : ''}${
    leftOutTests > 0 ? `; npm run test:long runs ${leftOutTests} more` : ''
  }`,
)
process.exit(status === 0 ? 0 : 1)

interface Count {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { assertionResults: { status: string; tags: string[] }[] }[]
}

/** The tests that only `npm run test:long` runs. */
function countLong({ testResults }: Count): number {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.filter(({ status, tags }) => status !== 'passed' && status !== 'failed' && tags.includes('long')).length
}

function isCount(value: unknown): value is Count {
  return typeof value === 'object' && value !== null && 'numTotalTests' in value && 'numPassedTests' in value
}
