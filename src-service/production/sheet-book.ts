// Bending sheets as they are stored: whole, reduced and as a line of the list, each ready to send, beside what they are
// sought by. A sheet is visible while its order is: a forwarded order takes its sheets along.
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { bendingListEntry, bendingSheet, reducedBendingSheet } from '../../shared/workshop-api/index.ts'
import type { BendingSheet, EventOrder, ReducedBendingSheet } from '../../shared/workshop-api/index.ts'
import type { Reach } from '../keys/key-ring.ts'
import { dueDateOf } from '../orders/order-book.ts'
import type { Store } from '../store/store.ts'

export interface SheetBook {
  find: (reach: Reach, id: string) => BendingSheet | null
  /** The whole sheet as bytes of JSON, as it was when the turn of the event loop began. */
  body: (reach: Reach, id: string) => Buffer | null
  /** The order's sheets, reduced, as bytes of JSON, from the one after `afterSheetNo`. */
  ofOrder: (orderId: string, afterSheetNo: number, limit: number) => { sheet_no: number; reduced: Buffer }[]
  nextSheetNo: (orderId: string) => number
  add: (workshopId: string, isTest: boolean, sheet: BendingSheet) => void
  /** Stores a sheet as it is now; who changes it raises its version. */
  save: (sheet: BendingSheet) => void
  /** Writes on an order's sheets what they show of it, where that has changed: as their next version, on their new day. */
  followOrder: (order: EventOrder) => void
}

/** A list entry as stored: its position is worked out for the list it stands in. */
const storedEntry = bendingListEntry.omit({ position: true })

export function sheetBook({ db, reads }: Store): SheetBook {
  // `gone` is the order's forwarding, noted beside the sheet: this is the read that every station makes most.
  const sql =
    'SELECT CAST(body AS BLOB) FROM bending_sheet WHERE id = ? AND workshop_id = ? AND is_test = ? AND gone = 0'
  const select = db.prepare<[string, string, number], Buffer>(sql).pluck()
  const selectCommitted = reads.prepare<[string, string, number], Buffer>(sql).pluck()
  const selectOfOrder = db.prepare<[string, number, number], { sheet_no: number; reduced: Buffer }>(
    'SELECT sheet_no, CAST(reduced AS BLOB) AS reduced FROM bending_sheet WHERE order_id = ? AND sheet_no > ? ORDER BY sheet_no LIMIT ?',
  )
  const highest = db.prepare<[string], { sheetNo: number | null }>(
    'SELECT max(sheet_no) AS sheetNo FROM bending_sheet WHERE order_id = ?',
  )
  const insert = db.prepare(
    `INSERT INTO bending_sheet (id, workshop_id, is_test, order_id, sheet_no, press_brake_id, day, approval, bent, body, reduced, entry)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = db.prepare(
    'UPDATE bending_sheet SET press_brake_id = ?, day = ?, approval = ?, bent = ?, body = ?, reduced = ?, entry = ? WHERE id = ?',
  )
  const bodiesOfOrder = db.prepare<[string], { body: string }>('SELECT body FROM bending_sheet WHERE order_id = ?')
  const save: SheetBook['save'] = (sheet) => {
    update.run(...columns(bendingSheet.parse(sheet)), sheet.id)
  }
  const bodyIn = (of: typeof select, { workshopId, isTest }: Reach, id: string) =>
    of.get(id, workshopId, isTest) ?? null

  return {
    body: (reach, id) => bodyIn(selectCommitted, reach, id),
    find: (reach, id) => {
      const bytes = bodyIn(select, reach, id)
      return bytes === null ? null : bendingSheet.parse(JSON.parse(bytes.toString()))
    },
    ofOrder: (orderId, afterSheetNo, limit) => selectOfOrder.all(orderId, afterSheetNo, limit),
    nextSheetNo: (orderId) => (highest.get(orderId)?.sheetNo ?? 0) + 1,
    add: (workshopId, isTest, sheet) => {
      insert.run(
        sheet.id,
        workshopId,
        isTest ? 1 : 0,
        sheet.order.id,
        sheet.sheetNo,
        ...columns(bendingSheet.parse(sheet)),
      )
    },
    save,
    followOrder: (order) => {
      const shown = orderOnSheet(order)
      for (const text of bodiesOfOrder.all(order.id)) {
        const sheet = bendingSheet.parse(JSON.parse(text.body))
        if (isDeepStrictEqual(sheet.order, shown)) continue
        save({ ...sheet, order: shown, version: sheet.version + 1, updatedAt: order.updatedAt })
      }
    },
  }
}

/** What a sheet shows of its order. */
export function orderOnSheet(order: EventOrder): BendingSheet['order'] {
  return {
    id: order.id,
    numberDisplay: order.numberDisplay,
    title: order.title,
    customerName: order.customer?.name ?? null,
    dueDate: dueDateOf(order),
  }
}

/** The sheet as events and the order's list carry it. */
export function reduced({ profile: _profile, unfolding: _unfolding, ...rest }: BendingSheet): ReducedBendingSheet {
  return reducedBendingSheet.parse(rest)
}

function columns(sheet: BendingSheet): (string | number | null)[] {
  return [
    sheet.pressBrakeId,
    sheet.plannedDate ?? sheet.order.dueDate,
    sheet.approval.state,
    sheet.bent === null ? 0 : 1,
    JSON.stringify(sheet),
    JSON.stringify(reduced(sheet)),
    JSON.stringify(entryOf(sheet)),
  ]
}

function entryOf(sheet: BendingSheet): z.infer<typeof storedEntry> {
  return storedEntry.parse({
    sheetId: sheet.id,
    sheetNo: sheet.sheetNo,
    version: sheet.version,
    drawingVersion: sheet.drawingVersion,
    reworkCount: sheet.reworkCount,
    orderNumber: sheet.order.numberDisplay,
    title: sheet.order.title,
    customerName: sheet.order.customerName,
    pressBrakeId: sheet.pressBrakeId,
    family: sheet.profile.family,
    material: sheet.profile.material,
    colour: sheet.profile.colour,
    thicknessMm: sheet.profile.thicknessMm,
    quantity: sheet.quantity,
    lengthMm: sheet.lengthMm,
    bendCount: sheet.profile.bends.length,
    approval: sheet.approval.state,
    bent: sheet.bent,
    dueDate: sheet.order.dueDate,
    plannedDate: sheet.plannedDate,
  })
}
