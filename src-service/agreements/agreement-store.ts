// The workshop's agreements in the store: read for the interface and for call-offs, and changed in one transaction with their events.
import { agreement, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Agreement, EventType } from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/event-log.ts'
import { reachParameters } from '../keys/key-ring.ts'
import type { Reach, ReachParameters } from '../keys/key-ring.ts'
import type { Store } from '../store/store.ts'

type Workshop = { id: string; sandbox: boolean }

export interface AgreementStore {
  /** The agreement with a number or an id, if the key sees it. No key sees drafts. */
  find: (reach: Reach, by: { number: string } | { id: string }) => Agreement | null
  /** The agreements after a place, in the order of creation; 0: from the first. Without drafts. */
  list: (reach: Reach, after: number, limit: number) => { place: number; agreement: Agreement }[]
  /** With drafts, for the administration. */
  numbered: (workshopId: string, number: string) => Agreement | null
  /** With drafts, in the order of creation. */
  all: (workshopId: string) => Agreement[]
  nextNumber: (workshopId: string) => string
  add: (workshopId: string, added: Agreement) => void
  /** Stores the next version, and sends an event if `news` names one. */
  change: (workshop: Workshop, changed: Agreement, news: AgreementNews | null, nowMs: number) => Agreement
  /** Sets the agreements whose last day has passed to `utlopt`. */
  expire: (nowMs: number) => void
}

export type AgreementNews = Extract<EventType, `agreement.${string}`>

const firstNumber = 1001

export function agreementStore({ db, write }: Store, events: EventLog): AgreementStore {
  // All agreements of a sandbox are test data, and all of a live workshop are live data, as for customers.
  const seen = `FROM agreement a JOIN workshop w ON w.id = a.workshop_id
    WHERE a.workshop_id = ? AND w.sandbox = ? AND (? IS NULL OR a.customer_id = ?) AND json_extract(a.body, '$.status') <> 'utkast'`
  const one = db.prepare<[...ReachParameters, string | null, string | null], { body: string }>(
    `SELECT a.body ${seen} AND (a.number = ? OR a.id = ?)`,
  )
  const page = db.prepare<[...ReachParameters, number, number], { place: number; body: string }>(
    `SELECT a.rowid AS place, a.body ${seen} AND a.rowid > ? ORDER BY a.rowid LIMIT ?`,
  )
  const any = db.prepare<[string, string], { body: string }>(
    'SELECT body FROM agreement WHERE workshop_id = ? AND number = ?',
  )
  const every = db.prepare<[string], { body: string }>(
    'SELECT body FROM agreement WHERE workshop_id = ? ORDER BY rowid',
  )
  const last = db.prepare<[string], { number: number | null }>(
    'SELECT max(CAST(number AS INTEGER)) AS number FROM agreement WHERE workshop_id = ?',
  )
  const ended = db.prepare<[string], { body: string }>(
    `SELECT body FROM agreement WHERE json_extract(body, '$.status') IN ('sendt', 'aktiv') AND json_extract(body, '$.validUntil') < ?`,
  )
  const insert = db.prepare('INSERT INTO agreement (id, workshop_id, number, customer_id, body) VALUES (?, ?, ?, ?, ?)')
  const update = db.prepare('UPDATE agreement SET body = ? WHERE id = ?')
  const save = (changed: Agreement): Agreement => {
    const stored = agreement.parse({ ...changed, version: changed.version + 1 })
    update.run(JSON.stringify(stored), stored.id)
    return stored
  }
  return {
    find: (reach, by) => {
      const [number, id] = 'number' in by ? [by.number, null] : [null, by.id]
      const row = one.get(...reachParameters(reach), number, id)
      return row === undefined ? null : agreementOf(row)
    },
    list: (reach, after, limit) =>
      page
        .all(...reachParameters(reach), after, limit)
        .map((row) => ({ place: row.place, agreement: agreementOf(row) })),
    numbered: (workshopId, number) => {
      const row = any.get(workshopId, number)
      return row === undefined ? null : agreementOf(row)
    },
    all: (workshopId) => every.all(workshopId).map(agreementOf),
    nextNumber: (workshopId) => String((last.get(workshopId)?.number ?? firstNumber - 1) + 1),
    add: (workshopId, added) => {
      insert.run(added.id, workshopId, added.number, added.customer.id, JSON.stringify(agreement.parse(added)))
    },
    change: (workshop, changed, news, nowMs) =>
      write(() => {
        const stored = save(changed)
        const whom = { workshopId: workshop.id, livemode: !workshop.sandbox, customerId: stored.customer.id }
        if (news !== null) events.add({ type: news, ...whom, data: { agreement: stored } }, nowMs)
        return stored
      }),
    expire: (nowMs) => {
      write(() => {
        for (const row of ended.all(workshopDate(nowMs))) save({ ...agreementOf(row), status: 'utlopt' })
      })
    },
  }
}

const agreementOf = ({ body }: { body: string }): Agreement => agreement.parse(JSON.parse(body))
