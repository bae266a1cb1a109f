// A loop on a thread of its own that does nothing but look at the clock, and a synced append to the same disk ten times a second: what a
// machine that is busy with something else, or a slow disk, holds up in the same run. `workerData` is the file; told anything, it
// answers with what it saw.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import type { Held } from './loop-gaps.ts'

const file = openSync(z.string().parse(workerData), 'w')
const bytes = Buffer.alloc(4_096)
const seen: { gaps: Held[]; appends: Held[] } = { gaps: [], appends: [] }
let last = performance.now()
const look = (): void => {
  const now = performance.now()
  seen.gaps.push({ from: performance.timeOrigin + last, ms: now - last })
  last = now
}
const append = (): void => {
  look()
  const from = performance.now()
  writeSync(file, bytes)
  fdatasyncSync(file)
  last = performance.now()
  seen.appends.push({ from: performance.timeOrigin + from, ms: last - from })
}
const tickers = [setInterval(look, 1), setInterval(append, 100)]
parentPort?.on('message', () => {
  for (const ticker of tickers) clearInterval(ticker)
  closeSync(file)
  parentPort?.postMessage(seen, [])
  parentPort?.close()
})
