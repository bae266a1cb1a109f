// What the workshop does to a sheet at its own desk: another drawing or note, another brake or day, approval, rework.
import type { BendingSheet, EventOrder, EventType } from '../../shared/workshop-api/index.ts'
import { day as dayText } from '../../shared/workshop-api/index.ts'
import type { Parts } from '../parts.ts'
import { reduced } from '../production/sheet-book.ts'
import { instantOf } from '../store/clock.ts'
import { Refusal } from '../store/refusal.ts'
import type { Workshop } from '../store/workshops.ts'

/** A note leaves the drawing as it is; any other member makes a new drawing version. */
export interface SheetChange {
  note?: string | null
  profile?: BendingSheet['profile']
  unfolding?: BendingSheet['unfolding']
  pieces?: BendingSheet['pieces']
}

export interface SheetMove {
  /** A brake's name or id; null takes the sheet off every brake. */
  pressBrake?: string | null
  /** YYYY-MM-DD; null goes by the order's due date. */
  plannedDate?: string | null
}

export interface SheetChanges {
  /** The sheet with an id, or with an order's number and its own (`T-000012/3`). */
  find: (reference: string) => BendingSheet
  change: (reference: string, change: SheetChange) => BendingSheet
  move: (reference: string, move: SheetMove) => BendingSheet
  /** Takes the bent marker away. */
  rework: (reference: string) => BendingSheet
  askApproval: (reference: string) => BendingSheet
  decideApproval: (reference: string, decision: 'approved' | 'change_requested', comment?: string) => BendingSheet
}

export function sheetChanges(parts: Parts, workshop: Workshop): SheetChanges {
  const { store, clock, sheets, orders, events } = parts
  const byNumber = store.db.prepare<[string, string, number], { id: string }>(
    `SELECT s.id FROM bending_sheet s JOIN work_order o ON o.id = s.order_id
     WHERE s.workshop_id = ? AND o.number_display = ? AND s.sheet_no = ?`,
  )
  const brakeCalled = store.db.prepare<[string, string, string], { id: string }>(
    'SELECT id FROM press_brake WHERE workshop_id = ? AND (id = ? OR name = ?)',
  )

  const find = (reference: string): BendingSheet => {
    const [number, sheetNo] = reference.split('/')
    const id =
      sheetNo === undefined ? reference.toLowerCase() : byNumber.get(workshop.id, number ?? '', Number(sheetNo))?.id
    const reach = { workshopId: workshop.id, customerId: null }
    const sheet =
      id === undefined ? null : (sheets.find({ ...reach, isTest: 1 }, id) ?? sheets.find({ ...reach, isTest: 0 }, id))
    if (sheet === null) throw new Refusal('not_found', `there is no sheet ${reference}`)
    return sheet
  }
  const orderOf = (sheet: BendingSheet): EventOrder => {
    const order = orders.findById(sheet.order.id)
    if (order === null) throw new Error(`the order of sheet ${sheet.id} is gone`)
    return order
  }
  const save = (sheet: BendingSheet, changed: Partial<BendingSheet>, nowMs: number): BendingSheet => {
    const stored = { ...sheet, ...changed, version: sheet.version + 1, updatedAt: instantOf(nowMs) }
    sheets.save(stored)
    return stored
  }
  /** Changes that no event is named after are told by the order. */
  const told = (reference: string, changed: (sheet: BendingSheet) => Partial<BendingSheet>): BendingSheet =>
    store.write(() => {
      const nowMs = clock.now()
      const sheet = find(reference)
      const stored = save(sheet, changed(sheet), nowMs)
      orders.change(workshop.id, orderOf(sheet), { type: 'order.updated' }, nowMs)
      return stored
    })
  const named = (
    type: EventType,
    reference: string,
    changed: (sheet: BendingSheet, at: string) => Partial<BendingSheet>,
  ): BendingSheet =>
    store.write(() => {
      const nowMs = clock.now()
      const sheet = find(reference)
      const stored = save(sheet, changed(sheet, instantOf(nowMs)), nowMs)
      const order = orderOf(sheet)
      const customerId = order.customer?.id ?? null
      const data = { bendingSheet: reduced(stored) }
      events.add({ type, workshopId: workshop.id, livemode: !order.isTest, customerId, data }, nowMs)
      return stored
    })

  return {
    find,
    change: (reference, { note, ...drawing }) =>
      told(reference, (sheet) => {
        const pieces = drawing.pieces ?? sheet.pieces
        const redrawn = Object.values(drawing).some((member) => member !== undefined)
        return {
          ...(note === undefined ? {} : { note }),
          ...drawing,
          quantity: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
          lengthMm: Math.max(...pieces.map(({ lengthMm }) => lengthMm)),
          drawingVersion: sheet.drawingVersion + (redrawn ? 1 : 0),
        }
      }),
    move: (reference, { pressBrake, plannedDate }) =>
      told(reference, () => {
        if (typeof plannedDate === 'string' && !dayText.safeParse(plannedDate).success) {
          throw new Refusal('invalid', `${plannedDate} is no date: YYYY-MM-DD`)
        }
        const brake = typeof pressBrake === 'string' ? brakeCalled.get(workshop.id, pressBrake, pressBrake) : undefined
        if (typeof pressBrake === 'string' && brake === undefined) {
          throw new Refusal('not_found', `there is no press brake ${pressBrake}`)
        }
        return {
          ...(pressBrake === undefined ? {} : { pressBrakeId: brake?.id ?? null }),
          ...(plannedDate === undefined ? {} : { plannedDate }),
        }
      }),
    rework: (reference) =>
      named('bending_sheet.rework', reference, ({ bent, reworkCount }, at) => {
        if (bent === null) throw new Refusal('invalid_transition', `sheet ${reference} is not bent`)
        return { bent: null, reworkCount: reworkCount + 1, reworkedAt: at }
      }),
    askApproval: (reference) =>
      named('bending_sheet.sent_for_approval', reference, ({ bent }, at) => {
        if (bent !== null) throw new Refusal('invalid_transition', `sheet ${reference} is bent already`)
        return { approval: { state: 'awaiting', sentAt: at, decidedAt: null, comment: null } }
      }),
    decideApproval: (reference, decision, comment) =>
      named(`bending_sheet.${decision}`, reference, ({ approval }, at) => {
        if (approval.state !== 'awaiting') {
          throw new Refusal('invalid_transition', `sheet ${reference} does not await the customer`)
        }
        return { approval: { state: decision, sentAt: approval.sentAt, decidedAt: at, comment: comment ?? null } }
      }),
  }
}
