// Every line of the mark's table, by its name.
import { describe, expect, test } from 'vitest'
import type { Happening, SheetFacts } from '../../../src-main/outbox/happening.ts'
import type { Mark } from '../../../src-main/outbox/mark.ts'
import { after, lines, pauseAfter, transition, type Step } from '../../../src-main/outbox/transition.ts'
import { sampleMark } from './sample-sheet.ts'

const sheet: SheetFacts = {
  version: 4,
  drawingVersion: 2,
  drawingHash: sampleMark.targetDrawingHash,
  reworkCount: 0,
  approved: true,
  bent: null,
}
const uncertain = {
  kind: 'uncertain',
  reason: 'no_answer',
  detail: 'time-out',
  othersPass: true,
  retryAfterMs: 0,
} as const
const offline = { code: 'offline', params: {} } as const

interface Case {
  line: string
  mark: Partial<Mark>
  told: Happening
  becomes: Partial<Step>
}

const cases: Case[] = [
  {
    line: 'the hold of 10 s is over',
    mark: { state: 'held' },
    told: { kind: 'hold_over' },
    becomes: { state: 'queued' },
  },
  {
    line: 'undone while held',
    mark: { state: 'held' },
    told: { kind: 'undone' },
    becomes: { state: 'cancelled', reason: 'undone' },
  },
  {
    line: 'its turn came: committed before the first byte leaves',
    mark: { state: 'queued' },
    told: { kind: 'taken' },
    becomes: { state: 'sending' },
  },
  {
    line: 'killed while sending',
    mark: { state: 'sending' },
    told: { kind: 'started' },
    becomes: { state: 'unknown', reason: 'cut_short' },
  },
  {
    line: 'a rework count above the mark’s, at any time',
    mark: { state: 'unknown' },
    told: { kind: 'read', sheet: { ...sheet, reworkCount: 1, bent: 'ours' } },
    becomes: { state: 'conflict', reason: 'reworked' },
  },
  {
    line: 'the rework that was wanted has come',
    mark: { state: 'rework_wanted' },
    told: { kind: 'pulled', reworkCount: 1, approved: true },
    becomes: { state: 'delivered' },
  },
  {
    line: 'not approved or change requested pulled while queued',
    mark: { state: 'queued' },
    told: { kind: 'pulled', reworkCount: 0, approved: false },
    becomes: { state: 'conflict', reason: 'not_approved' },
  },
  {
    line: 'name not found, refused, TLS failed, before a byte left',
    mark: { state: 'sending', attempts: 3 },
    told: { kind: 'not_sent', problem: offline },
    becomes: { state: 'queued', reason: null, queue: { kind: 'offline', problem: offline } },
  },
  {
    line: 'one row failing ten times while others pass',
    mark: { state: 'sending', attempts: 9 },
    told: uncertain,
    becomes: { state: 'parked', reason: 'failing' },
  },
  {
    line: 'time-out, reset, killed while sending, 5xx',
    mark: { state: 'sending', attempts: 8 },
    told: uncertain,
    becomes: { state: 'unknown', reason: 'no_answer', attempts: 'counted' },
  },
  {
    line: 'HTML, a redirect, 511, no request id, not the schema',
    mark: { state: 'sending' },
    told: { kind: 'not_the_service', problem: { code: 'not_the_service', params: {} } },
    becomes: {
      state: 'unknown',
      reason: 'not_the_service',
      queue: { kind: 'offline', problem: { code: 'not_the_service', params: {} } },
    },
  },
  {
    line: 'unknown and bent with our marker',
    mark: { state: 'unknown' },
    told: { kind: 'read', sheet: { ...sheet, bent: 'ours', drawingVersion: 3, drawingHash: 'another' } },
    becomes: { state: 'delivered', queue: { kind: 'delivered' } },
  },
  {
    line: 'superseded but the same drawing, approved, not reworked since',
    mark: { state: 'unknown', reason: 'sheet_superseded' },
    told: { kind: 'read', sheet: { ...sheet, drawingVersion: 4 } },
    becomes: { state: 'queued', anew: { target: { ...sheet, drawingVersion: 4 } } },
  },
  {
    line: 'superseded and not approved now',
    mark: { state: 'unknown', reason: 'sheet_superseded' },
    told: { kind: 'read', sheet: { ...sheet, drawingVersion: 4, approved: false } },
    becomes: { state: 'conflict', reason: 'not_approved' },
  },
  {
    line: 'unknown and not bent, same drawing and rework count',
    mark: { state: 'unknown', reason: 'no_answer' },
    told: { kind: 'read', sheet },
    becomes: { state: 'queued', reason: null },
  },
  {
    line: 'unknown and anything else',
    mark: { state: 'unknown', reason: 'sheet_superseded' },
    told: { kind: 'read', sheet: { ...sheet, drawingHash: 'another' } },
    becomes: { state: 'conflict', reason: 'drawing_changed' },
  },
  {
    line: '2xx with the sheet and our marker',
    mark: { state: 'sending' },
    told: { kind: 'answered', sheet: { ...sheet, bent: 'ours' } },
    becomes: { state: 'delivered', queue: { kind: 'delivered' } },
  },
  {
    line: '2xx, but the marker is another’s',
    mark: { state: 'sending' },
    told: { kind: 'answered', sheet: { ...sheet, bent: 'by_another' } },
    becomes: { state: 'bent_elsewhere', reason: 'bent_by_another' },
  },
  {
    line: '409 idempotency_in_progress',
    mark: { state: 'sending' },
    told: { kind: 'in_progress', afterMs: 3_000 },
    becomes: { state: 'waiting', reason: 'in_progress', due: { afterMs: 3_000 } },
  },
  {
    line: '409 sheet_superseded, stale_version',
    mark: { state: 'sending' },
    told: { kind: 'superseded', reason: 'stale_version' },
    becomes: { state: 'unknown', reason: 'stale_version' },
  },
  {
    line: '409 not_approved',
    mark: { state: 'sending' },
    told: { kind: 'not_approved', detail: '409' },
    becomes: { state: 'conflict', reason: 'not_approved' },
  },
  {
    line: '404',
    mark: { state: 'sending' },
    told: { kind: 'not_found', detail: '404' },
    becomes: { state: 'conflict', reason: 'gone', queue: { kind: 'sheet_gone' } },
  },
  {
    line: '400: once more with the smallest body and a new key',
    mark: { state: 'sending', payload: 'whole' },
    told: { kind: 'invalid', detail: '400' },
    becomes: { state: 'queued', anew: { payload: 'smallest' } },
  },
  {
    line: '400 again: parked; every row so: halted',
    mark: { state: 'sending', payload: 'smallest' },
    told: { kind: 'invalid', detail: '400' },
    becomes: { state: 'parked', reason: 'invalid_request', queue: { kind: 'body_refused' } },
  },
  {
    line: '422 idempotency_key_reused',
    mark: { state: 'sending' },
    told: { kind: 'key_reused', detail: '422' },
    becomes: { state: 'parked', reason: 'idempotency_key_reused' },
  },
  {
    line: 'other 422',
    mark: { state: 'sending' },
    told: { kind: 'refused', detail: '422' },
    becomes: { state: 'parked', reason: 'refused' },
  },
  {
    line: '428: the missing header added once',
    mark: { state: 'sending' },
    told: { kind: 'header_missing', header: 'if-match' },
    becomes: { state: 'queued', anew: { ifMatchVersion: 4 } },
  },
  {
    line: '428 again: halted',
    mark: { state: 'sending', ifMatchVersion: 4 },
    told: { kind: 'header_missing', header: 'if-match' },
    becomes: { state: 'queued' },
  },
  {
    line: '401',
    mark: { state: 'sending' },
    told: { kind: 'key_refused', problem: { code: 'key_refused', params: {} } },
    becomes: {
      state: 'queued',
      queue: { kind: 'blocked_by_key', problem: { code: 'key_refused', params: {} }, probe: 'quarter' },
    },
  },
  {
    line: '403 scope_missing, feature_not_in_plan',
    mark: { state: 'unknown', reason: 'no_answer' },
    told: { kind: 'forbidden', by: 'plan', problem: { code: 'feature_not_in_plan', params: {} } },
    becomes: {
      state: 'unknown',
      reason: 'no_answer',
      queue: { kind: 'blocked_by_plan', problem: { code: 'feature_not_in_plan', params: {} } },
    },
  },
  {
    line: '405, 413, 415',
    mark: { state: 'sending' },
    told: { kind: 'not_understood', detail: '413' },
    becomes: {
      state: 'queued',
      queue: { kind: 'halted', problem: { code: 'unexpected_answer', params: { detail: '413' } } },
    },
  },
  {
    line: '429',
    mark: { state: 'sending' },
    told: { kind: 'rate_limited', untilMs: 90_000 },
    becomes: { state: 'waiting', due: { at: 90_000 }, queue: { kind: 'paused', untilMs: 90_000 } },
  },
  {
    line: 'another workshop or environment behind the key',
    mark: { state: 'queued' },
    told: { kind: 'other_workshop' },
    becomes: {
      state: 'queued',
      queue: { kind: 'halted', problem: { code: 'other_workshop', params: { marked: 'bolgen/test' } } },
    },
  },
  {
    line: 'a person sends all the same',
    mark: { state: 'conflict', reason: 'drawing_changed' },
    told: { kind: 'sent_all_the_same', sheet: { ...sheet, drawingVersion: 3 } },
    becomes: { state: 'queued', anew: { target: { ...sheet, drawingVersion: 3 } } },
  },
  {
    line: 'a person dismisses it with a reason',
    mark: { state: 'bent_elsewhere' },
    told: { kind: 'dismissed', why: 'pieces scrapped' },
    becomes: { state: 'cancelled', reason: 'dismissed', detail: 'pieces scrapped' },
  },
  {
    line: 'a person takes back that a mark was wrong',
    mark: { state: 'rework_wanted' },
    told: { kind: 'dismissed', why: 'it was right' },
    becomes: { state: 'delivered' },
  },
  {
    line: 'a mark that proved wrong after the hold',
    mark: { state: 'delivered' },
    told: { kind: 'called_back', why: 'wrong sheet' },
    becomes: { state: 'rework_wanted', reason: 'marked_wrongly' },
  },
]

