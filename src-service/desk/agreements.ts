// Agreements as the people at the desk make them: a draft gets its positions, is sent to the customer, and is accepted or declined.
import { randomUUID } from 'node:crypto'
import { day, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Agreement, AgreementStatus } from '../../shared/workshop-api/index.ts'
import type { AgreementNews } from '../agreements/agreement-book.ts'
import type { EmbeddedCustomer } from '../customers/customer-book.ts'
import type { Parts } from '../parts.ts'
import { Refusal } from '../store/refusal.ts'
import type { Workshop } from '../store/workshops.ts'

export interface AgreementWanted {
  title: string
  customer: EmbeddedCustomer
  validUntil: string | null
  leadDays: number | null
  /** 1 is Monday; none: any day. */
  deliveryDays: readonly number[]
}

export interface PositionWanted {
  description: string
  maxLengthMm: number
  /** Lengths in mm, each with its price a piece in øre. */
  prices: readonly { lengthMm: number; unitPriceOre: number }[]
}

export interface AgreementDesk {
  /** Drafts too, in the order in which they were made. */
  list: () => Agreement[]
  /** A draft, which nobody sees. */
  make: (wanted: AgreementWanted) => Agreement
  /** Refused of anything but a draft. */
  addPosition: (number: string, wanted: PositionWanted) => Agreement
  send: (number: string) => Agreement
  accept: (number: string) => Agreement
  decline: (number: string) => Agreement
}

export function agreementDesk({ store, clock, agreements }: Parts, workshop: Workshop): AgreementDesk {
  const find = (number: string, status: AgreementStatus): Agreement => {
    const found = agreements.numbered(workshop.id, number)
    if (found === null) throw new Refusal('not_found', `there is no agreement ${number}`)
    if (found.status !== status) {
      throw new Refusal('invalid_transition', `agreement ${number} is ${found.status}, not ${status}`)
    }
    return found
  }
  const move = (
    number: string,
    from: AgreementStatus,
    changed: (agreement: Agreement) => Agreement,
    news: AgreementNews,
  ) => store.write(() => agreements.change(workshop, changed(find(number, from)), news, clock.now()))
  return {
    list: () => agreements.all(workshop.id),
    make: ({ deliveryDays, validUntil, ...wanted }) =>
      store.write(() => {
        if (validUntil !== null && !day.safeParse(validUntil).success) {
          throw new Refusal('invalid', `${validUntil} is no date: YYYY-MM-DD`)
        }
        const made: Agreement = {
          ...wanted,
          id: randomUUID(),
          number: agreements.nextNumber(workshop.id),
          status: 'utkast',
          validFrom: workshopDate(clock.now()),
          validUntil,
          deliveryDays: [...deliveryDays],
          positions: [],
          version: 1,
        }
        agreements.add(workshop.id, made)
        return made
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
