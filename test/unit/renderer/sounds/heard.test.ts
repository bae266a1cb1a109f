import { expect, test } from 'vitest'
import { happeningSince, isAnswered, signalOf, type Heard } from '../../../../src-renderer/sounds/heard.ts'
import { tonesOf, type Tone } from '../../../../src-renderer/sounds/tones.ts'

const quiet: Heard = { alarm: false, waits: null, made: null, needsPerson: 0 }

test('a start makes no sound, whatever stands there already', () => {
  expect(happeningSince(null, { alarm: true, waits: 'p1', made: 'p1 1', needsPerson: 3 })).toBeNull()
})

test('each thing that begins is heard once', () => {
  expect(happeningSince(quiet, { ...quiet, alarm: true })).toBe('brake_alarm')
  expect(happeningSince({ ...quiet, alarm: true }, { ...quiet, alarm: true })).toBeNull()
  expect(happeningSince(quiet, { ...quiet, waits: 'p1' })).toBe('waits_for_person')
  expect(happeningSince(quiet, { ...quiet, needsPerson: 1 })).toBe('mark_needs_person')
  expect(happeningSince({ ...quiet, needsPerson: 2 }, { ...quiet, needsPerson: 1 })).toBeNull()
  expect(happeningSince(quiet, { ...quiet, made: 'p1 1' })).toBe('pieces_done')
  expect(happeningSince({ ...quiet, made: 'p1 1' }, { ...quiet, made: 'p1 2' })).toBe('pieces_done')
})

test('of two at once the graver is told', () => {
  expect(happeningSince(quiet, { ...quiet, alarm: true, made: 'p1 1' })).toBe('brake_alarm')
})

test('what called for a person is over once that is done, but that the brake gave an alarm stays true', () => {
  expect(isAnswered('mark_needs_person', { ...quiet, needsPerson: 1 })).toBe(false)
  expect(isAnswered('mark_needs_person', quiet)).toBe(true)
  expect(isAnswered('waits_for_person', { ...quiet, waits: 'p1' })).toBe(false)
  expect(isAnswered('waits_for_person', quiet)).toBe(true)
  expect(isAnswered('brake_alarm', quiet)).toBe(false)
})

const last = ({ from, seconds }: Tone): number => from + seconds

test('done and alarm are told apart by ear: how long, how often, and which way they go', () => {
  expect(signalOf('pieces_done')).toBe('done')
  expect(Math.max(...tonesOf.done.map(last))).toBeLessThan(Math.max(...tonesOf.alarm.map(last)) / 2)
  for (const tones of [tonesOf.done, tonesOf.alarm])
    for (const [index, tone] of tones.entries())
      expect(tone.from).toBeGreaterThanOrEqual(index === 0 ? 0 : last(tones[index - 1] ?? tone) - 1e-9)
})
