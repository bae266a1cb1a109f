// The flat pattern check of each sheet for its printed page: both figures, and the text of the likely cause. Pure.
import { checkFlatPattern, type AllowanceTables, type LikelyCause } from '../../shared/bending/index.ts'
import type { CheckedSheet, Mm } from '../../shared/bending/index.ts'
import { unlessItThrows, type PrintedCheck } from '../../shared/drawing/files.ts'
import type { ExportTexts } from './export-texts.ts'

export interface Checking {
  readonly toleranceMm: Mm
  readonly allowances: AllowanceTables
}

/** The checks to print, by the sheet's id. Sheets that agree, and sheets that cannot be checked for any reason, are omitted. */
export function printedChecks(
  sheets: readonly (CheckedSheet & { readonly id: string })[],
  { toleranceMm, allowances: tables }: Checking,
  texts: ExportTexts,
): Map<string, PrintedCheck> {
  const checks = new Map<string, PrintedCheck>()
  for (const sheet of sheets) {
    const result = unlessItThrows(sheet.id, () => checkFlatPattern(sheet, { toleranceMm, tables }))
    if ('refused' in result || !result.value.ok) continue
    const { differences, cause } = result.value.value
    if (cause !== null) checks.set(sheet.id, { differences, cause: causeInWords(cause, texts), toleranceMm })
  }
  return checks
}

function causeInWords(cause: LikelyCause, { say, word, figure }: ExportTexts): string {
  const name = `check.cause.${cause.kind}`
  switch (cause.kind) {
    case 'other_k':
      return say(name, { k: figure(Math.round(cause.kFactor * 1000) / 1000) })
    case 'other_hem':
      return say(name, { bend: String(cause.bend + 1), hem: word('hem', cause.hem), gap: figure(cause.gapMm) })
    case 'other_method':
      return say(`${name}_${cause.method}`)
    case 'bend_moved':
      return say(name, { bend: String(cause.bend + 1), by: figure(Math.round(cause.byMm * 10) / 10) })
    case 'din_k_doubled':
    case 'inside_dimensions':
    case 'mould_line_above_90':
    case 'unknown':
      return say(name)
  }
}
