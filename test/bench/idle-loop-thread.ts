// An idle event loop on a separate thread that only reads the clock, and a synced append to the same disk ten times a second.
// It shows the delays that a busy machine or a slow disk causes in the same run. `workerData` is the file. On any message it
// posts its measurements and ends.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import type { Interval } from './loop-gaps.ts'

const file = openSync(z.string().parse(workerData), 'w')
const bytes = Buffer.alloc(4_096)
const report: { gaps: Interval[]; appends: Interval[] } = { gaps: [], appends: [] }
let last = performance.now()
const tick = (): void => {
  const now = performance.now()
  report.gaps.push({ from: performance.timeOrigin + last, ms: now - last })
  last = now
}
const append = (): void => {
  tick()
  const from = performance.now()
  writeSync(file, bytes)
  fdatasyncSync(file)
  last = performance.now()
  report.appends.push({ from: performance.timeOrigin + from, ms: last - from })
}
const tickers = [setInterval(tick, 1), setInterval(append, 100)]
parentPort?.on('message', () => {
  for (const ticker of tickers) clearInterval(ticker)
  closeSync(file)
  parentPort?.postMessage(report, [])
  parentPort?.close()
})
