// The row after a step: its key, its bytes, its attempts and its pauses.
import { describe, expect, test } from 'vitest'
import type { MarkEvent } from '../../../src-main/ledger/outbox/mark-event.ts'
import type { Mark } from '../../../src-main/ledger/outbox/mark.ts'
import { markAfterStep } from '../../../src-main/ledger/outbox/mark-step.ts'
import { pauseAfter, transition } from '../../../src-main/ledger/outbox/transition.ts'
import { sampleMark } from './sample-sheet.ts'
import { offline, sheet, uncertain } from './transition-cases.ts'

describe('the row after a step', () => {
  const at = { now: 1_000_000, newKey: 'NEWKEY' }
  const sent: Mark = {
    ...sampleMark,
    state: 'sending',
    request: new Uint8Array([1]),
    payloadVersion: 1,
    bentAt: 5,
    attempts: 2,
    failingSince: 900_000,
  }
  const stepped = (mark: Mark, told: MarkEvent): Mark => {
    const found = transition(mark, told)
    if (found === null) throw new Error('no line')
    return markAfterStep(mark, found.step, at)
  }

  test('keeps key and bytes while it may be the same request', () => {
    const next = stepped({ ...sent, state: 'unknown' }, { kind: 'read', sheet })
    expect(next).toMatchObject({ state: 'queued', idempotencyKey: sent.idempotencyKey, request: sent.request })
  })
  test('gets a new key and no bytes for a new request, and keeps the time at which it was bent', () => {
    const superseded: Mark = { ...sent, state: 'unknown', reason: 'sheet_superseded' }
    const next = stepped(superseded, { kind: 'read', sheet: { ...sheet, drawingVersion: 9 } })
    expect(next).toMatchObject({ idempotencyKey: 'NEWKEY', request: null, bentAt: 5, targetDrawingVersion: 9 })
    expect(next.drawingVersion).toBe(sampleMark.drawingVersion)
  })
  test('counts no attempt for a call that was not sent', () => {
    expect(stepped(sent, { kind: 'not_sent', problem: offline, neverSent: false }).attempts).toBe(2)
    expect(stepped(sent, { kind: 'rate_limited', untilMs: 5 }).attempts).toBe(2)
  })
  test('is never sent where its first attempt was not sent, and is sent where an earlier one was', () => {
    const first = { ...sent, firstSentAt: 7 }
    expect(stepped(first, { kind: 'not_sent', problem: offline, neverSent: true }).firstSentAt).toBeNull()
    expect(stepped(first, { kind: 'not_sent', problem: offline, neverSent: false }).firstSentAt).toBe(7)
  })
  test('keeps its key where a person tries it again after uncertain results, and gets a new one after a refusal', () => {
    const parked: Mark = { ...sent, state: 'parked', reason: 'failing' }
    expect(stepped(parked, { kind: 'tried_again' })).toMatchObject({ idempotencyKey: sent.idempotencyKey, attempts: 0 })
    const refused = stepped({ ...parked, reason: 'refused', payload: 'smallest' }, { kind: 'tried_again' })
    expect(refused).toMatchObject({ idempotencyKey: 'NEWKEY', request: null, payload: 'whole' })
  })
  test('counts an attempt that may have had an effect, and pauses longer each time up to a minute', () => {
    const next = stepped(sent, uncertain)
    expect(next).toMatchObject({ attempts: 3, failingSince: 900_000, dueAt: at.now + pauseAfter(3) })
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(pauseAfter)).toEqual([
      1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ])
  })
  test('waits as long as the service asked for, at most five minutes', () => {
    expect(stepped(sent, { ...uncertain, retryAfterMs: 120_000 }).dueAt).toBe(at.now + 120_000)
    expect(stepped(sent, { ...uncertain, retryAfterMs: 86_400_000 }).dueAt).toBe(at.now + 300_000)
  })
  test('a delivered mark has its time and no count of failures', () => {
    expect(stepped(sent, { kind: 'answered', sheet: { ...sheet, bent: 'ours' } })).toMatchObject({
      state: 'delivered',
      deliveredAt: at.now,
      attempts: 0,
      failingSince: null,
    })
  })
})
