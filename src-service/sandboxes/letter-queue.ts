// The letters that wait to be sent. Each is written in the transaction of what it tells of, and leaves once it is sent or given up.
import { randomUUID } from 'node:crypto'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'
import { news } from './letters.ts'
import type { News } from './letters.ts'

export interface WaitingLetter {
  id: string
  email: string
  about: News
  /** When it was written. */
  at: string
  /** From then on it is of no use, and given up. */
  until: string
  attempts: number
}

export interface LetterQueue {
  /** Returns the letter's id. */
  add: (email: string, about: News, nowMs: number, untilMs: number) => string
  /** The one that has waited longest of those that are due. */
  next: (nowMs: number) => WaitingLetter | null
  /** It was sent, or given up. */
  end: (id: string) => void
  tryAgain: (id: string, dueMs: number) => void
}

interface Row extends Omit<WaitingLetter, 'about'> {
  news: string
}

export function letterQueue(store: Store): LetterQueue {
  const { db } = store
  const insert = db.prepare<[string, string, string, string, string, string]>(
    'INSERT INTO sandbox_mail (id, email, news, at, until, due_at, attempts) VALUES (?, ?, ?, ?, ?, ?, 0)',
  )
  // What was put off by a clock that has gone back since is not put off for longer than it was.
  const next = db.prepare<[string, string], Row>(
    'SELECT id, email, news, at, until, attempts FROM sandbox_mail WHERE due_at <= ? OR at > ? ORDER BY due_at, id LIMIT 1',
  )
  const remove = db.prepare<[string]>('DELETE FROM sandbox_mail WHERE id = ?')
  const putOff = db.prepare<[string, string]>(
    'UPDATE sandbox_mail SET attempts = attempts + 1, due_at = ? WHERE id = ?',
  )
  return {
    add: (email, about, nowMs, untilMs) => {
      const id = randomUUID()
      const at = instantOf(nowMs)
      store.write(() => insert.run(id, email, JSON.stringify(about), at, instantOf(untilMs), at))
      return id
    },
    next: (nowMs) => {
      const now = instantOf(nowMs)
      const row = next.get(now, now)
      if (row === undefined) return null
      const { news: about, ...rest } = row
      return { ...rest, about: news.parse(JSON.parse(about)) }
    },
    end: (id) => {
      store.write(() => remove.run(id))
    },
    tryAgain: (id, dueMs) => {
      store.write(() => putOff.run(instantOf(dueMs), id))
    },
  }
}
