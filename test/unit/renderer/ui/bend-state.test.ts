import { expect, test } from 'vitest'
import { markStates } from '../../../../shared/station-api/index.ts'
import { bendStateOf, isLate, needsPerson, toneOf, type BendFacts } from '../../../../src-renderer/ui/bend-state.ts'

const open: BendFacts = { mark: null, bent: null, sheetState: 'ready', approval: 'approved' }

test('the mark of this station takes precedence over the last state from the service', () => {
  expect(bendStateOf({ ...open, mark: { state: 'queued' } })).toBe('queued')
  expect(bendStateOf({ ...open, mark: { state: 'conflict' }, bent: {} })).toBe('conflict')
})

test('an undone mark does not change the state of the sheet', () => {
  expect(bendStateOf({ ...open, mark: { state: 'cancelled' } })).toBe('to_bend')
  expect(bendStateOf({ ...open, mark: { state: 'cancelled' }, bent: {} })).toBe('bent')
})

test('an unloaded sheet shows that before a missing approval', () => {
  expect(bendStateOf({ ...open, sheetState: 'malformed', approval: 'awaiting' })).toBe('malformed')
  expect(bendStateOf({ ...open, approval: 'awaiting' })).toBe('awaiting')
})

test('a bent sheet is bent whether or not its drawing is loaded', () => {
  expect(bendStateOf({ ...open, bent: {}, sheetState: 'failed' })).toBe('bent')
})

test('an unknown approval state does not stop the sheet', () => {
  expect(bendStateOf({ ...open, approval: 'approved_by_phone' })).toBe('to_bend')
})

test('exactly the marks that need a person have that tone', () => {
  expect(markStates.filter(needsPerson)).toEqual(['conflict', 'bent_elsewhere', 'parked', 'rework_wanted'])
})

test('a stopped sheet shows the reason until it is bent', () => {
  expect(bendStateOf({ ...open, stop: 'drawing_wrong' })).toBe('drawing_wrong')
  expect(bendStateOf({ ...open, stop: 'handed_over', approval: 'awaiting' })).toBe('handed_over')
  expect(bendStateOf({ ...open, stop: 'drawing_wrong', bent: {} })).toBe('bent')
  expect([toneOf('drawing_wrong'), toneOf('handed_over')]).toEqual(['fault', 'waiting'])
})

test('a delivered mark looks done, a pending one does not', () => {
  expect(toneOf('delivered')).toBe('done')
  for (const state of ['held', 'queued', 'sending', 'unknown', 'waiting'] as const) expect(toneOf(state)).toBe('moving')
})

test('only a sheet due before today that is neither bent nor marked is late', () => {
  expect(isLate('2026-11-22', '2026-11-23', 'to_bend')).toBe(true)
  expect(isLate('2026-11-23', '2026-11-23', 'to_bend')).toBe(false)
  expect(isLate('2026-11-22', '2026-11-23', 'queued')).toBe(false)
  expect(isLate('2026-11-22', '2026-11-23', 'bent')).toBe(false)
  expect(isLate(null, '2026-11-23', 'to_bend')).toBe(false)
})
