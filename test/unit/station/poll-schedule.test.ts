// How often a station polls: often while a person works at a screen, seldom while screens only refresh what they show.
import { expect, test } from 'vitest'
import {
  grants,
  isAutomatic,
  isCallName,
  unlockedAccess,
  type CallName,
  dispatch,
} from '../../../shared/station-api/index.ts'
import { limitsFor } from '../../../shared/workshop-api/index.ts'
import { createPollSchedule, observePersonCalls } from '../../../src-main/station/network/poll-schedule.ts'
import { callInputs } from '../../integration/station-api/call-inputs.ts'
import { smallStation } from '../../integration/station-api/small-station.ts'
import { manualClock } from '../../manual-clock.ts'

const limits = limitsFor({ kind: 'workshop', sandbox: false })
const onShiftMs = 30_000
const offShiftMs = 300_000
const minuteMs = 60_000

test('a station that nobody has used for half an hour polls seldom, until a person uses it', () => {
  const clock = manualClock()
  let begun = 0
  const pollSchedule = createPollSchedule({
    clock,
    limits: () => limits,
    stationsSharingKey: 1,
    onShiftBegun: () => (begun += 1),
  })
  expect(pollSchedule.pollPauseMs()).toBe(onShiftMs)
  clock.advance(20 * minuteMs)
  pollSchedule.recordUse()
  clock.advance(20 * minuteMs)
  expect(pollSchedule.pollPauseMs()).toBe(onShiftMs)
  expect(begun).toBe(0)
  clock.advance(10 * minuteMs)
  expect(pollSchedule.pollPauseMs()).toBe(offShiftMs)
  pollSchedule.recordUse()
  expect(pollSchedule.pollPauseMs()).toBe(onShiftMs)
  expect(begun).toBe(1)
})

/** A served station whose calls reach the schedule as in the station itself. */
function observedStation() {
  const clock = manualClock()
  const schedule = createPollSchedule({
    clock,
    limits: () => limits,
    stationsSharingKey: 3,
    onShiftBegun: () => undefined,
  })
  const station = smallStation()
  station.answerWith('sync.now', () => ({}))
  const handlers = observePersonCalls(station.handlers, schedule.recordUse)
  const context = { station: { ...station, handlers }, grants: new Set(grants), access: unlockedAccess(grants) }
  const call = (name: CallName) => dispatch({ ...context, onError: () => undefined }, { name, in: callInputs[name] })
  return { clock, schedule, call }
}

/** The calls of each screen that refreshes itself while nobody is there. */
const screens: Record<string, readonly CallName[]> = {
  overview: ['oversight.read', 'oversight.sheets', 'oversight.acts', 'marks.list', 'workshop.read'],
  plan: ['plan.read', 'plan.fits', 'list.read', 'workshop.read', 'operators.list'],
  'set-up': [
    'setup.read',
    'setup.diagnostics',
    'setup.log',
    'setup.ports',
    'tools.read',
    'support.read',
    'backup.list',
    'shell.update_read',
  ],
  sheet: ['sheet.read', 'work.read', 'mark.details', 'brake.preview', 'deviations.list', 'scanner.read'],
}

test.each(Object.entries(screens))('an open %s screen does not keep the station on shift', async (_, names) => {
  const { clock, schedule, call } = observedStation()
  for (let minute = 0; minute < 31; minute += 1) {
    clock.advance(minuteMs)
    // oxlint-disable-next-line no-await-in-loop
    for (const name of names) await call(name)
  }
  expect(schedule.pollPauseMs()).toBe(offShiftMs)
})

// the connection answers `grant.*` itself, before a handler of the station
const handled = Object.keys(callInputs)
  .filter(isCallName)
  .filter((name) => !name.startsWith('grant.'))

test.each(handled)('%s puts the station on shift if, and only if, a person causes it', async (name) => {
  const { clock, schedule, call } = observedStation()
  clock.advance(60 * minuteMs)
  expect(await call(name)).toMatchObject(name === 'mark.undo' ? { ok: false } : { ok: true })
  expect(schedule.pollPauseMs() === offShiftMs).toBe(isAutomatic(name))
})
