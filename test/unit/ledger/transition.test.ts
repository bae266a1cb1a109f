// Every transition rule of a mark by its name, and the events that no rule handles.
import { describe, expect, test } from 'vitest'
import type { Mark } from '../../../src-main/ledger/marks/mark.ts'
import { transition } from '../../../src-main/ledger/outbox/transition.ts'
import { sampleMark } from './sample-sheet.ts'
import { cases, offline, sheet, uncertain } from './transition-cases.ts'

describe('the transition table', () => {
  test.each(cases)('$rule', ({ rule, mark, event, becomes }) => {
    const result = transition({ ...sampleMark, ...mark }, event)
    expect(result).toMatchObject({ rule, step: becomes })
  })

  test('does not change a settled mark, whatever is pulled', () => {
    for (const state of ['delivered', 'cancelled', 'conflict', 'parked', 'bent_elsewhere'] as const)
      expect(transition({ ...sampleMark, state }, { kind: 'pulled', reworkCount: 5, approved: false })).toBeNull()
  })
})

describe('without a rule', () => {
  const unknown: Mark = { ...sampleMark, state: 'unknown', reason: 'sheet_superseded' }

  test('a mark cannot be undone after the hold', () => {
    expect(transition({ ...sampleMark, state: 'queued' }, { kind: 'undone' })).toBeNull()
  })
  test('a pulled approval makes no conflict of a mark that the service may be processing', () => {
    const waiting: Mark = { ...sampleMark, state: 'waiting', reason: 'in_progress' }
    expect(transition(waiting, { kind: 'pulled', reworkCount: 0, approved: false })).toBeNull()
    expect(transition(unknown, { kind: 'pulled', reworkCount: 0, approved: false })).toBeNull()
  })
  test('a failed verification keeps the reason for the verification', () => {
    expect(transition(unknown, uncertain)?.step).toMatchObject({ state: 'unknown', reason: 'sheet_superseded' })
    expect(transition(unknown, { kind: 'not_sent', problem: offline, neverSent: false })?.step.reason).toBe(
      'sheet_superseded',
    )
    expect(transition(unknown, { kind: 'rate_limited', untilMs: 1 })?.step).toMatchObject({
      state: 'unknown',
      reason: 'sheet_superseded',
    })
  })
  test('a mark that the service is processing is retried after a second at the earliest, and after 15 minutes at the latest', () => {
    const sending: Mark = { ...sampleMark, state: 'sending' }
    const due = [0, 7_000, 1e15].map((afterMs) => transition(sending, { kind: 'in_progress', afterMs })?.step.due)
    expect(due).toEqual([{ afterMs: 1_000 }, { afterMs: 7_000 }, { afterMs: 900_000 }])
  })
  test('a mark that fails ten times is retried while no other mark succeeds', () => {
    const failing: Mark = { ...sampleMark, state: 'sending', attempts: 40 }
    expect(transition(failing, { ...uncertain, othersSucceed: false })?.step.state).toBe('unknown')
  })
  test('a mark that was sent cannot be called back before its result is known', () => {
    for (const state of ['queued', 'waiting', 'sending', 'unknown'] as const)
      expect(transition({ ...sampleMark, state, firstSentAt: 5 }, { kind: 'called_back', why: 'x' })).toBeNull()
  })
  test('a report of a wrong drawing does not change a mark that the service may be processing', () => {
    for (const mark of [{ ...unknown }, { ...unknown, state: 'waiting', reason: 'in_progress' } as const])
      expect(transition(mark, { kind: 'drawing_wrong' })).toBeNull()
  })
  test('a released or replaced drawing does not settle a conflict for another reason', () => {
    const conflict: Mark = { ...sampleMark, state: 'conflict', reason: 'reworked' }
    expect(transition(conflict, { kind: 'drawing_released' })).toBeNull()
    expect(transition(conflict, { kind: 'drawing_replaced' })).toBeNull()
  })
  test('a mark that is verified after a restore is delivered if the service has it, and is never sent automatically', () => {
    const verified: Mark = { ...sampleMark, state: 'unknown', reason: 'service_restored' }
    expect(transition(verified, { kind: 'read', sheet: { ...sheet, bent: 'ours' } })?.step.state).toBe('delivered')
    expect(transition(verified, { kind: 'read', sheet: { ...sheet, bent: 'by_another' } })?.step.state).toBe('conflict')
    expect(transition(verified, { kind: 'pulled', reworkCount: 1, approved: true })?.step.state).toBe('delivered')
  })
  test('a held mark can still be undone after a restore of the service, and is verified after the hold', () => {
    const heldMark: Mark = { ...sampleMark, state: 'held' }
    const awaitingCheck = { state: 'held', reason: 'service_went_back' } as const
    expect(transition(heldMark, { kind: 'service_restored' })?.step).toMatchObject(awaitingCheck)
    expect(transition({ ...heldMark, ...awaitingCheck }, { kind: 'undone' })?.step.state).toBe('cancelled')
    const afterHold = { state: 'unknown', reason: 'service_went_back' }
    expect(transition({ ...heldMark, ...awaitingCheck }, { kind: 'hold_over' })?.step).toMatchObject(afterHold)
  })
  test('a mark with an unknown result is a conflict if somebody else bent the sheet, and is not sent again', () => {
    expect(transition(unknown, { kind: 'read', sheet: { ...sheet, bent: 'by_another' } })?.step).toMatchObject({
      state: 'conflict',
      reason: 'bent_by_another',
    })
  })
})
