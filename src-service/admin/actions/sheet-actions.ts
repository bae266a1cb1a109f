// The workshop's actions on a bending sheet: new drawing or note, another brake or day, approval, rework.
import type { BendingSheet, EventOrder, EventType } from '../../../shared/workshop-api/index.ts'
import { day as dayText } from '../../../shared/workshop-api/index.ts'
import type { Parts } from '../../parts.ts'
import { reducedSheet } from '../../production/index.ts'
import { Refusal, instantOf } from '../../store/index.ts'
import type { Connection, Workshop } from '../../store/index.ts'

/** A change of the note only leaves the drawing version. Any other member makes a new drawing version. */
export interface SheetChange {
  note?: string | null
  profile?: BendingSheet['profile']
  unfolding?: BendingSheet['unfolding']
  pieces?: BendingSheet['pieces']
}

export interface SheetMove {
  /** A brake's name or id; null: no brake. */
  pressBrake?: string | null
  /** YYYY-MM-DD; null: the order's due date applies. */
  plannedDate?: string | null
}

/** The methods refer to a sheet by its id, or by order and sheet number (`T-000012/3`). */
export class SheetActions {
  readonly #parts: Parts
  readonly #workshopId: string
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(parts: Parts, workshop: Workshop) {
    this.#parts = parts
    this.#workshopId = workshop.id
    this.#sql = prepareStatements(parts.store.db)
  }

  find(reference: string): BendingSheet {
    const { sheets } = this.#parts
    const [number, sheetNo] = reference.split('/')
    const id =
      sheetNo === undefined
        ? reference.toLowerCase()
        : this.#sql.byNumber.get(this.#workshopId, number ?? '', Number(sheetNo))?.id
    const owner = { workshopId: this.#workshopId, customerId: null }
    const sheet =
      id === undefined ? null : (sheets.find({ ...owner, isTest: 1 }, id) ?? sheets.find({ ...owner, isTest: 0 }, id))
    if (sheet === null) throw new Refusal('not_found', `there is no sheet ${reference}`)
    return sheet
  }

  change(reference: string, { note, ...drawing }: SheetChange): BendingSheet {
    return this.#updateWithOrderEvent(reference, (sheet) => {
      const pieces = drawing.pieces ?? sheet.pieces
      const isRedrawn = Object.values(drawing).some((member) => member !== undefined)
      return {
        ...(note === undefined ? {} : { note }),
        ...drawing,
        quantity: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
        lengthMm: Math.max(...pieces.map(({ lengthMm }) => lengthMm)),
        drawingVersion: sheet.drawingVersion + (isRedrawn ? 1 : 0),
      }
    })
  }

  move(reference: string, { pressBrake, plannedDate }: SheetMove): BendingSheet {
    return this.#updateWithOrderEvent(reference, () => {
      if (typeof plannedDate === 'string' && !dayText.safeParse(plannedDate).success) {
        throw new Refusal('invalid', `${plannedDate} is not a date: YYYY-MM-DD`)
      }
      return {
        ...(pressBrake === undefined ? {} : { pressBrakeId: pressBrake === null ? null : this.#brakeId(pressBrake) }),
        ...(plannedDate === undefined ? {} : { plannedDate }),
      }
    })
  }

  /** Removes the bent marker. */
  rework(reference: string): BendingSheet {
    return this.#updateWithSheetEvent('bending_sheet.rework', reference, ({ bent, reworkCount }, instant) => {
      if (bent === null) throw new Refusal('invalid_transition', `sheet ${reference} is not bent`)
      return { bent: null, reworkCount: reworkCount + 1, reworkedAt: instant }
    })
  }

  requestApproval(reference: string): BendingSheet {
    return this.#updateWithSheetEvent('bending_sheet.sent_for_approval', reference, ({ bent }, instant) => {
      if (bent !== null) throw new Refusal('invalid_transition', `sheet ${reference} is bent already`)
      return { approval: { state: 'awaiting', sentAt: instant, decidedAt: null, comment: null } }
    })
  }

  decideApproval(reference: string, decision: 'approved' | 'change_requested', comment?: string): BendingSheet {
    return this.#updateWithSheetEvent(`bending_sheet.${decision}`, reference, ({ approval }, instant) => {
      if (approval.state !== 'awaiting') {
        throw new Refusal('invalid_transition', `sheet ${reference} does not await the customer`)
      }
      return { approval: { state: decision, sentAt: approval.sentAt, decidedAt: instant, comment: comment ?? null } }
    })
  }

  /** Makes a change that has no event of its own: the order's `order.updated` reports it. */
  #updateWithOrderEvent(reference: string, changesOf: (sheet: BendingSheet) => Partial<BendingSheet>): BendingSheet {
    const { store, clock, orders } = this.#parts
    return store.write(() => {
      const nowMs = clock.now()
      const sheet = this.find(reference)
      const stored = this.#save(sheet, changesOf(sheet), nowMs)
      orders.change(this.#workshopId, this.#orderOf(sheet), { type: 'order.updated' }, nowMs)
      return stored
    })
  }

  #updateWithSheetEvent(
    type: EventType,
    reference: string,
    changesOf: (sheet: BendingSheet, instant: string) => Partial<BendingSheet>,
  ): BendingSheet {
    const { store, clock, events } = this.#parts
    return store.write(() => {
      const nowMs = clock.now()
      const sheet = this.find(reference)
      const stored = this.#save(sheet, changesOf(sheet, instantOf(nowMs)), nowMs)
      const order = this.#orderOf(sheet)
      const customerId = order.customer?.id ?? null
      const data = { bendingSheet: reducedSheet(stored) }
      events.add({ type, workshopId: this.#workshopId, livemode: !order.isTest, customerId, data }, nowMs)
      return stored
    })
  }

  #save(sheet: BendingSheet, changes: Partial<BendingSheet>, nowMs: number): BendingSheet {
    const stored = { ...sheet, ...changes, version: sheet.version + 1, updatedAt: instantOf(nowMs) }
    this.#parts.sheets.save(stored)
    return stored
  }

  #orderOf(sheet: BendingSheet): EventOrder {
    const order = this.#parts.orders.findById(sheet.order.id)
    if (order === null) throw new Error(`the order of sheet ${sheet.id} does not exist`)
    return order
  }

  #brakeId(nameOrId: string): string {
    const brake = this.#sql.brakeNamed.get(this.#workshopId, nameOrId, nameOrId)
    if (brake === undefined) throw new Refusal('not_found', `there is no press brake ${nameOrId}`)
    return brake.id
  }
}

function prepareStatements(db: Connection) {
  return {
    byNumber: db.prepare<[string, string, number], { id: string }>(
      `SELECT s.id FROM bending_sheet s JOIN work_order o ON o.id = s.order_id
       WHERE s.workshop_id = ? AND o.number_display = ? AND s.sheet_no = ?`,
    ),
    brakeNamed: db.prepare<[string, string, string], { id: string }>(
      'SELECT id FROM press_brake WHERE workshop_id = ? AND (id = ? OR name = ?)',
    ),
  }
}
