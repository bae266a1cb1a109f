// What the view across the hall says.
import { expect, test } from 'vitest'
import { noBrake, type BrakeView } from '../../../../shared/station-api/index.ts'
import {
  hallColour,
  hallState,
  hasPiecesLeft,
  minutesLeft,
  nextMovement,
  reportsWork,
  type HallFacts,
} from '../../../../src-renderer/hall/hall-state.ts'

const loaded: NonNullable<BrakeView['loaded']> = {
  programId: 'p',
  sheetId: 's',
  drawingVersion: 1,
  pieceNo: 1,
  hand: null,
  version: 1,
  steps: 4,
  corrections: [],
  gaugeCorrections: [],
  sentAt: '2026-11-23T08:00:00Z',
  by: null,
  needsConfirmation: false,
  uncountedPieces: null,
  countedPieces: 4,
  donePieces: 5,
  wantedPieces: 12,
  isComplete: false,
}
/** A controller that reports nothing about the program. */
const readings: NonNullable<BrakeView['readings']> = {
  readAt: '2026-11-23T08:00:00Z',
  isRunning: null,
  isSafe: null,
  step: null,
  counter: null,
  counterUnit: null,
}
const now = Date.parse('2026-11-23T08:20:00Z')
const state = (change: Partial<BrakeView>, facts: Partial<HallFacts> = {}): string =>
  hallState({
    brake: { ...noBrake, state: 'verified', loaded, ...change },
    isLinkOpen: true,
    isStopped: false,
    movedAtMs: now,
    nowMs: now,
    ...facts,
  })

test('a job runs, waits after two minutes without a movement, and stands with an alarm or without contact', () => {
  expect(state({})).toBe('runs')
  expect(state({}, { movedAtMs: now - 121_000 })).toBe('waits')
  expect(state({ state: 'running' }, { movedAtMs: now - 500_000 })).toBe('runs')
  expect(state({ state: 'alarm' })).toBe('alarm')
  expect(state({ state: 'stale' })).toBe('lost')
  expect(state({}, { isLinkOpen: false })).toBe('lost')
  expect(state({ loaded: { ...loaded, donePieces: 12 } })).toBe('done')
  expect(state({ loaded: { ...loaded, needsConfirmation: true } })).toBe('question')
})

test('a sheet that may not be bent has stopped the job, also while the brake runs; an alarm comes first', () => {
  expect(state({ state: 'running' }, { isStopped: true })).toBe('stopped')
  expect(hallColour.stopped).toBe('red')
  expect(state({ state: 'alarm' }, { isStopped: true })).toBe('alarm')
  expect(state({ state: 'stale' }, { isStopped: true })).toBe('lost')
})

test('only a confirmed program with pieces to make is a running job', () => {
  expect(hasPiecesLeft({ loaded })).toBe(true)
  expect(hasPiecesLeft({ loaded: { ...loaded, donePieces: 12 } })).toBe(false)
  expect(hasPiecesLeft({ loaded: { ...loaded, needsConfirmation: true } })).toBe(false)
  expect(hasPiecesLeft(noBrake)).toBe(false)
})

test('a brake that reports neither step nor pieces is worked with the pedal, so the view does not come', () => {
  expect(reportsWork({ readings })).toBe(false)
  expect(reportsWork({ readings: { ...readings, step: 2 } })).toBe(true)
  expect(reportsWork({ readings: { ...readings, counterUnit: 'pieces' } })).toBe(true)
  expect(reportsWork({ readings: null })).toBe(true)
})

test('the time left follows the pace since the program was sent, from the second piece on', () => {
  // four pieces in twelve minutes, seven are left
  expect(minutesLeft(loaded, Date.parse('2026-11-23T08:12:00Z'))).toBe(21)
  expect(minutesLeft({ ...loaded, countedPieces: 1 }, now)).toBeNull()
  expect(minutesLeft(loaded, Date.parse('2026-11-24T08:12:00Z'))).toBeNull()
})

test('a program that was sent but not bent yet has not moved, until its step, its count or the machine does', () => {
  const sent = { ...noBrake, state: 'verified' as const, loaded: { ...loaded, countedPieces: 0, donePieces: 0 } }
  const first = { ...readings, step: 1 }
  const idle = nextMovement(nextMovement(null, noBrake, now), sent, now)
  expect(idle.movedAtMs).toBe(-Infinity)
  expect(nextMovement(idle, { ...sent, readings: first }, now + 1)).toBe(idle)
  expect(nextMovement(idle, { ...sent, readings: { ...first, step: 2 } }, now + 2).movedAtMs).toBe(now + 2)
  expect(nextMovement(idle, { ...sent, state: 'running' }, now + 3).movedAtMs).toBe(now + 3)
  const counted = nextMovement(idle, { ...sent, loaded: { ...sent.loaded, donePieces: 1 } }, now + 4)
  expect(counted.movedAtMs).toBe(now + 4)
  const other = { ...sent.loaded, programId: 'other' }
  expect(nextMovement(counted, { ...sent, loaded: other }, now + 5).movedAtMs).toBe(-Infinity)
})

test('a screen that is opened during a job takes the pieces that are made for a movement', () => {
  expect(nextMovement(null, { ...noBrake, state: 'verified', loaded }, now).movedAtMs).toBe(now)
})
