// The sandboxes that were made from links: the owner's address, the last use and the notice of deletion. Not visible in the interface.
import { dayMs } from '../../shared/base/durations.ts'
import { sandboxLimits } from '../../shared/workshop-api/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'

export interface Sandbox {
  workshopId: string
  slug: string
  email: string
  madeAt: string
  /** The last call of its key, or its creation. */
  usedAt: string
  /** The message that announces the deletion; null: none is queued or sent. */
  noticeId: string | null
  /** When that message was sent; null: not yet. */
  noticedAt: string | null
  /** Whether its key has ever called. */
  everUsed: boolean
}

export interface SandboxStore {
  add: (workshopId: string, email: string, nowMs: number) => void
  /** Sorted by address. */
  list: () => Sandbox[]
  find: (email: string) => Sandbox | null
  /** Copies the times of the keys' last calls. A call cancels the notice of deletion. */
  recordUses: (nowMs: number) => void
  /** Limits stored times to `nowMs`. A clock that was ahead must not delay a deletion, and one that is set back must not cause one. */
  limitTimesTo: (nowMs: number) => void
  /** The notice of deletion is queued. */
  setNotice: (workshopId: string, messageId: string) => void
  /** The notice of deletion was sent, or given up. */
  setNoticeSent: (messageId: string, nowMs: number) => void
}

const noticeMs = sandboxLimits.noticeDays * dayMs
const idleMs = sandboxLimits.idleDays * dayMs

/** When the notice is due, in milliseconds since 1970 (as below). */
export const noticeDue = ({ usedAt }: Sandbox): number => Date.parse(usedAt) + idleMs - noticeMs

/** When the sandbox may be deleted: after the idle days, and not before the period of the notice has passed. Null before the notice was sent. */
export function deletionDue({ usedAt, noticedAt }: Sandbox): number | null {
  return noticedAt === null ? null : Math.max(Date.parse(usedAt) + idleMs, Date.parse(noticedAt) + noticeMs)
}

/** When the sandbox is deleted if its notice is sent now and it is not used. */
export const deletionIfNotifiedNow = ({ usedAt }: Sandbox, nowMs: number): number =>
  Math.max(Date.parse(usedAt) + idleMs, nowMs + noticeMs)

interface Row extends Omit<Sandbox, 'everUsed'> {
  everUsed: number
}

const select = `SELECT s.workshop_id AS workshopId, w.slug, s.email, s.made_at AS madeAt, s.used_at AS usedAt,
    s.notice_id AS noticeId, s.noticed_at AS noticedAt,
    EXISTS (SELECT 1 FROM api_key k JOIN key_use u ON u.key_id = k.id WHERE k.workshop_id = s.workshop_id) AS everUsed
  FROM sandbox s JOIN workshop w ON w.id = s.workshop_id`

export function sandboxStore(store: Store): SandboxStore {
  const { db } = store
  const selectAll = db.prepare<[], Row>(`${select} ORDER BY s.email`)
  const selectByEmail = db.prepare<[string], Row>(`${select} WHERE s.email = ?`)
  const insert = db.prepare<[string, string, string, string]>(
    'INSERT INTO sandbox (workshop_id, email, made_at, used_at) VALUES (?, ?, ?, ?)',
  )
  const updateUses = db.prepare<[string]>(
    `UPDATE sandbox SET used_at = use.at, notice_id = NULL, noticed_at = NULL
     FROM (SELECT k.workshop_id, max(u.last_call_at) AS at FROM api_key k JOIN key_use u ON u.key_id = k.id
           WHERE u.last_call_at <> '' AND u.last_call_at <= ? GROUP BY k.workshop_id) use
     WHERE use.workshop_id = sandbox.workshop_id AND use.at > sandbox.used_at`,
  )
  const deleteObsoleteNotices = db.prepare(
    `DELETE FROM sandbox_mail WHERE json_extract(news, '$.kind') = 'notice'
       AND id NOT IN (SELECT notice_id FROM sandbox WHERE notice_id IS NOT NULL)`,
  )
  const limitUsed = db.prepare<[string, string]>('UPDATE sandbox SET used_at = ? WHERE used_at > ?')
  const limitNoticed = db.prepare<[string, string]>('UPDATE sandbox SET noticed_at = ? WHERE noticed_at > ?')
  const limitRequested = db.prepare<[string, string]>('UPDATE sandbox_ask SET at = ? WHERE at > ?')
  const limitCalled = db.prepare<[string, string]>(
    `UPDATE key_use SET last_call_at = ? WHERE last_call_at > ?
       AND key_id IN (SELECT k.id FROM api_key k JOIN sandbox s ON s.workshop_id = k.workshop_id)`,
  )
  const updateNotice = db.prepare<[string, string]>('UPDATE sandbox SET notice_id = ? WHERE workshop_id = ?')
  const updateNoticeSent = db.prepare<[string, string]>('UPDATE sandbox SET noticed_at = ? WHERE notice_id = ?')
  const sandboxOf = (row: Row): Sandbox => ({ ...row, everUsed: row.everUsed === 1 })
  return {
    add: (workshopId, email, nowMs) => {
      const instant = instantOf(nowMs)
      store.write(() => insert.run(workshopId, email, instant, instant))
    },
    list: () => selectAll.all().map(sandboxOf),
    find: (email) => {
      const row = selectByEmail.get(email)
      return row === undefined ? null : sandboxOf(row)
    },
    recordUses: (nowMs) => {
      store.write(() => {
        updateUses.run(instantOf(nowMs))
        deleteObsoleteNotices.run()
      })
    },
    limitTimesTo: (nowMs) => {
      const now = instantOf(nowMs)
      store.write(() => {
        for (const limit of [limitUsed, limitNoticed, limitRequested, limitCalled]) limit.run(now, now)
      })
    },
    setNotice: (workshopId, messageId) => {
      store.write(() => updateNotice.run(messageId, workshopId))
    },
    setNoticeSent: (messageId, nowMs) => {
      store.write(() => updateNoticeSent.run(instantOf(nowMs), messageId))
    },
  }
}
