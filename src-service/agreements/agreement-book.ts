// The workshop's agreements as they are stored, as far as calling them off needs.
import type { Reach } from '../keys/key-ring.ts'
import type { Store } from '../store/store.ts'
import { calledAgreement } from './call-off.ts'
import type { CalledAgreement } from './call-off.ts'

export interface AgreementBook {
  /** The agreement with a number or an id, if the key sees it. */
  find: (reach: Reach, by: { number: string } | { id: string }) => CalledAgreement | null
}

export function agreementBook({ db }: Store): AgreementBook {
  // As with customers, whether an agreement is test data is the workshop's: a sandbox's are, a live workshop's are not.
  const select = db.prepare<
    [string, number, string | null, string | null, string | null, string | null],
    { body: string }
  >(
    `SELECT a.body FROM agreement a JOIN workshop w ON w.id = a.workshop_id
     WHERE a.workshop_id = ? AND w.sandbox = ? AND (? IS NULL OR a.customer_id = ?) AND (a.number = ? OR a.id = ?)`,
  )
  return {
    find: ({ workshopId, isTest, customerId }, by) => {
      const [number, id] = 'number' in by ? [by.number, null] : [null, by.id]
      const row = select.get(workshopId, isTest, customerId, customerId, number, id)
      return row === undefined ? null : calledAgreement.parse(JSON.parse(row.body))
    },
  }
}
