// The sheets of the sandbox as input for drawing, parsed with the strict schemas of the service.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { DrawnSheet } from '../../../shared/drawing/index.ts'
import { approvalState, piece, profile, unfolding } from '../../../shared/workshop-api/resources/bending-sheet.ts'

const file = z.object({
  sheets: z.array(
    z.object({
      key: z.string(),
      note: z.string().nullable(),
      quantity: z.int(),
      lengthMm: z.number(),
      approval: approvalState,
      pieces: z.array(piece),
      profile,
      unfolding,
    }),
  ),
})

export function sandboxSheets(): DrawnSheet[] {
  const path = new URL('../../../resources/sandbox/sheets.json', import.meta.url)
  return file.parse(JSON.parse(readFileSync(path, 'utf8'))).sheets.map(({ key, approval, ...sheet }, index) => ({
    ...sheet,
    id: key,
    sheetNo: index + 1,
    drawingVersion: 1,
    reworkCount: 0,
    order: { numberDisplay: 'T-000001', title: key, customerName: 'Ærlig Blikk AS', dueDate: '2026-11-24' },
    approval: { state: approval },
  }))
}
