// GET /bending-sheets/{id}/dxf and /pdf: the sheet drawn.
import { sheetDxf } from '../../shared/drawing/files.ts'
import type { BendingSheet } from '../../shared/workshop-api/index.ts'
import { Failure } from '../http/failure.ts'
import type { Operations } from '../http/operation.ts'
import type { SheetBook } from './sheet-book.ts'

export function sheetFiles(sheets: SheetBook): Pick<Operations, 'readBendingSheetPdf' | 'readBendingSheetDxf'> {
  return {
    readBendingSheetDxf: ({ reach, params }) => {
      const sheet = sheets.find(reach, params.id)
      if (sheet === null) throw new Failure('not_found')
      const dxf = sheetDxf(sheet)
      if (!dxf.ok) throw new Error(`sheet ${sheet.id} cannot be drawn: ${JSON.stringify(dxf.refusal)}`)
      return { body: dxf.value, fileName: fileName(sheet, 'dxf') }
    },
    readBendingSheetPdf: ({ reach, params }) => {
      const sheet = sheets.find(reach, params.id)
      if (sheet === null) throw new Failure('not_found')
      throw new Failure('unavailable')
    },
  }
}

function fileName({ order, sheetNo, drawingVersion }: BendingSheet, extension: string): string {
  return `${order.numberDisplay}-${sheetNo}-v${drawingVersion}.${extension}`
}
