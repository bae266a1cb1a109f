// What the brake says about the piece on the screen.
import { expect, test } from 'vitest'
import { noBrake, type BrakeView } from '../../../../shared/station-api/index.ts'
import { brakeSituation, pieceCountedBy } from '../../../../src-renderer/bend-step/brake-situation.ts'

const piece = { sheetId: 's', drawingVersion: 2, pieceNo: 1, version: 3, steps: 4 }
const loaded: NonNullable<BrakeView['loaded']> = {
  programId: 'p',
  sheetId: 's',
  drawingVersion: 2,
  pieceNo: 1,
  hand: null,
  version: 3,
  steps: 4,
  corrections: [],
  gaugeCorrections: [],
  sentAt: '2026-11-23T08:00:00Z',
  by: null,
  needsConfirmation: false,
  uncountedPieces: null,
  countedPieces: 0,
  donePieces: 0,
  wantedPieces: 4,
  isComplete: false,
}
const link = { uri: 'serial:/dev/ttyS0', driver: 'modbus-rtu', map: 'one', commissioned: null }
const reading = (step: number | null): BrakeView['readings'] => ({
  readAt: '2026-11-23T08:00:00Z',
  isRunning: false,
  isSafe: true,
  step,
  counter: 0,
  counterUnit: 'pieces',
})
const view = (change: Partial<BrakeView>): BrakeView => ({
  ...noBrake,
  link,
  state: 'verified',
  loaded,
  readings: reading(2),
  ...change,
})

test.each([
  ['no link', noBrake, { kind: 'none' }],
  ['its step', view({}), { kind: 'loaded', stepIndex: 1 }],
  ['no step', view({ readings: reading(null) }), { kind: 'loaded', stepIndex: null }],
  ['a step that the program does not have', view({ readings: reading(5) }), { kind: 'loaded', stepIndex: null }],
  ['an alarm', view({ state: 'alarm' }), { kind: 'alarm', stepIndex: 1 }],
  ['nothing loaded', view({ state: 'ready', loaded: null }), { kind: 'not_loaded' }],
  ['another sheet', view({ loaded: { ...loaded, sheetId: 'other' } }), { kind: 'other' }],
  ['another piece', view({ loaded: { ...loaded, pieceNo: 2 } }), { kind: 'other' }],
  [
    'a finished program of another piece',
    view({ loaded: { ...loaded, pieceNo: 2, donePieces: 4 } }),
    { kind: 'not_loaded' },
  ],
  [
    'a finished program of another piece and an alarm',
    view({ state: 'alarm', loaded: { ...loaded, pieceNo: 2, donePieces: 4 } }),
    { kind: 'alarm', stepIndex: null },
  ],
  ['an older program', view({ loaded: { ...loaded, version: 2 } }), { kind: 'older' }],
  ['an older drawing', view({ loaded: { ...loaded, drawingVersion: 1 } }), { kind: 'older' }],
  ['a question', view({ loaded: { ...loaded, needsConfirmation: true } }), { kind: 'question' }],
  ['no answer', view({ state: 'stale', readings: null }), { kind: 'unknown' }],
])('%s', (_, brake, situation) => {
  expect(brakeSituation(brake, true, piece)).toEqual(situation)
})

test('without a connection to the station nothing is followed', () => {
  expect(brakeSituation(view({}), false, piece)).toEqual({ kind: 'unknown' })
})

test.each([
  ['none', true, 'hand'],
  ['not_loaded', true, 'hand'],
  ['other', true, 'nobody'],
  ['older', true, 'nobody'],
  ['question', true, 'nobody'],
  ['unknown', true, 'nobody'],
] as const)('a piece is counted in the situation %s with a counting brake (%s) by: %s', (kind, countsPieces, by) => {
  expect(pieceCountedBy({ kind }, countsPieces)).toBe(by)
})

test('a piece of the loaded program is counted by the brake, by hand if it does not count, and by nobody during an alarm', () => {
  expect(pieceCountedBy({ kind: 'loaded', stepIndex: 3 }, true)).toBe('brake')
  expect(pieceCountedBy({ kind: 'loaded', stepIndex: null }, false)).toBe('hand')
  for (const counts of [true, false]) expect(pieceCountedBy({ kind: 'alarm', stepIndex: 3 }, counts)).toBe('nobody')
})
