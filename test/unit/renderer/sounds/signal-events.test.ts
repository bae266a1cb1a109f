import { expect, test } from 'vitest'
import {
  answerRouteOf,
  signalEventSince,
  isAnswered,
  signalOf,
  type SignalState,
} from '../../../../src-renderer/sounds/signal-events.ts'
import { signalTones, type Tone } from '../../../../src-renderer/sounds/tones.ts'

const quiet: SignalState = { alarm: false, waits: null, completed: null, needsPerson: 0 }

test('a start makes no sound, whatever the state is', () => {
  expect(signalEventSince(null, { alarm: true, waits: 'p1', completed: 'p1 1', needsPerson: 3 })).toBeNull()
})

test('each new event gives one signal', () => {
  expect(signalEventSince(quiet, { ...quiet, alarm: true })).toBe('brake_alarm')
  expect(signalEventSince({ ...quiet, alarm: true }, { ...quiet, alarm: true })).toBeNull()
  expect(signalEventSince(quiet, { ...quiet, waits: 'p1' })).toBe('waits_for_person')
  expect(signalEventSince(quiet, { ...quiet, needsPerson: 1 })).toBe('mark_needs_person')
  expect(signalEventSince({ ...quiet, needsPerson: 2 }, { ...quiet, needsPerson: 1 })).toBeNull()
  expect(signalEventSince(quiet, { ...quiet, completed: 'p1 1' })).toBe('pieces_done')
  expect(signalEventSince({ ...quiet, completed: 'p1 1' }, { ...quiet, completed: 'p1 2' })).toBe('pieces_done')
})

test('of two events at once the more serious one counts', () => {
  expect(signalEventSince(quiet, { ...quiet, alarm: true, completed: 'p1 1' })).toBe('brake_alarm')
})

test('an event that needs a person ends once it is handled, an alarm of the brake does not', () => {
  expect(isAnswered('mark_needs_person', { ...quiet, needsPerson: 1 })).toBe(false)
  expect(isAnswered('mark_needs_person', quiet)).toBe(true)
  expect(isAnswered('waits_for_person', { ...quiet, waits: 'p1' })).toBe(false)
  expect(isAnswered('waits_for_person', quiet)).toBe(true)
  expect(isAnswered('brake_alarm', quiet)).toBe(false)
})

test('an event that asks a question names the screen that answers it', () => {
  const sheetId = '018f0000-0000-7000-8000-000000000001'
  const today = '2026-11-24'
  expect(answerRouteOf('waits_for_person', sheetId, today)).toEqual({ screen: 'sheet', date: today, sheetId })
  expect(answerRouteOf('waits_for_person', null, today)).toBeNull()
  expect(answerRouteOf('mark_needs_person', sheetId, today)).toEqual({ screen: 'marks' })
  expect(answerRouteOf('brake_alarm', sheetId, today)).toBeNull()
})

const endOf = ({ startS, durationS }: Tone): number => startS + durationS

test('done and alarm differ in length, number and direction of their tones', () => {
  expect(signalOf('pieces_done')).toBe('done')
  expect(Math.max(...signalTones.done.map(endOf))).toBeLessThan(Math.max(...signalTones.alarm.map(endOf)) / 2)
  for (const tones of [signalTones.done, signalTones.alarm])
    for (const [index, tone] of tones.entries())
      expect(tone.startS).toBeGreaterThanOrEqual(index === 0 ? 0 : endOf(tones[index - 1] ?? tone) - 1e-9)
})
