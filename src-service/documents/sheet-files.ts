// GET /bending-sheets/{id}/dxf and /pdf: the drawing of a sheet.
import { readFileSync } from 'node:fs'
import { sheetDxf, sheetPdf } from '../../shared/drawing/files.ts'
import type { BendingSheet } from '../../shared/workshop-api/index.ts'
import { Failure } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { AccessScope } from '../keys/index.ts'
import type { SheetStore } from '../production/index.ts'

export function sheetFiles(sheets: SheetStore): Pick<Operations, 'readBendingSheetPdf' | 'readBendingSheetDxf'> {
  const font = readFileSync(new URL('../../resources/fonts/DejaVuSans.ttf', import.meta.url))
  const sheetOf = ({ accessScope, params }: { accessScope: AccessScope; params: { id: string } }): BendingSheet => {
    const sheet = sheets.find(accessScope, params.id)
    if (sheet === null) throw new Failure('not_found')
    return sheet
  }
  return {
    readBendingSheetDxf: (call) => {
      const sheet = sheetOf(call)
      const dxf = sheetDxf(sheet)
      if (!dxf.ok) throw new Error(`sheet ${sheet.id} cannot be drawn: ${JSON.stringify(dxf.error)}`)
      return { body: dxf.value, fileName: fileName(sheet, 'dxf') }
    },
    readBendingSheetPdf: async (call) => {
      const sheet = sheetOf(call)
      const { bytes, refused } = await sheetPdf([sheet], { font })
      if (bytes === null) throw new Error(`sheet ${sheet.id} cannot be drawn: ${JSON.stringify(refused)}`)
      return { body: bytes, fileName: fileName(sheet, 'pdf') }
    },
  }
}

function fileName({ order, sheetNo, drawingVersion }: BendingSheet, extension: string): string {
  return `${order.numberDisplay}-${sheetNo}-v${drawingVersion}.${extension}`
}
