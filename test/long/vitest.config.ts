// `npm run test:long`: the tests that take minutes.
import { defineConfig } from 'vitest/config'
import { commonOptions } from '../../vitest.config.ts'

export default defineConfig({
  test: {
    ...commonOptions,
    include: ['test/long/**/*.test.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
})
