// The service's clock: the clock of the computer or of a test, plus a stored offset. The administration can change the offset while the
// service runs, and a restart keeps it.
import { Refusal } from './refusal.ts'
import type { Store } from './store.ts'

/** Milliseconds since 1970. */
export type Clock = () => number

const settingName = 'clock_offset_ms'
const lastMs = Date.UTC(3000, 0)

export interface ServiceClock {
  now: Clock
  offsetMs: () => number
  /** Refused for times outside the years 1970 to 2999: their ISO texts do not sort as times. */
  setOffset: (ms: number) => void
}

export function serviceClock(store: Store, computer: Clock): ServiceClock {
  const read = store.db.prepare<[string], { value: number }>('SELECT value FROM setting WHERE name = ?')
  const write = store.db.prepare<[string, number]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  let cached = { value: 0, writes: -1 }
  const offsetMs = () => {
    const writes = store.writes()
    if (cached.writes !== writes) cached = { value: read.get(settingName)?.value ?? 0, writes }
    return cached.value
  }
  return {
    now: () => computer() + offsetMs(),
    offsetMs,
    setOffset: (ms) => {
      const movedMs = computer() + ms
      if (!(movedMs >= 0 && movedMs < lastMs)) {
        throw new Refusal('invalid', "the service's clock must stay within the years 1970 to 2999")
      }
      store.write(() => write.run(settingName, Math.round(ms)))
      cached = { value: 0, writes: -1 }
    },
  }
}

/** An instant as the interface writes it: ISO 8601 in UTC with milliseconds, so that texts sort as times. */
export function instantOf(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
