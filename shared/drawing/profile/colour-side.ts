// The heavy line that marks the coloured face of a folded section. Pure, mm.
import { arcFrom, distanceToLine, partOf, pieceLength } from '../../bending/index.ts'
import type { Box, FoldedSection, Line, Mm, PathPiece, Point } from '../../bending/index.ts'
import { chords, pathBox } from '../scene/index.ts'

/** A line beside the coloured face, without the parts where another layer of the section is nearer than the line. */
export function colourRuns(section: FoldedSection, side: string, offset: Mm): PathPiece[] {
  if (side !== 'utside' && side !== 'innside') return []
  const face = side === 'utside' ? section.faceA : section.faceB
  const outward = side === 'utside' ? -1 : 1
  const metal = [...section.faceA, ...section.faceB].flatMap((piece) => chords(piece, offset / 20))
  return face.flatMap((piece) => {
    const beside = besidePiece(piece, outward * offset)
    if (beside === undefined) return []
    const near = nearBy(metal, pathBox([beside]), offset)
    return clearRuns(beside, offset, (point) => near.every((line) => distanceToLine(line, point) > offset * 0.97))
  })
}

/** The lines within a distance of a box. */
const nearBy = (lines: readonly Line[], { minX, maxX, minY, maxY }: Box, distance: Mm): Line[] =>
  lines.filter(
    ({ from, to }) =>
      Math.max(from.x, to.x) > minX - distance &&
      Math.min(from.x, to.x) < maxX + distance &&
      Math.max(from.y, to.y) > minY - distance &&
      Math.min(from.y, to.y) < maxY + distance,
  )

/** The free stretches of a piece, tested at every `step`, with their ends found by bisection. */
function clearRuns(piece: PathPiece, step: Mm, clear: (point: Point) => boolean): PathPiece[] {
  const count = Math.max(4, Math.ceil(pieceLength(piece) / step))
  const free = (share: number) => clear(partOf(piece, share))
  const border = (from: number, to: number): number => {
    let [yes, no] = [from, to]
    for (let halving = 0; halving < 8; halving += 1) {
      const middle = (yes + no) / 2
      if (free(middle)) yes = middle
      else no = middle
    }
    return yes
  }
  const runs: PathPiece[] = []
  let start: number | undefined
  for (let index = 0; index <= count; index += 1) {
    const share = index / count
    const isFree = free(share)
    if (isFree && start === undefined) start = index === 0 ? 0 : border(share, (index - 1) / count)
    if (start !== undefined && (!isFree || index === count)) {
      const end = isFree ? 1 : border((index - 1) / count, share)
      if (end > start) runs.push(cut(piece, start, end))
      start = undefined
    }
  }
  return runs
}

/** A piece moved to its left by `by`; none if an arc would have a negative radius. */
export function besidePiece(piece: PathPiece, by: Mm): PathPiece | undefined {
  if (piece.kind === 'line') {
    const length = Math.hypot(piece.to.x - piece.from.x, piece.to.y - piece.from.y)
    if (length < 1e-9) return undefined
    const dx = (-(piece.to.y - piece.from.y) / length) * by
    const dy = ((piece.to.x - piece.from.x) / length) * by
    return {
      kind: 'line',
      from: { x: piece.from.x + dx, y: piece.from.y + dy },
      to: { x: piece.to.x + dx, y: piece.to.y + dy },
    }
  }
  const radius = piece.radiusMm - Math.sign(piece.turnDeg) * by
  if (radius <= 1e-9 || piece.radiusMm <= 1e-9) return undefined
  const { centre, from } = piece
  const scaled = {
    x: centre.x + ((from.x - centre.x) * radius) / piece.radiusMm,
    y: centre.y + ((from.y - centre.y) * radius) / piece.radiusMm,
  }
  return arcFrom(scaled, centre, piece.turnDeg)
}

function cut(piece: PathPiece, from: number, to: number): PathPiece {
  const start = partOf(piece, from)
  return piece.kind === 'arc'
    ? arcFrom(start, piece.centre, piece.turnDeg * (to - from))
    : { kind: 'line', from: start, to: partOf(piece, to) }
}
