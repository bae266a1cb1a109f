// `npm run test:long`: the tests that take minutes, each over thousands of sheets.
import { defineConfig } from 'vitest/config'
import { always } from '../../vitest.config.ts'

export default defineConfig({
  test: {
    ...always,
    include: ['test/long/**/*.test.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
})
