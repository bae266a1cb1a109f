// How often screens are notified of an export, and in which order exports end, with a clock and an exporter that the test controls.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExportView } from '../../../../shared/station-api/index.ts'
import { openCache, type Cache } from '../../../../src-main/cache/cache.ts'
import type { ExportProgress, ExportResult } from '../../../../src-main/exports/index.ts'
import { ExportQueue } from '../../../../src-main/station/exports/export-queue.ts'
import { manualClock, type ManualClock } from '../../../manual-clock.ts'
import { aSheet, sheetId } from '../../../unit/cache/a-sheet.ts'

const nothing: ExportResult = { files: [], refused: [], cancelled: false, failed: null }

let folder: string
let clock: ManualClock
let cache: Cache
let views: ExportView[]
/** A request to the exporter, with its progress and its end. */
let jobs: { progress: (progress: ExportProgress) => void; end: (result: ExportResult) => void; signal?: AbortSignal }[]
let exports: ExportQueue

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-exports-'))
  clock = manualClock()
  cache = openCache({ folder, clock })
  cache.putSheet(sheetId(1), aSheet(1), 1)
  views = []
  jobs = []
  let id = 0
  exports = new ExportQueue({
    sources: {
      cache,
      marks: {
        markOnSheet: () => null,
        sheetsWithMarks: () => new Set(),
        mustStayListed: () => false,
        stopReader: () => () => undefined,
      },
      workshop: () => ({
        toleranceMm: 0.3,
        dxfPreset: 'inventor',
        allowances: { bends: [], hems: [] },
        machines: [],
        tools: null,
        materials: null,
        hemForces: null,
        wrong: [],
        folder,
      }),
      sentences: () => ({}),
      now: clock.now,
      today: () => '2026-11-24',
    },
    exporter: {
      exportSheets: (_sheets, _formats, { onProgress, signal } = {}) =>
        new Promise((end) =>
          jobs.push({ end, progress: (progress) => onProgress?.(progress), ...(signal && { signal }) }),
        ),
    },
    folder,
    clock,
    newId: () => `export-${(id += 1)}`,
    notify: (view) => views.push(view),
  })
})
afterEach(() => {
  cache.close()
  rmSync(folder, { recursive: true, force: true })
})

const begin = (): ExportView =>
  exports.start({
    order: { kind: 'sheets', sheetIds: [sheetId(1)], formats: ['dxf'] },
    preset: 'inventor',
    language: 'nb',
  })
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a screen is notified at most ten times a second, with the last state, and of the end at once', async () => {
  begin()
  const [job] = jobs
  const total = 500
  for (let done = 1; done <= total; done += 1) {
    job?.progress({ done, total, files: [] })
    clock.advance(10)
    await settled()
  }
  const running = views.filter(({ state, total }) => state === 'running' && total > 0)
  expect(running.length).toBeGreaterThan(40)
  // the first at once
  expect(running.length).toBeLessThanOrEqual(51)
  expect(running.map(({ done }) => done)).toEqual(running.map(({ done }) => done).toSorted((a, b) => a - b))
  job?.progress({ done: total, total, files: [] })
  job?.end(nothing)
  await settled()
  expect(views.at(-1)).toMatchObject({ state: 'done', done: total, total })
  const count = views.length
  clock.advance(1_000)
  await settled()
  expect(views).toHaveLength(count)
})

test('every running export is listed, and the last twenty', async () => {
  for (let started = 0; started < 30; started += 1) begin()
  expect(exports.views()).toHaveLength(30)
  for (const job of jobs.slice(5)) job.end(nothing)
  await settled()
  expect(exports.views().filter(({ state }) => state === 'running')).toHaveLength(5)
  expect(exports.views().length).toBeLessThanOrEqual(25)
  expect(exports.views().at(-1)?.exportId).toBe('export-30')
})

test('closing the station stops every export and waits for the file that is being written', async () => {
  begin()
  begin()
  let closed = false
  const closing = exports.close().then(() => (closed = true))
  expect(jobs.every(({ signal }) => signal?.aborted)).toBe(true)
  jobs[0]?.end({ ...nothing, cancelled: true })
  await settled()
  expect(closed).toBe(false)
  jobs[1]?.end({ ...nothing, cancelled: true })
  await closing
  expect(exports.views().map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
})
