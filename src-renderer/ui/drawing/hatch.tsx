// The hatch of bare metal and of unknown colours, as a fill and on a line.
import { isHatched, type ColouredSheet } from '../../../shared/colours/index.ts'

/** A fill for the element of `defs`: the sheet's colour with lines. Its svg has the paint of the sheet. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="var(--sheet-colour)" />
      <path d="M0 0V6" stroke="var(--sheet-edge)" strokeWidth="1.5" />
    </pattern>
  )
}

export interface LineHatchProps {
  sheet: ColouredSheet
  /** The line of the sheet, and its width in the units of the drawing. */
  d: string
  width: number
}

/** Short lines across a sheet that is drawn as one line. Nothing for a painted sheet. */
export function LineHatch({ sheet, d, width }: LineHatchProps) {
  if (!isHatched(sheet)) return null
  return <path className="line-hatch" d={d} strokeWidth={width} strokeDasharray={`${0.35 * width} ${1.4 * width}`} />
}
