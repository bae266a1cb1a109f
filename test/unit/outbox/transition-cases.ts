// A case for each line of the mark's table: the row before, what happens, and what the line asks for.
import type { Happening, SheetFacts } from '../../../src-main/outbox/happening.ts'
import type { Mark } from '../../../src-main/outbox/mark.ts'
import type { Step } from '../../../src-main/outbox/step.ts'
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
  othersPass: true,
  retryAfterMs: 0,
} as const
export const offline = { code: 'offline', params: {} } as const

interface Case {
  line: string
  mark: Partial<Mark>
  told: Happening
  becomes: Partial<Step>
}

export const cases: readonly Case[] = [
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
    line: 'a delivered mark that is looked up again was reworked since',
    mark: { state: 'unknown', reason: 'service_restored' },
    told: { kind: 'read', sheet: { ...sheet, reworkCount: 1 } },
    becomes: { state: 'delivered', reason: null },
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
    line: 'the drawing is reported wrong: nothing is sent',
    mark: { state: 'queued' },
    told: { kind: 'drawing_wrong' },
    becomes: { state: 'conflict', reason: 'drawing_wrong' },
  },
  {
    line: 'the drawing was right after all',
    mark: { state: 'conflict', reason: 'drawing_wrong' },
    told: { kind: 'drawing_released' },
    becomes: { state: 'unknown', reason: 'drawing_wrong' },
  },
  {
    line: 'a new drawing came for the wrong one',
    mark: { state: 'conflict', reason: 'drawing_wrong' },
    told: { kind: 'drawing_replaced' },
    becomes: { state: 'conflict', reason: 'drawing_changed' },
  },
  {
    line: 'name not found, refused, TLS failed, before a byte left',
    mark: { state: 'sending', attempts: 3 },
    told: { kind: 'not_sent', problem: offline, neverSent: false },
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
    line: 'a delivered mark that the restored service does not have',
    mark: { state: 'unknown', reason: 'service_restored' },
    told: { kind: 'read', sheet },
    becomes: { state: 'conflict', reason: 'service_restored' },
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
    line: 'the service was restored: what it had taken is looked up again',
    mark: { state: 'delivered' },
    told: { kind: 'service_restored' },
    becomes: { state: 'unknown', reason: 'service_restored' },
  },
  {
    line: 'the service was restored: a mark still to be sent is verified first',
    mark: { state: 'queued' },
    told: { kind: 'service_restored' },
    becomes: { state: 'unknown', reason: 'service_went_back' },
  },
  {
    line: 'a person sends all the same',
    mark: { state: 'conflict', reason: 'drawing_changed' },
    told: { kind: 'sent_all_the_same', sheet: { ...sheet, drawingVersion: 3 } },
    becomes: { state: 'queued', anew: { target: { ...sheet, drawingVersion: 3 } } },
  },
  {
    line: 'a person tries a parked mark again: verified first',
    mark: { state: 'parked', reason: 'invalid_request', payload: 'smallest' },
    told: { kind: 'tried_again' },
    becomes: { state: 'unknown', reason: 'tried_again', attempts: 'cleared', anew: { payload: 'whole' } },
  },
  {
    line: 'a person parks it',
    mark: { state: 'waiting' },
    told: { kind: 'put_aside', why: 'the office asked for it' },
    becomes: { state: 'parked', reason: 'put_aside', detail: 'the office asked for it' },
  },
  {
    line: 'a person has seen that it was bent elsewhere',
    mark: { state: 'bent_elsewhere', reason: 'bent_by_another' },
    told: { kind: 'seen' },
    becomes: { state: 'cancelled', reason: 'bent_by_another' },
  },
  {
    line: 'a person has it bent anew',
    mark: { state: 'conflict', reason: 'drawing_changed' },
    told: { kind: 'bend_anew' },
    becomes: { state: 'cancelled', reason: 'bend_anew' },
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
  {
    line: 'a mark that proved wrong before a byte of it had left',
    mark: { state: 'queued', firstSentAt: null },
    told: { kind: 'called_back', why: 'wrong sheet' },
    becomes: { state: 'cancelled', reason: 'marked_wrongly' },
  },
]
