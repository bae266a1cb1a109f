// The workshop's agreements in the store: read for the interface and for call-offs, and changed in one transaction with their events.
import { agreement, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Agreement, EventType } from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/index.ts'
import { accessScopeParameters } from '../keys/index.ts'
import type { AccessScope, AccessScopeParameters } from '../keys/index.ts'
import type { Store } from '../store/index.ts'

type Workshop = { id: string; sandbox: boolean }

export interface AgreementStore {
  /** The agreement with a number or an id. Null if the key may not read it; drafts are never returned. */
  find: (accessScope: AccessScope, selector: { number: string } | { id: string }) => Agreement | null
  /** The agreements with a higher row id than `after`, in the order of creation; 0: from the first. Without drafts. */
  list: (accessScope: AccessScope, after: number, limit: number) => { rowid: number; agreement: Agreement }[]
  /** The agreement with a number, also if it is a draft: for the administration. */
  findByNumber: (workshopId: string, number: string) => Agreement | null
  /** All agreements with the drafts, in the order of creation. */
  listAll: (workshopId: string) => Agreement[]
  /** The number of the next agreement. Called in the transaction of `add`: until then, another caller gets the same number. */
  nextNumber: (workshopId: string) => string
  /** Throws if the workshop has an agreement with this number. */
  add: (workshopId: string, agreement: Agreement) => void
  /**
   * Stores the agreement as its next version, which it returns, and sends an event unless `eventType` is null. Throws if the agreement does
   * not match its schema. The caller checks the transition.
   */
  change: (workshop: Workshop, agreement: Agreement, eventType: AgreementEventType | null, nowMs: number) => Agreement
  /** Sets the agreements whose last day has passed to `utlopt`. Sends no events: the specification has none for it. */
  expire: (nowMs: number) => void
}

export type AgreementEventType = Extract<EventType, `agreement.${string}`>

const firstNumber = 1001

export function agreementStore({ db, write }: Store, events: EventLog): AgreementStore {
  // All agreements of a sandbox are test data, and all of a live workshop are live data, as for customers.
  const visibleFrom = `FROM agreement a JOIN workshop w ON w.id = a.workshop_id
    WHERE a.workshop_id = ? AND w.sandbox = ? AND (? IS NULL OR a.customer_id = ?) AND json_extract(a.body, '$.status') <> 'utkast'`
  const selectOne = db.prepare<[...AccessScopeParameters, string | null, string | null], { body: string }>(
    `SELECT a.body ${visibleFrom} AND (a.number = ? OR a.id = ?)`,
  )
  const selectPage = db.prepare<[...AccessScopeParameters, number, number], { rowid: number; body: string }>(
    `SELECT a.rowid AS rowid, a.body ${visibleFrom} AND a.rowid > ? ORDER BY a.rowid LIMIT ?`,
  )
  const selectByNumber = db.prepare<[string, string], { body: string }>(
    'SELECT body FROM agreement WHERE workshop_id = ? AND number = ?',
  )
  const selectAll = db.prepare<[string], { body: string }>(
    'SELECT body FROM agreement WHERE workshop_id = ? ORDER BY rowid',
  )
  const selectLastNumber = db.prepare<[string], { number: number | null }>(
    'SELECT max(CAST(number AS INTEGER)) AS number FROM agreement WHERE workshop_id = ?',
  )
  const selectEnded = db.prepare<[string], { body: string }>(
    `SELECT body FROM agreement WHERE json_extract(body, '$.status') IN ('sendt', 'aktiv') AND json_extract(body, '$.validUntil') < ?`,
  )
  const insert = db.prepare('INSERT INTO agreement (id, workshop_id, number, customer_id, body) VALUES (?, ?, ?, ?, ?)')
  const update = db.prepare('UPDATE agreement SET body = ? WHERE id = ?')
  const save = (nextVersion: Agreement): Agreement => {
    const stored = agreement.parse({ ...nextVersion, version: nextVersion.version + 1 })
    update.run(JSON.stringify(stored), stored.id)
    return stored
  }
  return {
    find: (accessScope, selector) => {
      const [number, id] = 'number' in selector ? [selector.number, null] : [null, selector.id]
      const row = selectOne.get(...accessScopeParameters(accessScope), number, id)
      return row === undefined ? null : parseAgreement(row)
    },
    list: (accessScope, after, limit) =>
      selectPage
        .all(...accessScopeParameters(accessScope), after, limit)
        .map((row) => ({ rowid: row.rowid, agreement: parseAgreement(row) })),
    findByNumber: (workshopId, number) => {
      const row = selectByNumber.get(workshopId, number)
      return row === undefined ? null : parseAgreement(row)
    },
    listAll: (workshopId) => selectAll.all(workshopId).map(parseAgreement),
    nextNumber: (workshopId) => String((selectLastNumber.get(workshopId)?.number ?? firstNumber - 1) + 1),
    add: (workshopId, newAgreement) => {
      insert.run(
        newAgreement.id,
        workshopId,
        newAgreement.number,
        newAgreement.customer.id,
        JSON.stringify(agreement.parse(newAgreement)),
      )
    },
    change: (workshop, nextVersion, eventType, nowMs) =>
      write(() => {
        const stored = save(nextVersion)
        const audience = { workshopId: workshop.id, livemode: !workshop.sandbox, customerId: stored.customer.id }
        if (eventType !== null) events.add({ type: eventType, ...audience, data: { agreement: stored } }, nowMs)
        return stored
      }),
    expire: (nowMs) => {
      write(() => {
        for (const row of selectEnded.all(workshopDate(nowMs))) save({ ...parseAgreement(row), status: 'utlopt' })
      })
    },
  }
}

const parseAgreement = ({ body }: { body: string }): Agreement => agreement.parse(JSON.parse(body))
