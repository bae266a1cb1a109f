// The hatch of bare metal and of unknown colours: short lines at 45° across the thickness of a section. Pure, mm.
import { partOf, pieceLength } from '../../bending/index.ts'
import type { Line, Mm, PathPiece } from '../../bending/index.ts'

/** The distance of the lines of a hatch on paper. */
export const hatchStepMm: Mm = 1.4

/** The pieces of both faces are pairs. Lines every `stepMm` along the sheet; none crosses a face. */
export function hatchOf(
  faceA: readonly PathPiece[],
  faceB: readonly PathPiece[],
  { thicknessMm, stepMm }: { readonly thicknessMm: Mm; readonly stepMm: Mm },
): Line[] {
  return faceA.flatMap((piece, index): Line[] => {
    const other = faceB[index]
    if (other === undefined) return []
    // an arc is as long as the middle of the sheet
    const lengthMm = (pieceLength(piece) + pieceLength(other)) / 2
    const slant = thicknessMm / lengthMm
    if (!(slant < 1)) return []
    const count = Math.floor(((1 - slant) * lengthMm) / stepMm) + 1
    return Array.from({ length: count }, (_, line): Line => {
      const share = Math.min(1 - slant, (line * stepMm) / lengthMm)
      return { kind: 'line', from: partOf(piece, share), to: partOf(other, share + slant) }
    })
  })
}
