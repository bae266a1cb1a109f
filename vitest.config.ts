// The tests of `npm test`. Projects start in the order of their names and share the workers.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Options that test/long shares. */
export const commonOptions = {
  expect: { poll: { timeout: 300_000 } },
  allowOnly: false,
  passWithNoTests: false,
  tags: [
    { name: 'long', description: 'A test that only `npm run test:long` runs, because `npm test` has eight minutes.' },
  ],
  globalSetup: join(import.meta.dirname, 'test/shared-folder.ts'),
}

export default defineConfig({
  test: {
    ...commonOptions,
    setupFiles: [join(import.meta.dirname, 'test/fixed-seed.ts')],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // most tests wait for a browser, a serial line or a program, so there are twice as many workers as cores on the smallest machine
    maxWorkers: 4,
    projects: [
      // needs the most processor time: if it started last, it would run alone at the end
      { extends: true, test: { name: 'first', include: ['test/simulation/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/{contract,integration,end-to-end,faults}/**/*.test.ts'],
          // the files of a worker share the loaded modules: loading takes longer than many of these files
          isolate: false,
        },
      },
      // they have no side effects, and starting a worker takes longer than most of them
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
    ],
  },
})
