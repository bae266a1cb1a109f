// Bending sheets in the store: complete, reduced and as an entry of the list, each as JSON ready to send, next to the columns of queries. A
// sheet is visible as long as its order: the sheets of a forwarded order are hidden.
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { bendingListEntry, bendingSheet, reducedBendingSheet } from '../../shared/workshop-api/index.ts'
import type { BendingSheet, EventOrder, ReducedBendingSheet } from '../../shared/workshop-api/index.ts'
import type { AccessScope } from '../keys/index.ts'
import { dueDateOf } from '../orders/index.ts'
import type { Store } from '../store/index.ts'

export interface SheetStore {
  find: (accessScope: AccessScope, id: string) => BendingSheet | null
  /** The complete sheet as bytes of JSON, as it was at the start of this tick of the event loop. */
  body: (accessScope: AccessScope, id: string) => Buffer | null
  /** The order's sheets, reduced, as bytes of JSON, from the one after `afterSheetNo`. */
  ofOrder: (orderId: string, afterSheetNo: number, limit: number) => { sheet_no: number; reduced: Buffer }[]
  nextSheetNo: (orderId: string) => number
  add: (workshopId: string, isTest: boolean, sheet: BendingSheet) => void
  /** Stores a changed sheet. The caller increments its version. */
  save: (sheet: BendingSheet) => void
  /** Updates the order's data in its sheets, as their next version, if it has changed. */
  copyOrderData: (order: EventOrder) => void
}

/** A list entry in the store. Its position is computed for each list. */
const storedEntry = bendingListEntry.omit({ position: true })

export function sheetStore({ db, reads }: Store): SheetStore {
  // `gone`: the order was forwarded. Stored with the sheet, because this is the most frequent read of every station.
  const sql =
    'SELECT CAST(body AS BLOB) FROM bending_sheet WHERE id = ? AND workshop_id = ? AND is_test = ? AND gone = 0'
  const select = db.prepare<[string, string, number], Buffer>(sql).pluck()
  const selectCommitted = reads.prepare<[string, string, number], Buffer>(sql).pluck()
  const selectOfOrder = db.prepare<[string, number, number], { sheet_no: number; reduced: Buffer }>(
    'SELECT sheet_no, CAST(reduced AS BLOB) AS reduced FROM bending_sheet WHERE order_id = ? AND sheet_no > ? ORDER BY sheet_no LIMIT ?',
  )
  const selectHighestSheetNo = db.prepare<[string], { sheetNo: number | null }>(
    'SELECT max(sheet_no) AS sheetNo FROM bending_sheet WHERE order_id = ?',
  )
  const insert = db.prepare(
    `INSERT INTO bending_sheet (id, workshop_id, is_test, order_id, sheet_no, press_brake_id, day, approval, bent, body, reduced, entry)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = db.prepare(
    'UPDATE bending_sheet SET press_brake_id = ?, day = ?, approval = ?, bent = ?, body = ?, reduced = ?, entry = ? WHERE id = ?',
  )
  const selectBodiesOfOrder = db.prepare<[string], { body: string }>(
    'SELECT body FROM bending_sheet WHERE order_id = ?',
  )
  const save: SheetStore['save'] = (sheet) => {
    update.run(...columns(bendingSheet.parse(sheet)), sheet.id)
  }
  const readBody = (statement: typeof select, { workshopId, isTest }: AccessScope, id: string) =>
    statement.get(id, workshopId, isTest) ?? null

  return {
    body: (accessScope, id) => readBody(selectCommitted, accessScope, id),
    find: (accessScope, id) => {
      const bytes = readBody(select, accessScope, id)
      return bytes === null ? null : bendingSheet.parse(JSON.parse(bytes.toString()))
    },
    ofOrder: (orderId, afterSheetNo, limit) => selectOfOrder.all(orderId, afterSheetNo, limit),
    nextSheetNo: (orderId) => (selectHighestSheetNo.get(orderId)?.sheetNo ?? 0) + 1,
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
    copyOrderData: (order) => {
      const orderData = orderOnSheet(order)
      for (const row of selectBodiesOfOrder.all(order.id)) {
        const sheet = bendingSheet.parse(JSON.parse(row.body))
        if (isDeepStrictEqual(sheet.order, orderData)) continue
        save({ ...sheet, order: orderData, version: sheet.version + 1, updatedAt: order.updatedAt })
      }
    },
  }
}

/** The order's data in a sheet. */
export function orderOnSheet(order: EventOrder): BendingSheet['order'] {
  return {
    id: order.id,
    numberDisplay: order.numberDisplay,
    title: order.title,
    customerName: order.customer?.name ?? null,
    dueDate: dueDateOf(order),
  }
}

/** The sheet as in events and in the order's list of sheets. */
export function reducedSheet({ profile: _profile, unfolding: _unfolding, ...rest }: BendingSheet): ReducedBendingSheet {
  return reducedBendingSheet.parse(rest)
}

function columns(sheet: BendingSheet): (string | number | null)[] {
  return [
    sheet.pressBrakeId,
    sheet.plannedDate ?? sheet.order.dueDate,
    sheet.approval.state,
    sheet.bent === null ? 0 : 1,
    JSON.stringify(sheet),
    JSON.stringify(reducedSheet(sheet)),
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
