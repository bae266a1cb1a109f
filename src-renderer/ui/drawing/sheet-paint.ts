// The colours in which a sheet is drawn, as values for the style sheet. Pure.
import type { CSSProperties } from 'react'
import { sheetColour, type ColouredSheet } from '../../../shared/colours/index.ts'

interface SheetPaint extends CSSProperties {
  /** The coloured face. */
  '--sheet-colour': string
  /** The sheet without its colour: the primer of a painted sheet, or the bare metal. */
  '--sheet-body': string
}

export function sheetPaint(sheet: ColouredSheet): SheetPaint {
  const { kind, hex } = sheetColour(sheet)
  const colour = hex ?? 'var(--sheet-unknown)'
  return { '--sheet-colour': colour, '--sheet-body': kind === 'paint' ? 'var(--sheet-primer)' : colour }
}
