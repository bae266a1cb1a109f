// Sample rows of a day for tests of tables, and the texts of both languages as the station reads them.
import { join } from 'node:path'
import type { EntryView, MarkState } from '../../../shared/station-api/index.ts'
import { exportTexts, type Language } from '../../../src-main/exports/index.ts'
import type { ExportTexts } from '../../../src-main/exports/export-texts.ts'
import { readSentences } from '../../../src-main/platform/translations.ts'

const resources = join(import.meta.dirname, '../../../resources')
export const textsIn = (language: Language): ExportTexts => exportTexts(language, readSentences(resources, language))

export const brakes = [
  { id: '0b0f6d0e-35c7-4c3f-8f4b-0d3f0a7e0001', name: 'Kantpresse 1' },
  { id: '0b0f6d0e-35c7-4c3f-8f4b-0d3f0a7e0002', name: 'Knekkemaskin 1' },
] as const

export const idOf = (sheetNo: number): string => `5f0d7c2e-2f4f-4a53-9d58-${String(sheetNo).padStart(12, '0')}`

export interface LineShape {
  entry?: Partial<EntryView['entry']>
  sheetState?: EntryView['sheetState']
  mark?: MarkState
}

export function line(sheetNo: number, { entry = {}, sheetState = 'ready', mark }: LineShape = {}): EntryView {
  const sheetId = idOf(sheetNo)
  return {
    entry: {
      position: sheetNo,
      sheetId,
      sheetNo,
      version: 1,
      drawingVersion: 2,
      reworkCount: 0,
      orderNumber: 'T-000012',
      title: 'Takrenne Ærøy',
      customerName: 'Bølgen Bygg AS',
      pressBrakeId: brakes[0].id,
      family: 'vindusbeslag',
      material: 'plastbelagt_stal',
      colour: 'RR33',
      thicknessMm: 0.6,
      quantity: 4,
      lengthMm: 2000.5,
      bendCount: 4,
      approval: 'not_required',
      bent: null,
      dueDate: '2026-11-24',
      plannedDate: '2026-11-23',
      ...entry,
    },
    sheetState,
    mark:
      mark === undefined
        ? null
        : {
            id: `mark-${sheetNo}`,
            sheetId,
            state: mark,
            reason: null,
            markedAt: '2026-11-23T08:00:00.000Z',
            heldUntil: null,
            by: 'KN',
            quantity: 3,
            drawingVersion: 2,
          },
  }
}
