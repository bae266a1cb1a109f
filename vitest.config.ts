import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration,end-to-end,faults,simulation}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    allowOnly: false,
    passWithNoTests: false,
  },
})
