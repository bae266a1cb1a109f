// Measures the longest time between two ticks of this event loop, per activity, next to an idle loop on the same machine.
import { once } from 'node:events'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'

const interval = z.object({ from: z.number(), ms: z.number() })
/** `from` in milliseconds since 1970. */
export type Interval = z.infer<typeof interval>
const idleLoopReport = z.object({ gaps: z.array(interval), appends: z.array(interval) })

export interface LongestGap {
  activity: string
  /** Milliseconds: this loop, the idle loop, and a synced append. */
  ours: number
  bare: number
  append: number
  /** The most processor time of this loop's thread between two ticks, ms: it excludes the disk and other programs. */
  computed: number
}

export interface LoopGaps {
  during: (activity: string, work: () => unknown) => Promise<void>
  /** Returns the activities in the order in which they ran. */
  stop: () => Promise<LongestGap[]>
}

/** `file` is on the disk of the store: the idle loop appends to it. Resolves when both loops tick. */
export async function measureLoop(file: string): Promise<LoopGaps> {
  const idleLoop = new Worker(new URL('idle-loop-thread.ts', import.meta.url), { workerData: file })
  await once(idleLoop, 'online')
  const windows: (Interval & { activity: string })[] = []
  const longest = new Map<string, { ours: number; computed: number }>()
  let current: string | null = null
  let last = performance.now()
  let lastComputed = computedMs()
  const tick = (): void => {
    const [now, computed] = [performance.now(), computedMs()]
    if (current !== null) {
      const before = longest.get(current) ?? { ours: 0, computed: 0 }
      longest.set(current, {
        ours: Math.max(before.ours, now - last),
        computed: Math.max(before.computed, computed - lastComputed),
      })
    }
    last = now
    lastComputed = computed
  }
  const ticker = setInterval(tick, 1)
  return {
    during: async (activity, work) => {
      tick()
      current = activity
      const began = last
      await work()
      tick()
      current = null
      windows.push({ activity, from: performance.timeOrigin + began, ms: last - began })
    },
    stop: async () => {
      clearInterval(ticker)
      const reportMessage = once(idleLoop, 'message')
      idleLoop.postMessage('stop', [])
      const [report]: unknown[] = await reportMessage
      const { gaps, appends } = idleLoopReport.parse(report)
      return [...longest].map(([activity, longestGap]) => {
        const activityWindows = windows.filter((window) => window.activity === activity)
        return {
          activity,
          ...longestGap,
          bare: longestWithin(activityWindows, gaps),
          append: longestWithin(activityWindows, appends),
        }
      })
    },
  }
}

const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const longestWithin = (windows: readonly Interval[], intervals: readonly Interval[]): number =>
  intervals
    .filter(({ from, ms }) => windows.some((window) => from < window.from + window.ms && from + ms > window.from))
    .reduce((most, { ms }) => Math.max(most, ms), 0)
