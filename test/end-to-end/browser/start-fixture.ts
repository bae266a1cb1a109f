// An empty data folder for each test, and every `npm start` on it; they end with the test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { buildIfStale } from '../../../src-main/cli/start/build.ts'
import { root } from '../electron/electron-runtime.ts'
import { startApp, type StartedApp } from './started-app.ts'

export interface StartFixture {
  scratch: () => string
  dataFolder: () => string
  stationFolder: () => string
  start: (env?: Record<string, string>) => StartedApp
}

/** Builds the app before the first test of the file. */
export function startFixture(): StartFixture {
  let scratch: string
  let started: StartedApp[]
  beforeAll(async () => {
    await buildIfStale(root)
  })
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'kant-start-'))
    started = []
  })
  afterEach(async () => {
    for (const app of started) await app.end()
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  })
  const dataFolder = (): string => join(scratch, 'data')
  return {
    scratch: () => scratch,
    dataFolder,
    stationFolder: () => join(dataFolder(), 'sandbox', 'station'),
    start: (env = {}) => {
      const app = startApp(dataFolder(), env)
      started.push(app)
      return app
    },
  }
}

/** The address that a line of the output prints; empty: none. */
export const addressIn = (line: string): string =>
  /http:\/\/127\.0\.0\.1:\d+\/#launch=[0-9a-f]{64}/.exec(line)?.[0] ?? ''

export const reaches = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  )
