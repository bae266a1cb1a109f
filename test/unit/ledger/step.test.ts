// A mark after a step: its key, its request, its attempts and its pauses.
import { describe, expect, test } from 'vitest'
import type { MarkEvent } from '../../../src-main/ledger/outbox/mark-event.ts'
import type { Mark } from '../../../src-main/ledger/marks/mark.ts'
import { markAfterStep } from '../../../src-main/ledger/outbox/mark-step.ts'
import { pauseAfter, transition } from '../../../src-main/ledger/outbox/transition.ts'
import { sampleMark } from './sample-sheet.ts'
import { offline, sheet, uncertain } from './transition-cases.ts'

describe('a mark after a step', () => {
  const context = { now: 1_000_000, newKey: 'NEWKEY' }
  const sent: Mark = {
    ...sampleMark,
    state: 'sending',
    request: new Uint8Array([1]),
    payloadVersion: 1,
    bentAt: 5,
    attempts: 2,
    failingSince: 900_000,
  }
  const afterEvent = (mark: Mark, event: MarkEvent): Mark => {
    const result = transition(mark, event)
    if (result === null) throw new Error('no rule applies')
    return markAfterStep(mark, result.step, context)
  }

  test('keeps its key and its request while it may be the same request', () => {
    const next = afterEvent({ ...sent, state: 'unknown' }, { kind: 'read', sheet })
    expect(next).toMatchObject({ state: 'queued', idempotencyKey: sent.idempotencyKey, request: sent.request })
  })
  test('has a new key and no stored request for a new request, and keeps the time at which it was bent', () => {
    const superseded: Mark = { ...sent, state: 'unknown', reason: 'sheet_superseded' }
    const next = afterEvent(superseded, { kind: 'read', sheet: { ...sheet, drawingVersion: 9 } })
    expect(next).toMatchObject({ idempotencyKey: 'NEWKEY', request: null, bentAt: 5, targetDrawingVersion: 9 })
    expect(next.drawingVersion).toBe(sampleMark.drawingVersion)
  })
  test('counts no attempt for a call that was not sent', () => {
    expect(afterEvent(sent, { kind: 'not_sent', problem: offline, neverSent: false }).attempts).toBe(2)
    expect(afterEvent(sent, { kind: 'rate_limited', untilMs: 5 }).attempts).toBe(2)
  })
  test('counts as never sent if its first attempt was not sent, and as sent after an earlier attempt', () => {
    const first = { ...sent, firstSentAt: 7 }
    expect(afterEvent(first, { kind: 'not_sent', problem: offline, neverSent: true }).firstSentAt).toBeNull()
    expect(afterEvent(first, { kind: 'not_sent', problem: offline, neverSent: false }).firstSentAt).toBe(7)
  })
  test('keeps its key if a person retries it after uncertain results, and gets a new one after a refusal', () => {
    const parked: Mark = { ...sent, state: 'parked', reason: 'failing' }
    expect(afterEvent(parked, { kind: 'tried_again' })).toMatchObject({
      idempotencyKey: sent.idempotencyKey,
      attempts: 0,
    })
    const refused = afterEvent({ ...parked, reason: 'refused', payload: 'smallest' }, { kind: 'tried_again' })
    expect(refused).toMatchObject({ idempotencyKey: 'NEWKEY', request: null, payload: 'whole' })
  })
  test('counts an attempt that may have had an effect, with increasing pauses up to a minute', () => {
    const next = afterEvent(sent, uncertain)
    expect(next).toMatchObject({ attempts: 3, failingSince: 900_000, dueAt: context.now + pauseAfter(3) })
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(pauseAfter)).toEqual([
      1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ])
  })
  test('waits as long as the service requests, at most five minutes', () => {
    expect(afterEvent(sent, { ...uncertain, retryAfterMs: 120_000 }).dueAt).toBe(context.now + 120_000)
    expect(afterEvent(sent, { ...uncertain, retryAfterMs: 86_400_000 }).dueAt).toBe(context.now + 300_000)
  })
  test('has the time of its delivery and no failures once it is delivered', () => {
    expect(afterEvent(sent, { kind: 'answered', sheet: { ...sheet, bent: 'ours' } })).toMatchObject({
      state: 'delivered',
      deliveredAt: context.now,
      attempts: 0,
      failingSince: null,
    })
  })
})
