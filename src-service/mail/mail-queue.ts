// The queue of messages to send. A message is added in the transaction of the change that it reports, and removed once it is sent or
// given up.
import { randomUUID } from 'node:crypto'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { messageContent } from './messages.ts'
import type { MessageContent } from './messages.ts'

export interface QueuedMessage {
  id: string
  email: string
  content: MessageContent
  queuedAt: string
  /** When it expires and is given up. */
  until: string
  attempts: number
}

export interface MailQueue {
  /** Returns the message's id. */
  add: (email: string, content: MessageContent, nowMs: number, untilMs: number) => string
  /** The due message that has waited longest. */
  next: (nowMs: number) => QueuedMessage | null
  /** Removes a message that was sent or given up. */
  remove: (id: string) => void
  retryAt: (id: string, dueMs: number) => void
}

interface Row extends Omit<QueuedMessage, 'content'> {
  news: string
}

export function mailQueue(store: Store): MailQueue {
  const { db } = store
  const insert = db.prepare<[string, string, string, string, string, string]>(
    'INSERT INTO sandbox_mail (id, email, news, at, until, due_at, attempts) VALUES (?, ?, ?, ?, ?, ?, 0)',
  )
  // `at > now`: the clock was set back after the message was added. Its due time is too late by as much, so it is due now.
  const selectNext = db.prepare<[string, string], Row>(
    `SELECT id, email, news, at AS queuedAt, until, attempts FROM sandbox_mail
     WHERE due_at <= ? OR at > ? ORDER BY due_at, id LIMIT 1`,
  )
  const remove = db.prepare<[string]>('DELETE FROM sandbox_mail WHERE id = ?')
  const postpone = db.prepare<[string, string]>(
    'UPDATE sandbox_mail SET attempts = attempts + 1, due_at = ? WHERE id = ?',
  )
  return {
    add: (email, content, nowMs, untilMs) => {
      const id = randomUUID()
      const instant = instantOf(nowMs)
      store.write(() => insert.run(id, email, JSON.stringify(content), instant, instantOf(untilMs), instant))
      return id
    },
    next: (nowMs) => {
      const now = instantOf(nowMs)
      const row = selectNext.get(now, now)
      if (row === undefined) return null
      const { news, ...message } = row
      return { ...message, content: messageContent.parse(JSON.parse(news)) }
    },
    remove: (id) => {
      store.write(() => remove.run(id))
    },
    retryAt: (id, dueMs) => {
      store.write(() => postpone.run(instantOf(dueMs), id))
    },
  }
}
