// GET /bending-sheets/{id}/dxf and /pdf: the drawing of a sheet.
import type { BendingSheet } from '../../shared/workshop-api/index.ts'
import { Failure } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { AccessScope } from '../keys/index.ts'
import type { SheetStore } from '../production/index.ts'
import type { DocumentWorkers } from './document-workers.ts'

export function sheetFiles(
  sheets: SheetStore,
  { draw }: DocumentWorkers,
): Pick<Operations, 'readBendingSheetPdf' | 'readBendingSheetDxf'> {
  const sheetOf = ({ accessScope, params }: { accessScope: AccessScope; params: { id: string } }): BendingSheet => {
    const sheet = sheets.find(accessScope, params.id)
    if (sheet === null) throw new Failure('not_found')
    return sheet
  }
  return {
    readBendingSheetDxf: async (call) => {
      const sheet = sheetOf(call)
      return { body: await draw({ kind: 'sheet_dxf', sheet }), fileName: fileName(sheet, 'dxf') }
    },
    readBendingSheetPdf: async (call) => {
      const sheet = sheetOf(call)
      return { body: await draw({ kind: 'sheet_pdf', sheet }), fileName: fileName(sheet, 'pdf') }
    },
  }
}

function fileName({ order, sheetNo, drawingVersion }: BendingSheet, extension: string): string {
  return `${order.numberDisplay}-${sheetNo}-v${drawingVersion}.${extension}`
}
