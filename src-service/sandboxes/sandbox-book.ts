// The sandboxes that were made from links, by whose they are: when each was last used, and what it was told. Nothing of it is of the
// interface.
import { sandboxLimits } from '../../shared/workshop-api/index.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'

export interface Sandbox {
  workshopId: string
  slug: string
  email: string
  madeAt: string
  /** When its key last called, or it was made. */
  usedAt: string
  /** The letter that says that it will be deleted; null: none is needed. */
  noticeId: string | null
  /** When that letter left; null: it has not. */
  noticedAt: string | null
  /** Whether its key has ever called. */
  everUsed: boolean
}

export interface SandboxBook {
  add: (workshopId: string, email: string, nowMs: number) => void
  /** By address. */
  list: () => Sandbox[]
  find: (email: string) => Sandbox | null
  /** Takes in when the keys last called: a call forgets what was told of a deletion. */
  takeUses: (nowMs: number) => void
  /** Takes no moment for later than now: a clock that was ahead must not keep a sandbox, and one that went back must not delete it. */
  setToClock: (nowMs: number) => void
  /** A letter that says that it will be deleted waits to be sent. */
  told: (workshopId: string, letterId: string) => void
  /** It has left. */
  letterLeft: (letterId: string, nowMs: number) => void
}

const dayMs = 86_400_000
const noticeMs = sandboxLimits.noticeDays * dayMs
const idleMs = sandboxLimits.idleDays * dayMs

/** From when it is to be told that it will be deleted. In milliseconds since 1970, as all that follow. */
export const noticeDue = ({ usedAt }: Sandbox): number => Date.parse(usedAt) + idleMs - noticeMs

/** When it may be deleted: after so many idle days, and never sooner after the notice than it says; null where none has left. */
export function deletionDue({ usedAt, noticedAt }: Sandbox): number | null {
  return noticedAt === null ? null : Math.max(Date.parse(usedAt) + idleMs, Date.parse(noticedAt) + noticeMs)
}

/** When it will be deleted if it is told now and not used. */
export const deletionIfTold = ({ usedAt }: Sandbox, nowMs: number): number =>
  Math.max(Date.parse(usedAt) + idleMs, nowMs + noticeMs)

interface Row extends Omit<Sandbox, 'everUsed'> {
  everUsed: number
}

const select = `SELECT s.workshop_id AS workshopId, w.slug, s.email, s.made_at AS madeAt, s.used_at AS usedAt,
    s.notice_id AS noticeId, s.noticed_at AS noticedAt,
    EXISTS (SELECT 1 FROM api_key k JOIN key_use u ON u.key_id = k.id WHERE k.workshop_id = s.workshop_id) AS everUsed
  FROM sandbox s JOIN workshop w ON w.id = s.workshop_id`

export function sandboxBook(store: Store): SandboxBook {
  const { db } = store
  const all = db.prepare<[], Row>(`${select} ORDER BY s.email`)
  const byEmail = db.prepare<[string], Row>(`${select} WHERE s.email = ?`)
  const insert = db.prepare<[string, string, string, string]>(
    'INSERT INTO sandbox (workshop_id, email, made_at, used_at) VALUES (?, ?, ?, ?)',
  )
  const takeUses = db.prepare<[string]>(
    `UPDATE sandbox SET used_at = use.at, notice_id = NULL, noticed_at = NULL
     FROM (SELECT k.workshop_id, max(u.last_call_at) AS at FROM api_key k JOIN key_use u ON u.key_id = k.id
           WHERE u.last_call_at <> '' AND u.last_call_at <= ? GROUP BY k.workshop_id) use
     WHERE use.workshop_id = sandbox.workshop_id AND use.at > sandbox.used_at`,
  )
  const dropNeedless = db.prepare(
    `DELETE FROM sandbox_mail WHERE json_extract(news, '$.kind') = 'notice'
       AND id NOT IN (SELECT notice_id FROM sandbox WHERE notice_id IS NOT NULL)`,
  )
  const usedNoLater = db.prepare<[string, string]>('UPDATE sandbox SET used_at = ? WHERE used_at > ?')
  const noticedNoLater = db.prepare<[string, string]>('UPDATE sandbox SET noticed_at = ? WHERE noticed_at > ?')
  const askedNoLater = db.prepare<[string, string]>('UPDATE sandbox_ask SET at = ? WHERE at > ?')
  const calledNoLater = db.prepare<[string, string]>(
    `UPDATE key_use SET last_call_at = ? WHERE last_call_at > ?
       AND key_id IN (SELECT k.id FROM api_key k JOIN sandbox s ON s.workshop_id = k.workshop_id)`,
  )
  const setNotice = db.prepare<[string, string]>('UPDATE sandbox SET notice_id = ? WHERE workshop_id = ?')
  const setNoticed = db.prepare<[string, string]>('UPDATE sandbox SET noticed_at = ? WHERE notice_id = ?')
  const sandboxOf = (row: Row): Sandbox => ({ ...row, everUsed: row.everUsed === 1 })
  return {
    add: (workshopId, email, nowMs) => {
      const at = instantOf(nowMs)
      store.write(() => insert.run(workshopId, email, at, at))
    },
    list: () => all.all().map(sandboxOf),
    find: (email) => {
      const row = byEmail.get(email)
      return row === undefined ? null : sandboxOf(row)
    },
    takeUses: (nowMs) => {
      store.write(() => {
        takeUses.run(instantOf(nowMs))
        dropNeedless.run()
      })
    },
    setToClock: (nowMs) => {
      const now = instantOf(nowMs)
      store.write(() => {
        for (const each of [usedNoLater, noticedNoLater, askedNoLater, calledNoLater]) each.run(now, now)
      })
    },
    told: (workshopId, letterId) => {
      store.write(() => setNotice.run(letterId, workshopId))
    },
    letterLeft: (letterId, nowMs) => {
      store.write(() => setNoticed.run(instantOf(nowMs), letterId))
    },
  }
}
