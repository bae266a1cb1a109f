// Which tests `npm test` runs, and how. A project is begun in the order of its name, and all share the workers.
import { defineConfig } from 'vitest/config'

/** What holds for the tests of test/long, too. */
export const always = { expect: { poll: { timeout: 20_000 } }, allowOnly: false, passWithNoTests: false }

export default defineConfig({
  test: {
    ...always,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // most of them wait most of the time, for a browser, a line or a program: twice the cores of the smallest machine
    maxWorkers: 4,
    projects: [
      // most of the processor's work: begun last it would run on when all else is done
      { extends: true, test: { name: 'first', include: ['test/simulation/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/{contract,integration,end-to-end,faults}/**/*.test.ts'],
          // browsers, lines and programs that share two cores may keep one another waiting; what fails twice fails
          retry: 1,
        },
      },
      // they leave nothing behind, and to begin a worker takes longer than most of them
      { extends: true, test: { name: 'pure', include: ['test/unit/**/*.test.ts'], isolate: false } },
    ],
  },
})
