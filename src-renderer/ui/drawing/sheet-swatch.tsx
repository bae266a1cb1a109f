// A small area in the colour of a sheet. Bare metal and a colour that is not known have a hatch. The text beside it names the colour.
import { sheetColour, type ColouredSheet } from '../../../shared/colours/index.ts'
import { sheetPaint } from './sheet-paint.ts'

export function SheetSwatch({ sheet }: { sheet: ColouredSheet }) {
  const { kind } = sheetColour(sheet)
  return <span className={`swatch swatch-${kind}`} style={sheetPaint(sheet)} aria-hidden="true" />
}
