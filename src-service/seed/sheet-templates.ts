// The templates of the sandbox's sheets in resources/sandbox, and how a sheet is made from one.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { approvalState, bendingSheet, piece, profile, unfolding } from '../../shared/workshop-api/index.ts'
import type { BendingSheet, EventOrder } from '../../shared/workshop-api/index.ts'
import { orderOnSheet } from '../production/index.ts'

const sheetTemplate = z.object({
  key: z.string(),
  /** The day in the list. `past`: for finished orders. `spare`: for the sheets of later days. */
  day: z.enum(['past', 'today', 'next', 'spare']),
  brake: z.string().nullable(),
  orderKey: z.string(),
  approval: approvalState,
  bent: z.boolean(),
  note: z.string().nullable(),
  quantity: z.int(),
  lengthMm: z.number(),
  pieces: z.array(piece),
  profile,
  unfolding,
})
export type SheetTemplate = z.infer<typeof sheetTemplate>

export const sandboxFolder = new URL('../../resources/sandbox/', import.meta.url)

let templates: readonly SheetTemplate[] | null = null

/** Read once, because the file is part of the program. */
export function readSheetTemplates(): readonly SheetTemplate[] {
  if (templates === null) {
    const text = readFileSync(new URL('sheets.json', sandboxFolder), 'utf8')
    templates = z.object({ sheets: z.array(sheetTemplate).min(1) }).parse(JSON.parse(text)).sheets
  }
  return templates
}

export interface SheetPlace {
  id: string
  sheetNo: number
  order: EventOrder
  pressBrakeId: string | null
  /** The day in the list. */
  day: string | null
  createdAt: string
}

/** A new sheet of an order: version 1, not bent, with the approval of the template. */
export function sheetFrom(
  template: SheetTemplate,
  { id, sheetNo, order, pressBrakeId, day, createdAt: seededAt }: SheetPlace,
): BendingSheet {
  const state = template.approval
  const orderData = orderOnSheet(order)
  return bendingSheet.parse({
    id,
    sheetNo,
    version: 1,
    drawingVersion: 1,
    reworkCount: 0,
    reworkedAt: null,
    order: orderData,
    pressBrakeId,
    plannedDate: day === orderData.dueDate ? null : day,
    note: template.note,
    quantity: template.quantity,
    lengthMm: template.lengthMm,
    pieces: template.pieces,
    profile: template.profile,
    unfolding: template.unfolding,
    approval: {
      state,
      sentAt: state === 'not_required' ? null : seededAt,
      decidedAt: state === 'approved' || state === 'change_requested' ? seededAt : null,
      comment: state === 'change_requested' ? 'Kan høyden på fallet endres?' : null,
    },
    bent: null,
    createdAt: seededAt,
    updatedAt: seededAt,
  })
}
