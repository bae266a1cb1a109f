// Stores the answers of calls with an Idempotency-Key for 24 hours, in the transaction of their effect. A repeated call changes
// nothing and gets the same answer (specification 4.1, service decision 2).
import { hash } from 'node:crypto'
import { hourMs } from '../../shared/base/durations.ts'
import { idempotency } from '../../shared/workshop-api/index.ts'
import type { Store } from '../store/index.ts'

const visibleAscii = /^[\x21-\x7e]+$/
const retentionMs = idempotency.hours * hourMs

export function isWellFormedKey(idempotencyKey: string): boolean {
  const { minLength, maxLength } = idempotency
  return idempotencyKey.length >= minLength && idempotencyKey.length <= maxLength && visibleAscii.test(idempotencyKey)
}

/** The scope of an Idempotency-Key: one API key, method and path. */
export interface IdempotencyScope {
  keyId: string
  method: string
  path: string
  idempotencyKey: string
}

export interface StoredAnswer {
  contentHash: string
  status: number
  body: string
  location: string | null
}

export interface AnswerStore {
  find: (scope: IdempotencyScope, nowMs: number) => StoredAnswer | null
  /** Writes in the open transaction. */
  put: (scope: IdempotencyScope, answer: StoredAnswer, nowMs: number) => void
  /** Deletes the answers that are no longer valid. */
  deleteExpired: (nowMs: number) => void
}

export function answerStore(store: Store): AnswerStore {
  const select = store.db.prepare<
    [string, string, string, string, number],
    { content_hash: string; status: number; body: string; location: string | null }
  >(
    `SELECT content_hash, status, body, location FROM remembered_answer
     WHERE key_id = ? AND method = ? AND path = ? AND idempotency_key = ? AND at > ?`,
  )
  const save = store.db.prepare('INSERT OR REPLACE INTO remembered_answer VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const deleteOlder = store.db.prepare('DELETE FROM remembered_answer WHERE at <= ?')
  return {
    find: ({ keyId, method, path, idempotencyKey }, nowMs) => {
      const row = select.get(keyId, method, path, idempotencyKey, nowMs - retentionMs)
      return row === undefined
        ? null
        : { contentHash: row.content_hash, status: row.status, body: row.body, location: row.location }
    },
    put: ({ keyId, method, path, idempotencyKey }, answer, nowMs) => {
      const { contentHash, status, body, location } = answer
      save.run(keyId, method, path, idempotencyKey, nowMs, contentHash, status, location, body)
    },
    deleteExpired: (nowMs) => {
      store.write(() => deleteOlder.run(nowMs - retentionMs))
    },
  }
}

/** Calls that are not answered yet. A second call with the same key is refused until the first is answered. */
export interface RunningCalls {
  /** Returns whether this call has the key; false while another call has it. */
  claim: (scope: IdempotencyScope, requestId: string) => boolean
  release: (scope: IdempotencyScope, requestId: string) => void
}

export function runningCalls(): RunningCalls {
  const running = new Map<string, string>()
  return {
    claim: (scope, requestId) => {
      const holder = running.get(scopeKey(scope))
      if (holder === undefined) running.set(scopeKey(scope), requestId)
      return holder === undefined || holder === requestId
    },
    release: (scope, requestId) => {
      if (running.get(scopeKey(scope)) === requestId) running.delete(scopeKey(scope))
    },
  }
}

function scopeKey({ keyId, method, path, idempotencyKey }: IdempotencyScope): string {
  return JSON.stringify([keyId, method, path, idempotencyKey])
}

/** Equal for equal JSON values: members are sorted, white space is removed. */
export function contentHash(body: unknown): string {
  return hash('sha256', canonicalJson(body), 'hex')
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
