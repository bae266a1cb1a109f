// A station under load for a minute and a half, at thousands of times the usual rate: it stays within its limit of memory, and nothing
// that it writes grows without bound. `npm run soak` runs for hours.
import { expect, test } from 'vitest'
import { soak } from './soak.ts'

test('a station under load marks, refuses nothing, and keeps its memory and its files bounded', async () => {
  const samples = await soak({ seconds: 90, rate: 5_000 })
  const last = samples.at(-1)
  console.log(JSON.stringify(samples.filter((_, index) => index % 5 === 0)))
  expect(last?.marked).toBeGreaterThan(50)
  expect(last?.refused).toBe(0)
  expect(Math.max(...samples.map(({ rss }) => rss))).toBeLessThan(500_000_000)
  expect(last?.files['station.log']).toBeLessThan(9_000_000)
  expect(last?.files['journal']).toBeLessThan(Math.max(11_000_000, 4 * (last?.files['outbox.db'] ?? 0)))
}, 300_000)
