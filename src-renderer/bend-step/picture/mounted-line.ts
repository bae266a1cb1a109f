// The finished part as it is mounted: the line along the middle of its thickness, and the place of each bend. Pure. Units: mm.
import { foldCrossSection, partOf, turnAbout, type Point } from '../../../shared/bending/index.ts'
import { mountingOf } from '../../../shared/drawing/index.ts'
import type { Sheet } from '../../sheet/sheet.ts'

export interface MountedLine {
  readonly line: readonly Point[]
  /** In the order of the profile. */
  readonly bends: readonly Point[]
}

const chordsOfBend = 6

/** Null: the profile cannot be folded. */
export function mountedLine(profile: Sheet['profile']): MountedLine | null {
  const section = foldCrossSection(profile)
  if (!section.ok) return null
  const { faceA, faceB } = section.value
  const middle = (piece: number, share: number): Point => {
    const [a, b] = [faceA[piece], faceB[piece]]
    if (a === undefined || b === undefined) return { x: 0, y: 0 }
    const [onA, onB] = [partOf(a, share), partOf(b, share)]
    return { x: (onA.x + onB.x) / 2, y: (onA.y + onB.y) / 2 }
  }
  const { flange, headingDeg } = mountingOf(profile)
  const [from, to] = [middle(2 * flange, 0), middle(2 * flange, 1)]
  const turnDeg = headingDeg - (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  const turned = (point: Point): Point => turnAbout(point, { x: 0, y: 0 }, turnDeg)
  const line = faceA.flatMap((piece, index) => {
    const parts = piece.kind === 'line' ? 1 : chordsOfBend
    return Array.from({ length: parts + 1 }, (_, part) => turned(middle(index, part / parts)))
  })
  return { line, bends: profile.bends.map((_, bend) => turned(middle(2 * bend + 1, 0.5))) }
}
