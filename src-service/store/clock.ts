// The service's time: the computer's, or a test's, moved by an offset that is stored, so that the workshop's own side can
// move it while the service runs and a restart keeps it.
import { Refusal } from './refusal.ts'
import type { Store } from './store.ts'

/** Milliseconds since 1970. */
export type Clock = () => number

const name = 'clock_offset_ms'
const lastMs = Date.UTC(3000, 0)

export interface ServiceClock {
  now: Clock
  offsetMs: () => number
  /** Refused where the clock would leave the years 1970 to 2999: dates beyond have other texts, which do not sort as times. */
  setOffset: (ms: number) => void
}

export function serviceClock(store: Store, computer: Clock): ServiceClock {
  const read = store.db.prepare<[string], { value: number }>('SELECT value FROM setting WHERE name = ?')
  const write = store.db.prepare<[string, number]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  let kept = { value: 0, of: -1 }
  const offsetMs = () => {
    const of = store.writes()
    if (kept.of !== of) kept = { value: read.get(name)?.value ?? 0, of }
    return kept.value
  }
  return {
    now: () => computer() + offsetMs(),
    offsetMs,
    setOffset: (ms) => {
      const moved = computer() + ms
      if (!(moved >= 0 && moved < lastMs)) {
        throw new Refusal('invalid', "the service's clock stays within the years 1970 to 2999")
      }
      store.write(() => write.run(name, Math.round(ms)))
      kept = { value: 0, of: -1 }
    },
  }
}

/** An instant as the interface writes it: ISO 8601 in UTC with milliseconds, so that texts sort as times. */
export function instantOf(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
