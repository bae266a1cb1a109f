// The times and shifts of machines of this station and of others: which one applies. Pure.
import { expect, test } from 'vitest'
import { usualTimes } from '../../../shared/planning/index.ts'
import { planSettings, type PlanSettings } from '../../../shared/station-api/index.ts'
import { MachineSettings, type MachineSettingFact } from '../../../src-main/station/plan/index.ts'

const machine = 'Knekkemaskin 2'
const now = 1_764_000_000_000
const minute = 60_000
const slow = { ...usualTimes, bendSec: 12 }
const fast = { ...usualTimes, bendSec: 3 }
const timesFact = (times: typeof slow | null, momentMs: number): MachineSettingFact => ({
  kind: 'times',
  machine,
  time: momentMs,
  times,
})

function settingsWith(stored: PlanSettings, shared: MachineSettingFact[] = []) {
  const file = { planning: stored }
  const settings = new MachineSettings({
    stored: () => file.planning,
    store: (planning) => (file.planning = planning),
    shared: () => shared,
    now: () => now,
  })
  return { settings, file }
}
const none = planSettings.parse({})

test('the later change applies, whichever station made it, and a reset is a change', () => {
  const stored = { ...none, times: { [machine]: slow }, timesChanges: { [machine]: { changedAtMs: now, by: null } } }
  const timesWith = (...shared: MachineSettingFact[]) => settingsWith(stored, shared).settings.current().times[machine]
  expect(timesWith()).toEqual(slow)
  expect(timesWith(timesFact(fast, now - 1))).toEqual(slow)
  expect(timesWith(timesFact(fast, now + 1), timesFact(null, now))).toEqual(fast)
  expect(timesWith(timesFact(null, now + 1), timesFact(fast, now))).toBeUndefined()
  // the clock of that station is far ahead
  expect(timesWith(timesFact(fast, now + 6 * minute))).toEqual(slow)
})

test('a setting from before changes had times is shared as the oldest, and gives way to every change', () => {
  const stored = { ...none, shiftMin: { [machine]: 480 } }
  expect(settingsWith(stored).settings.shareable()).toEqual([{ kind: 'shift', machine, time: 0, min: 480 }])
  const { settings } = settingsWith(stored, [{ kind: 'shift', machine, time: 1, min: 600 }])
  expect(settings.current().shiftMin).toEqual({ [machine]: 600 })
})

test('a change here is later than all that is known, and is stored with who made it; the same value again is not a change', () => {
  const { settings, file } = settingsWith(none, [timesFact(fast, now + minute)])
  settings.setTimes(machine, fast, 'KN')
  expect(file.planning).toEqual(none)
  settings.setTimes(machine, null, 'KN')
  settings.setShift(machine, 600, null)
  expect(settings.shareable()).toEqual([
    { kind: 'times', machine, time: now + minute + 1, by: 'KN', times: null },
    { kind: 'shift', machine, time: now + minute + 2, min: 600 },
  ])
  expect(settings.current()).toMatchObject({ times: {}, shiftMin: { [machine]: 600 } })
})
