// The actions on agreements: make a draft, add positions, send it to the customer, accept or decline it.
import { randomUUID } from 'node:crypto'
import { day, workshopDate } from '../../../shared/workshop-api/index.ts'
import type { Agreement, AgreementStatus } from '../../../shared/workshop-api/index.ts'
import type { AgreementEventType } from '../../agreements/index.ts'
import type { EmbeddedCustomer } from '../../customers/index.ts'
import type { Parts } from '../../parts.ts'
import { Refusal } from '../../store/index.ts'
import type { Workshop } from '../../store/index.ts'

interface NewAgreement {
  title: string
  customer: EmbeddedCustomer
  validUntil: string | null
  leadDays: number | null
  /** 1 is Monday. Empty: any day. */
  deliveryDays: readonly number[]
}

interface NewPosition {
  description: string
  maxLengthMm: number
  /** Lengths in mm, each with its price per piece in øre. */
  prices: readonly { lengthMm: number; unitPriceOre: number }[]
}

export interface AgreementActions {
  /** All agreements with the drafts, in the order of creation. */
  list: () => Agreement[]
  /** Makes a draft. Drafts are not visible in the interface. */
  make: (fields: NewAgreement) => Agreement
  /** Refuses any agreement but a draft. */
  addPosition: (number: string, position: NewPosition) => Agreement
  send: (number: string) => Agreement
  accept: (number: string) => Agreement
  decline: (number: string) => Agreement
}

export function agreementActions({ store, clock, agreements }: Parts, workshop: Workshop): AgreementActions {
  const find = (number: string, status: AgreementStatus): Agreement => {
    const agreement = agreements.findByNumber(workshop.id, number)
    if (agreement === null) throw new Refusal('not_found', `there is no agreement ${number}`)
    if (agreement.status !== status) {
      throw new Refusal('invalid_transition', `agreement ${number} is ${agreement.status}, not ${status}`)
    }
    return agreement
  }
  const move = (
    number: string,
    from: AgreementStatus,
    change: (agreement: Agreement) => Agreement,
    eventType: AgreementEventType,
  ) => store.write(() => agreements.change(workshop, change(find(number, from)), eventType, clock.now()))
  return {
    list: () => agreements.listAll(workshop.id),
    make: ({ deliveryDays, validUntil, ...fields }) =>
      store.write(() => {
        if (validUntil !== null && !day.safeParse(validUntil).success) {
          throw new Refusal('invalid', `${validUntil} is not a date: YYYY-MM-DD`)
        }
        const draft: Agreement = {
          ...fields,
          id: randomUUID(),
          number: agreements.nextNumber(workshop.id),
          status: 'utkast',
          validFrom: workshopDate(clock.now()),
          validUntil,
          deliveryDays: [...deliveryDays],
          positions: [],
          version: 1,
        }
        agreements.add(workshop.id, draft)
        return draft
      }),
    addPosition: (number, { description, maxLengthMm, prices }) =>
      store.write(() => {
        const draft = find(number, 'utkast')
        const positionNo = draft.positions.length + 1
        const position = { id: randomUUID(), positionNo, description, profile: null, unit: 'stk', maxLengthMm }
        const positions = [...draft.positions, { ...position, prices: [...prices] }]
        return agreements.change(workshop, { ...draft, positions }, null, clock.now())
      }),
    send: (number) =>
      move(
        number,
        'utkast',
        (draft) => {
          if (draft.positions.length === 0) throw new Refusal('invalid', `agreement ${number} has no positions yet`)
          return { ...draft, status: 'sendt' }
        },
        'agreement.sent',
      ),
    accept: (number) => move(number, 'sendt', (sent) => ({ ...sent, status: 'aktiv' }), 'agreement.accepted'),
    decline: (number) => move(number, 'sendt', (sent) => ({ ...sent, status: 'avvist' }), 'agreement.declined'),
  }
}
