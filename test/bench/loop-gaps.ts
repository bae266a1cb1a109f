// The longest time between two ticks of this loop, by what was done meanwhile, beside a bare loop on the same machine at the same time.
import { once } from 'node:events'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'

const held = z.object({ from: z.number(), ms: z.number() })
/** Milliseconds since 1970 and how long. */
export type Held = z.infer<typeof held>
const seen = z.object({ gaps: z.array(held), appends: z.array(held) })

export interface Longest {
  what: string
  /** Milliseconds, of this loop, of the bare one, and of a bare synced append. */
  ours: number
  bare: number
  append: number
  /** The most that this loop's own thread computed between two ticks, milliseconds: what is neither the disk's nor others' doing. */
  computed: number
}

export interface LoopGaps {
  during: (what: string, work: () => unknown) => Promise<void>
  /** In the order in which it was done. */
  stop: () => Promise<Longest[]>
}

/** `file`: on the disk of the store, for the bare appends. Resolves once both loops tick. */
export async function watchLoop(file: string): Promise<LoopGaps> {
  const bare = new Worker(new URL('bare-loop.ts', import.meta.url), { workerData: file })
  await once(bare, 'online')
  const windows: (Held & { what: string })[] = []
  const longest = new Map<string, { ours: number; computed: number }>()
  let doing: string | null = null
  let last = performance.now()
  let lastComputed = computedMs()
  const look = (): void => {
    const [now, computed] = [performance.now(), computedMs()]
    if (doing !== null) {
      const before = longest.get(doing) ?? { ours: 0, computed: 0 }
      longest.set(doing, {
        ours: Math.max(before.ours, now - last),
        computed: Math.max(before.computed, computed - lastComputed),
      })
    }
    last = now
    lastComputed = computed
  }
  const ticker = setInterval(look, 1)
  return {
    during: async (what, work) => {
      look()
      doing = what
      const began = last
      await work()
      look()
      doing = null
      windows.push({ what, from: performance.timeOrigin + began, ms: last - began })
    },
    stop: async () => {
      clearInterval(ticker)
      const told = once(bare, 'message')
      bare.postMessage('stop', [])
      const [answer]: unknown[] = await told
      const { gaps, appends } = seen.parse(answer)
      return [...longest].map(([what, own]) => {
        const when = windows.filter((window) => window.what === what)
        return { what, ...own, bare: longestWithin(when, gaps), append: longestWithin(when, appends) }
      })
    },
  }
}

const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const longestWithin = (windows: readonly Held[], of: readonly Held[]): number =>
  of
    .filter(({ from, ms }) => windows.some((window) => from < window.from + window.ms && from + ms > window.from))
    .reduce((most, { ms }) => Math.max(most, ms), 0)