describe('the table', () => {
  test.each(cases)('$line', ({ line, mark, told, becomes }) => {
    const found = transition({ ...sampleMark, ...mark }, told)
    expect(found).toMatchObject({ line, step: becomes })
  })

  test('has a case for each of its lines', () => {
    expect(cases.map(({ line }) => line)).toEqual(lines.map(({ says }) => says))
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
    expect(transition(unknown, { kind: 'not_sent', problem: offline })?.step.reason).toBe('sheet_superseded')
    expect(transition(unknown, { kind: 'rate_limited', untilMs: 1 })?.step).toMatchObject({
      state: 'unknown',
      reason: 'sheet_superseded',
    })
  })
  test('a row that fails ten times while nothing else passes goes on trying', () => {
    const failing: Mark = { ...sampleMark, state: 'sending', attempts: 40 }
    expect(transition(failing, { ...uncertain, othersPass: false })?.step.state).toBe('unknown')
  })
  test('a sheet that somebody else bent while it was not known is a conflict, not sent again', () => {
    expect(transition(unknown, { kind: 'read', sheet: { ...sheet, bent: 'by_another' } })?.step).toMatchObject({
      state: 'conflict',
      reason: 'bent_by_another',
    })
  })
})

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
  const stepped = (mark: Mark, told: Happening): Mark => {
    const found = transition(mark, told)
    if (found === null) throw new Error('no line')
    return after(mark, found.step, at)
  }

  test('keeps key and bytes as long as it may be the same request', () => {
    const next = stepped({ ...sent, state: 'unknown' }, { kind: 'read', sheet })
    expect(next).toMatchObject({ state: 'queued', idempotencyKey: sent.idempotencyKey, request: sent.request })
  })
  test('gets a new key and no bytes when it is made anew, and keeps the time at which it was bent', () => {
    const superseded: Mark = { ...sent, state: 'unknown', reason: 'sheet_superseded' }
    const next = stepped(superseded, { kind: 'read', sheet: { ...sheet, drawingVersion: 9 } })
    expect(next).toMatchObject({ idempotencyKey: 'NEWKEY', request: null, bentAt: 5, targetDrawingVersion: 9 })
    expect(next.drawingVersion).toBe(sampleMark.drawingVersion)
  })
  test('counts no attempt for a call that never left', () => {
    expect(stepped(sent, { kind: 'not_sent', problem: offline }).attempts).toBe(2)
    expect(stepped(sent, { kind: 'rate_limited', untilMs: 5 }).attempts).toBe(2)
  })
  test('counts one that may have taken effect, and pauses longer each time up to a minute', () => {
    const next = stepped(sent, uncertain)
    expect(next).toMatchObject({ attempts: 3, failingSince: 900_000, dueAt: at.now + pauseAfter(3) })
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(pauseAfter)).toEqual([
      1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ])
  })
  test('waits at least as long as the service asked for, at most five minutes', () => {
    expect(stepped(sent, { ...uncertain, retryAfterMs: 120_000 }).dueAt).toBe(at.now + 120_000)
    expect(stepped(sent, { ...uncertain, retryAfterMs: 86_400_000 }).dueAt).toBe(at.now + 300_000)
  })
  test('a delivered one has its time and no count of failures', () => {
    expect(stepped(sent, { kind: 'answered', sheet: { ...sheet, bent: 'ours' } })).toMatchObject({
      state: 'delivered',
      deliveredAt: at.now,
      attempts: 0,
      failingSince: null,
    })
  })
})
