// Every line of the mark's table, by its name, and what the table leaves alone.
import { describe, expect, test } from 'vitest'
import type { Mark } from '../../../src-main/ledger/outbox/mark.ts'
import { transition } from '../../../src-main/ledger/outbox/transition.ts'
import { sampleMark } from './sample-sheet.ts'
import { cases, offline, sheet, uncertain } from './transition-cases.ts'

describe('the table', () => {
  test.each(cases)('$rule', ({ rule, mark, event, becomes }) => {
    const found = transition({ ...sampleMark, ...mark }, event)
    expect(found).toMatchObject({ rule, step: becomes })
  })

  test('moves no row that is settled, whatever is pulled', () => {
    for (const state of ['delivered', 'cancelled', 'conflict', 'parked', 'bent_elsewhere'] as const)
      expect(transition({ ...sampleMark, state }, { kind: 'pulled', reworkCount: 5, approved: false })).toBeNull()
  })
})

describe('what the table leaves alone', () => {
  const unknown: Mark = { ...sampleMark, state: 'unknown', reason: 'sheet_superseded' }

  test('undo is not for a mark that is out of hold', () => {
    expect(transition({ ...sampleMark, state: 'queued' }, { kind: 'undone' })).toBeNull()
  })
  test('a row that may be at work in the service is not made a conflict by a pulled approval', () => {
    const waiting: Mark = { ...sampleMark, state: 'waiting', reason: 'in_progress' }
    expect(transition(waiting, { kind: 'pulled', reworkCount: 0, approved: false })).toBeNull()
    expect(transition(unknown, { kind: 'pulled', reworkCount: 0, approved: false })).toBeNull()
  })
  test('a verification that fails keeps what is to be verified', () => {
    expect(transition(unknown, uncertain)?.step).toMatchObject({ state: 'unknown', reason: 'sheet_superseded' })
    expect(transition(unknown, { kind: 'not_sent', problem: offline, neverSent: false })?.step.reason).toBe(
      'sheet_superseded',
    )
    expect(transition(unknown, { kind: 'rate_limited', untilMs: 1 })?.step).toMatchObject({
      state: 'unknown',
      reason: 'sheet_superseded',
    })
  })
  test('a row at work in the service asks again no sooner than in a second, and no later than in 25 hours', () => {
    const sending: Mark = { ...sampleMark, state: 'sending' }
    const due = [0, 7_000, 1e15].map((afterMs) => transition(sending, { kind: 'in_progress', afterMs })?.step.due)
    expect(due).toEqual([{ afterMs: 1_000 }, { afterMs: 7_000 }, { afterMs: 90_000_000 }])
  })
  test('a row that fails ten times while nothing else passes goes on trying', () => {
    const failing: Mark = { ...sampleMark, state: 'sending', attempts: 40 }
    expect(transition(failing, { ...uncertain, othersSucceed: false })?.step.state).toBe('unknown')
  })
  test('a mark of which something was sent cannot be called back before its end is known', () => {
    for (const state of ['queued', 'waiting', 'sending', 'unknown'] as const)
      expect(transition({ ...sampleMark, state, firstSentAt: 5 }, { kind: 'called_back', why: 'x' })).toBeNull()
  })
  test('a report of a wrong drawing leaves what may be at work in the service to its answer', () => {
    for (const mark of [{ ...unknown }, { ...unknown, state: 'waiting', reason: 'in_progress' } as const])
      expect(transition(mark, { kind: 'drawing_wrong' })).toBeNull()
  })
  test('a conflict of another reason is not settled by what becomes of a deviation', () => {
    const conflict: Mark = { ...sampleMark, state: 'conflict', reason: 'reworked' }
    expect(transition(conflict, { kind: 'drawing_released' })).toBeNull()
    expect(transition(conflict, { kind: 'drawing_replaced' })).toBeNull()
  })
  test('a mark that is looked up after a restore is delivered where the service has it, never sent by itself', () => {
    const looked: Mark = { ...sampleMark, state: 'unknown', reason: 'service_restored' }
    expect(transition(looked, { kind: 'read', sheet: { ...sheet, bent: 'ours' } })?.step.state).toBe('delivered')
    expect(transition(looked, { kind: 'read', sheet: { ...sheet, bent: 'by_another' } })?.step.state).toBe('conflict')
    expect(transition(looked, { kind: 'pulled', reworkCount: 1, approved: true })?.step.state).toBe('delivered')
  })
  test('a mark that is held while the service is restored may still be undone, and is verified after the hold', () => {
    const held: Mark = { ...sampleMark, state: 'held' }
    const event = { state: 'held', reason: 'service_went_back' } as const
    expect(transition(held, { kind: 'service_restored' })?.step).toMatchObject(event)
    expect(transition({ ...held, ...event }, { kind: 'undone' })?.step.state).toBe('cancelled')
    const over = { state: 'unknown', reason: 'service_went_back' }
    expect(transition({ ...held, ...event }, { kind: 'hold_over' })?.step).toMatchObject(over)
  })
  test('a sheet that somebody else bent while it was not known is a conflict, not sent again', () => {
    expect(transition(unknown, { kind: 'read', sheet: { ...sheet, bent: 'by_another' } })?.step).toMatchObject({
      state: 'conflict',
      reason: 'bent_by_another',
    })
  })
})
