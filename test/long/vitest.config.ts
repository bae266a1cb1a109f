// `npm run test:long`: the tests that take minutes. Projects start in the order of their names and share the workers.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { commonOptions } from '../../vitest.config.ts'

const root = join(import.meta.dirname, '../..')

/** They take the longest: if one started last, it would run alone at the end. */
const longest = [
  'test/long/{simulation,mutations}.test.ts',
  'test/long/bending/plan-brute-force.test.ts',
  'test/faults/peers/killed-peer.test.ts',
]

const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8')

const filesOf = (pattern: string, content: RegExp): string[] =>
  globSync(pattern, { cwd: root }).filter((file) => content.test(sourceOf(file)))

/** Files of `npm test` that run whole: they generate values, or each of their cases follows from the one before. */
const wholeFiles = [
  'test/integration/station/brake/brake.test.ts',
  'test/contract/properties/**/*.test.ts',
  ...filesOf('test/unit/**/*.test.ts', /runCount\(|fast-check|any-(map|profile|text)/),
  ...filesOf('test/{integration,faults}/**/*.test.ts', /runCount\(/),
]

/** Files of `npm test` with cases that it leaves out. */
const withLongCases = filesOf(
  'test/{contract,integration,end-to-end,faults,unit}/**/*.test.ts',
  /tags: 'long'|onlyLongUnless/,
)

/** Runs only the tests that `npm test` leaves out. Vitest takes the filter of one project from its command line only, so a plugin sets it. */
const onlyLongCases: Plugin = {
  name: 'only-long-cases',
  configureVitest: ({ project }) => {
    project.config.tagsFilter = ['long']
  },
}

export default defineConfig({
  test: {
    ...commonOptions,
    // a test that waits for something that never appears must not use up the hour of the run
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 3,
    env: { KANT_LONG_TESTS: 'yes' },
    projects: [
      { extends: true, test: { name: 'first', include: longest, testTimeout: 3_600_000 } },
      { extends: true, test: { name: 'long', include: ['test/long/**/*.test.ts'], exclude: longest } },
      {
        extends: true,
        plugins: [onlyLongCases],
        test: {
          name: 'long cases',
          include: withLongCases,
          exclude: [...wholeFiles, ...longest],
          setupFiles: [join(root, 'test/fixed-seed.ts')],
          isolate: false,
        },
      },
      // without the fixed seed of `npm test`
      { extends: true, test: { name: 'new seeds', include: wholeFiles, exclude: longest, isolate: false } },
    ],
  },
})
