// `npm run test:long`: the tests that take minutes. Projects start in the order of their names and share the workers.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { commonOptions } from '../../vitest.config.ts'

const root = join(import.meta.dirname, '../..')

/** They take the longest: if one started last, it would run alone at the end. */
const longest = ['test/long/{simulation,mutations}.test.ts', 'test/long/bending/plan-brute-force.test.ts']

const withGeneratedValues = ['test/unit/**/*.test.ts', 'test/contract/properties/**/*.test.ts']

/** Files of `npm test` with cases or runs that it leaves out: they run whole, so that each case has its usual surroundings. */
const withLongCases = globSync('test/{contract,integration,end-to-end,faults}/**/*.test.ts', { cwd: root }).filter(
  (file) => /tags: 'long'|onlyLongUnless|runCount\(/.test(readFileSync(join(root, file), 'utf8')),
)

export default defineConfig({
  test: {
    ...commonOptions,
    // a test that waits for something that never appears must not use up the hour of the run
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    env: { KANT_LONG_TESTS: 'yes' },
    projects: [
      { extends: true, test: { name: 'first', include: longest, testTimeout: 3_600_000 } },
      { extends: true, test: { name: 'long', include: ['test/long/**/*.test.ts'], exclude: longest } },
      {
        extends: true,
        test: {
          name: 'long cases',
          include: withLongCases,
          setupFiles: [join(root, 'test/fixed-seed.ts')],
          isolate: false,
        },
      },
      // without the fixed seed of `npm test`
      { extends: true, test: { name: 'new seeds', include: withGeneratedValues, isolate: false } },
    ],
  },
})
