// Marks within the sandbox's limits, station and service on one clock: 15 writes a minute, and every call of the day counted.
import { expect, test, vi } from 'vitest'
import { scene } from './fires.ts'

test('forty marks go out in three minutes’ limits, without one 429, and each counts towards the day', async () => {
  const at = await scene({ oneClock: true })
  try {
    const minute = (): number => Math.floor(at.clock.now() / 60_000)
    const sheets = await at.sheets(20)
    at.clock.advance(60_000)
    sheets.push(...(await at.sheets(20)))
    at.clock.advance(60_000)
    for (const sheet of sheets) at.mark(sheet)
    const before = at.callsToday()
    at.holdOver()
    const delivered = new Map<number, number>()
    let seen = 0
    await vi.waitFor(
      () => {
        const now = sheets.filter((sheet) => at.stateOf(sheet) === 'delivered').length
        delivered.set(minute(), (delivered.get(minute()) ?? 0) + now - seen)
        seen = now
        if (seen === sheets.length) return
        at.clock.advance(100)
        expect(seen).toBe(sheets.length)
      },
      { timeout: 25_000, interval: 5 },
    )
    expect(Math.max(...delivered.values())).toBeLessThanOrEqual(15)
    expect(delivered.size).toBeGreaterThanOrEqual(3)
    expect(at.lines).not.toContain('429')
    expect(at.net.reports()).toHaveLength(40)
    expect(at.callsToday() - before).toBeGreaterThanOrEqual(40)
  } finally {
    await at.close()
  }
})
