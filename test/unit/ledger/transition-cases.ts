// A case for each transition rule: the row before, the event, and the step of the rule.
import type { MarkEvent, SheetFacts } from '../../../src-main/ledger/outbox/mark-event.ts'
import type { Mark } from '../../../src-main/ledger/marks/mark.ts'
import type { Step } from '../../../src-main/ledger/outbox/mark-step.ts'
import { sampleMark } from './sample-sheet.ts'

export const sheet: SheetFacts = {
  version: 4,
  drawingVersion: 2,
  drawingHash: sampleMark.targetDrawingHash,
  reworkCount: 0,
  approved: true,
  bent: null,
}
export const uncertain = {
  kind: 'uncertain',
  reason: 'no_answer',
  detail: 'time-out',
  othersSucceed: true,
  retryAfterMs: 0,
} as const
export const offline = { code: 'offline', params: {} } as const

interface Case {
  rule: string
  mark: Partial<Mark>
  event: MarkEvent
  becomes: Partial<Step>
}

export const cases: readonly Case[] = [
  {
    rule: 'the hold of 10 s is over',
    mark: { state: 'held' },
    event: { kind: 'hold_over' },
    becomes: { state: 'queued' },
  },
  {
    rule: 'the operator undoes it within the hold',
    mark: { state: 'held' },
    event: { kind: 'undone' },
    becomes: { state: 'cancelled', reason: 'undone' },
  },
  {
    rule: 'it is sent: committed before the first byte',
    mark: { state: 'queued' },
    event: { kind: 'taken' },
    becomes: { state: 'sending' },
  },
  {
    rule: 'the program was killed while sending',
    mark: { state: 'sending' },
    event: { kind: 'started' },
    becomes: { state: 'unknown', reason: 'cut_short' },
  },
  {
    rule: 'a delivered mark that is verified after a restore was reworked since',
    mark: { state: 'unknown', reason: 'service_restored' },
    event: { kind: 'read', sheet: { ...sheet, reworkCount: 1 } },
    becomes: { state: 'delivered', reason: null },
  },
  {
    rule: 'a rework count above the mark’s, at any time',
    mark: { state: 'unknown' },
    event: { kind: 'read', sheet: { ...sheet, reworkCount: 1, bent: 'ours' } },
    becomes: { state: 'conflict', reason: 'reworked' },
  },
  {
    rule: 'the wanted rework event arrives',
    mark: { state: 'rework_wanted' },
    event: { kind: 'pulled', reworkCount: 1, approved: true },
    becomes: { state: 'delivered' },
  },
  {
    rule: 'not approved, or a change is requested, pulled while queued',
    mark: { state: 'queued' },
    event: { kind: 'pulled', reworkCount: 0, approved: false },
    becomes: { state: 'conflict', reason: 'not_approved' },
  },
  {
    rule: 'the drawing is reported wrong: nothing is sent',
    mark: { state: 'queued' },
    event: { kind: 'drawing_wrong' },
    becomes: { state: 'conflict', reason: 'drawing_wrong' },
  },
  {
    rule: 'the drawing is released as right',
    mark: { state: 'conflict', reason: 'drawing_wrong' },
    event: { kind: 'drawing_released' },
    becomes: { state: 'unknown', reason: 'drawing_wrong' },
  },
  {
    rule: 'a new drawing replaces the wrong one',
    mark: { state: 'conflict', reason: 'drawing_wrong' },
    event: { kind: 'drawing_replaced' },
    becomes: { state: 'conflict', reason: 'drawing_changed' },
  },
  {
    rule: 'name not found, refused, TLS failed, before a byte is sent',
    mark: { state: 'sending', attempts: 3 },
    event: { kind: 'not_sent', problem: offline, neverSent: false },
    becomes: { state: 'queued', reason: null, queue: { kind: 'offline', problem: offline } },
  },
  {
    rule: 'one row fails ten times while others pass',
    mark: { state: 'sending', attempts: 9 },
    event: uncertain,
    becomes: { state: 'parked', reason: 'failing' },
  },
  {
    rule: 'time-out, reset, cut short, 5xx',
    mark: { state: 'sending', attempts: 8 },
    event: uncertain,
    becomes: { state: 'unknown', reason: 'no_answer', attempts: 'counted' },
  },
  {
    rule: 'HTML, a redirect, 511, no X-Request-Id, not the schema',
    mark: { state: 'sending' },
    event: { kind: 'not_the_service', problem: { code: 'not_the_service', params: {} } },
    becomes: {
      state: 'unknown',
      reason: 'not_the_service',
      queue: { kind: 'offline', problem: { code: 'not_the_service', params: {} } },
    },
  },
  {
    rule: 'unknown, and bent with our marker',
    mark: { state: 'unknown' },
    event: { kind: 'read', sheet: { ...sheet, bent: 'ours', drawingVersion: 3, drawingHash: 'another' } },
    becomes: { state: 'delivered', queue: { kind: 'delivered' } },
  },
  {
    rule: 'a delivered mark is missing in the restored service',
    mark: { state: 'unknown', reason: 'service_restored' },
    event: { kind: 'read', sheet },
    becomes: { state: 'conflict', reason: 'service_restored' },
  },
  {
    rule: 'superseded: same drawing, approved, not reworked since',
    mark: { state: 'unknown', reason: 'sheet_superseded' },
    event: { kind: 'read', sheet: { ...sheet, drawingVersion: 4 } },
    becomes: { state: 'queued', renewRequest: { target: { ...sheet, drawingVersion: 4 } } },
  },
  {
    rule: 'superseded, and not approved now',
    mark: { state: 'unknown', reason: 'sheet_superseded' },
    event: { kind: 'read', sheet: { ...sheet, drawingVersion: 4, approved: false } },
    becomes: { state: 'conflict', reason: 'not_approved' },
  },
  {
    rule: 'unknown, and not bent: same drawing and rework count',
    mark: { state: 'unknown', reason: 'no_answer' },
    event: { kind: 'read', sheet },
    becomes: { state: 'queued', reason: null },
  },
  {
    rule: 'unknown, and anything else',
    mark: { state: 'unknown', reason: 'sheet_superseded' },
    event: { kind: 'read', sheet: { ...sheet, drawingHash: 'another' } },
    becomes: { state: 'conflict', reason: 'drawing_changed' },
  },
  {
    rule: '2xx with the sheet and our marker',
    mark: { state: 'sending' },
    event: { kind: 'answered', sheet: { ...sheet, bent: 'ours' } },
    becomes: { state: 'delivered', queue: { kind: 'delivered' } },
  },
  {
    rule: '2xx, but the marker is from another sender',
    mark: { state: 'sending' },
    event: { kind: 'answered', sheet: { ...sheet, bent: 'by_another' } },
    becomes: { state: 'bent_elsewhere', reason: 'bent_by_another' },
  },
  {
    rule: '409 idempotency_in_progress',
    mark: { state: 'sending' },
    event: { kind: 'in_progress', afterMs: 3_000 },
    becomes: { state: 'waiting', reason: 'in_progress', due: { afterMs: 3_000 } },
  },
  {
    rule: '409 sheet_superseded, stale_version',
    mark: { state: 'sending' },
    event: { kind: 'superseded', reason: 'stale_version' },
    becomes: { state: 'unknown', reason: 'stale_version' },
  },
  {
    rule: '409 not_approved',
    mark: { state: 'sending' },
    event: { kind: 'not_approved', detail: '409' },
    becomes: { state: 'conflict', reason: 'not_approved' },
  },
  {
    rule: '404',
    mark: { state: 'sending' },
    event: { kind: 'not_found', detail: '404' },
    becomes: { state: 'conflict', reason: 'gone', queue: { kind: 'sheet_gone' } },
  },
  {
    rule: '400: once more with the smallest body and a new key',
    mark: { state: 'sending', payload: 'whole' },
    event: { kind: 'invalid', detail: '400' },
    becomes: { state: 'queued', renewRequest: { payload: 'smallest' } },
  },
  {
    rule: '400 again: parked; every row so: halted',
    mark: { state: 'sending', payload: 'smallest' },
    event: { kind: 'invalid', detail: '400' },
    becomes: { state: 'parked', reason: 'invalid_request', queue: { kind: 'body_refused' } },
  },
  {
    rule: '422 idempotency_key_reused',
    mark: { state: 'sending' },
    event: { kind: 'key_reused', detail: '422' },
    becomes: { state: 'parked', reason: 'idempotency_key_reused' },
  },
  {
    rule: 'other 422',
    mark: { state: 'sending' },
    event: { kind: 'refused', detail: '422' },
    becomes: { state: 'parked', reason: 'refused' },
  },
  {
    rule: '428: the missing header added once',
    mark: { state: 'sending' },
    event: { kind: 'header_missing', header: 'if-match' },
    becomes: { state: 'queued', renewRequest: { ifMatchVersion: 4 } },
  },
  {
    rule: '428 again: halted',
    mark: { state: 'sending', ifMatchVersion: 4 },
    event: { kind: 'header_missing', header: 'if-match' },
    becomes: { state: 'queued' },
  },
  {
    rule: '401',
    mark: { state: 'sending' },
    event: { kind: 'key_refused', problem: { code: 'key_refused', params: {} } },
    becomes: {
      state: 'queued',
      queue: { kind: 'blocked_by_key', problem: { code: 'key_refused', params: {} }, probe: 'quarter' },
    },
  },
  {
    rule: '403 scope_missing, feature_not_in_plan',
    mark: { state: 'unknown', reason: 'no_answer' },
    event: { kind: 'forbidden', by: 'plan', problem: { code: 'feature_not_in_plan', params: {} } },
    becomes: {
      state: 'unknown',
      reason: 'no_answer',
      queue: { kind: 'blocked_by_plan', problem: { code: 'feature_not_in_plan', params: {} } },
    },
  },
  {
    rule: '405, 413, 415',
    mark: { state: 'sending' },
    event: { kind: 'not_understood', detail: '413' },
    becomes: {
      state: 'queued',
      queue: { kind: 'halted', problem: { code: 'unexpected_answer', params: { detail: '413' } } },
    },
  },
  {
    rule: '429',
    mark: { state: 'sending' },
    event: { kind: 'rate_limited', untilMs: 90_000 },
    becomes: {
      state: 'waiting',
      due: { dueAtMs: 90_000, atMostMs: 900_000 },
      queue: { kind: 'paused', untilMs: 90_000 },
    },
  },
  {
    rule: 'another workshop or environment behind the key',
    mark: { state: 'queued' },
    event: { kind: 'other_workshop' },
    becomes: {
      state: 'queued',
      queue: { kind: 'halted', problem: { code: 'other_workshop', params: { marked: 'bolgen/test' } } },
    },
  },
  {
    rule: 'the service was restored: a delivered mark is verified',
    mark: { state: 'delivered' },
    event: { kind: 'service_restored' },
    becomes: { state: 'unknown', reason: 'service_restored' },
  },
  {
    rule: 'the service was restored: an undelivered mark is verified first',
    mark: { state: 'queued' },
    event: { kind: 'service_restored' },
    becomes: { state: 'unknown', reason: 'service_went_back' },
  },
  {
    rule: 'a person sends it all the same',
    mark: { state: 'conflict', reason: 'drawing_changed' },
    event: { kind: 'sent_all_the_same', sheet: { ...sheet, drawingVersion: 3 } },
    becomes: { state: 'queued', renewRequest: { target: { ...sheet, drawingVersion: 3 } } },
  },
  {
    rule: 'a person tries a parked mark again: verified first',
    mark: { state: 'parked', reason: 'invalid_request', payload: 'smallest' },
    event: { kind: 'tried_again' },
    becomes: { state: 'unknown', reason: 'tried_again', attempts: 'cleared', renewRequest: { payload: 'whole' } },
  },
  {
    rule: 'a person parks it',
    mark: { state: 'waiting' },
    event: { kind: 'put_aside', why: 'the office asked for it' },
    becomes: { state: 'parked', reason: 'put_aside', detail: 'the office asked for it' },
  },
  {
    rule: 'a person has seen that it is bent elsewhere',
    mark: { state: 'bent_elsewhere', reason: 'bent_by_another' },
    event: { kind: 'seen' },
    becomes: { state: 'cancelled', reason: 'bent_by_another' },
  },
  {
    rule: 'a person has it bent again',
    mark: { state: 'conflict', reason: 'drawing_changed' },
    event: { kind: 'bend_anew' },
    becomes: { state: 'cancelled', reason: 'bend_anew' },
  },
  {
    rule: 'a person dismisses it with a reason',
    mark: { state: 'bent_elsewhere' },
    event: { kind: 'dismissed', why: 'pieces scrapped' },
    becomes: { state: 'cancelled', reason: 'dismissed', detail: 'pieces scrapped' },
  },
  {
    rule: 'a person withdraws the report of a wrong mark',
    mark: { state: 'rework_wanted' },
    event: { kind: 'dismissed', why: 'it was right' },
    becomes: { state: 'delivered' },
  },
  {
    rule: 'a person reports a delivered mark as wrong',
    mark: { state: 'delivered' },
    event: { kind: 'called_back', why: 'wrong sheet' },
    becomes: { state: 'rework_wanted', reason: 'marked_wrongly' },
  },
  {
    rule: 'a person reports a mark as wrong before a byte is sent',
    mark: { state: 'queued', firstSentAt: null },
    event: { kind: 'called_back', why: 'wrong sheet' },
    becomes: { state: 'cancelled', reason: 'marked_wrongly' },
  },
]
