// Marks within the sandbox's limits, with station and service on one clock: 15 writes a minute, and every call of the day is counted.
import { expect, test } from 'vitest'
import { scene } from '../../integration/ledger/outbox/forced-rule.ts'
import { untilPasses } from '../../until-passes.ts'

test('forty marks are sent within three minutes’ limits without a 429, and each counts towards the day', async () => {
  const rig = await scene({ oneClock: true })
  try {
    const minute = (): number => Math.floor(rig.clock.now() / 60_000)
    const sheets = await rig.sheets(20)
    rig.clock.advance(60_000)
    sheets.push(...(await rig.sheets(20)))
    rig.clock.advance(60_000)
    for (const sheet of sheets) rig.mark(sheet)
    const before = rig.callsToday()
    rig.holdOver()
    const firstMinute = minute()
    const delivered = (): number => sheets.filter((sheet) => rig.stateOf(sheet) === 'delivered').length
    // one wait for each mark: all of them together take longer than a wait on a busy machine
    for (let least = 1; least <= sheets.length; least += 1)
      await untilPasses(() => {
        if (delivered() < least) rig.clock.advance(250)
        expect(delivered()).toBeGreaterThanOrEqual(least)
      })
    expect(delivered()).toBe(sheets.length)
    expect(minute() - firstMinute).toBeGreaterThanOrEqual(2)
    // the service answers 429 to the sixteenth write of a minute
    expect(rig.lines).not.toContain('429')
    expect(rig.net.reports()).toHaveLength(40)
    expect(rig.callsToday() - before).toBeGreaterThanOrEqual(40)
  } finally {
    await rig.close()
  }
})
