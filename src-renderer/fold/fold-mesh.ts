// The folded piece as surfaces in space, at any stage: two faces and a rim. The surfaces between its ends are ruled, so that they also fit
// a tapered piece. Pure; mm; the section in x and y, the length along z, the middle of the piece at 0.
import { distance, headingFrom, partOf, radians, type FoldedSection, type Point } from '../../shared/bending/index.ts'

export interface Surface {
  /** Three numbers per corner. */
  positions: Float32Array
  normals: Float32Array
  /** Three corners per triangle. */
  corners: Uint32Array
}

export interface FoldMesh {
  /** The outside of a positive bend. */
  faceA: Surface
  faceB: Surface
  rim: Surface
}

/** The number of chords of a bend. It is the same at every stage, so that only positions change during folding. */
const chords = 16

/** One point of the section: on face A, on face B, and the direction of the sheet. */
interface Sample {
  a: Point
  b: Point
  headingRad: number
}

/** The sections of both ends at one stage, `lengthMm` apart. */
export function foldMesh(start: FoldedSection, end: FoldedSection, lengthMm: number): FoldMesh {
  const near = samplesOf(start)
  const far = samplesOf(end)
  const z = lengthMm / 2
  const faceA = surface()
  const faceB = surface()
  const rim = surface()
  for (const [index, from] of near.entries()) {
    const to = far[index] ?? from
    const [sin, cos] = [Math.sin(from.headingRad), Math.cos(from.headingRad)]
    faceA.corner(from.a, -z, [sin, -cos, 0])
    faceA.corner(to.a, z, [sin, -cos, 0])
    faceB.corner(from.b, -z, [-sin, cos, 0])
    faceB.corner(to.b, z, [-sin, cos, 0])
    if (index > 0) {
      faceA.strip(2 * index, 'reversed')
      faceB.strip(2 * index, 'forward')
    }
  }
  for (const [samples, faceZ, away] of [
    [near, -z, -1],
    [far, z, 1],
  ] as const) {
    const first = rim.count()
    for (const [index, { a, b }] of samples.entries()) {
      rim.corner(a, faceZ, [0, 0, away])
      rim.corner(b, faceZ, [0, 0, away])
      if (index > 0) rim.strip(first + 2 * index, away < 0 ? 'forward' : 'reversed')
    }
  }
  for (const [index, away] of [
    [0, -1],
    [near.length - 1, 1],
  ] as const) {
    const [from, to] = [near[index], far[index]]
    if (from === undefined || to === undefined) continue
    const outward = [away * Math.cos(from.headingRad), away * Math.sin(from.headingRad), 0] as const
    const first = rim.count()
    rim.corner(from.a, -z, outward)
    rim.corner(to.a, z, outward)
    rim.corner(from.b, -z, outward)
    rim.corner(to.b, z, outward)
    rim.strip(first + 2, away < 0 ? 'forward' : 'reversed')
  }
  return { faceA: faceA.done(), faceB: faceB.done(), rim: rim.done() }
}

/** Both faces of a section as one outline: along face A, and back along face B. */
export function outlineOf(section: FoldedSection): Point[] {
  const samples = samplesOf(section)
  return [...samples.map(({ a }) => a), ...samples.toReversed().map(({ b }) => b)]
}

export const faceOf = (section: FoldedSection, side: 'a' | 'b'): Point[] => samplesOf(section).map((one) => one[side])

function samplesOf(section: FoldedSection): Sample[] {
  const samples: Sample[] = []
  let heading = 0
  for (const [index, piece] of section.faceA.entries()) {
    const other = section.faceB[index]
    if (other === undefined) break
    if (piece.kind === 'line' && distance(piece.from, piece.to) > 1e-9) heading = headingFrom(piece.from, piece.to)
    const turn = piece.kind === 'arc' ? piece.turnDeg : 0
    const count = piece.kind === 'arc' ? chords : 1
    for (let chord = 0; chord <= count; chord += 1) {
      const share = chord / count
      samples.push({
        a: partOf(piece, share),
        b: partOf(other, share),
        headingRad: radians(heading + turn * share),
      })
    }
    heading += turn
  }
  return samples
}

function surface() {
  const positions: number[] = []
  const normals: number[] = []
  const corners: number[] = []
  return {
    count: () => positions.length / 3,
    corner: (point: Point, z: number, normal: readonly [number, number, number]) => {
      positions.push(point.x, point.y, z)
      normals.push(...normal)
    },
    /** The quadrilateral between the pair of corners that begins at `second` and the pair before it. Its front faces along the normals. */
    strip: (second: number, winding: 'forward' | 'reversed') => {
      const [one, other] = winding === 'reversed' ? [second, second - 1] : [second - 1, second]
      corners.push(second - 2, one, other, second + 1, other, one)
    },
    done: (): Surface => ({
      positions: new Float32Array(positions),
      normals: new Float32Array(normals),
      corners: new Uint32Array(corners),
    }),
  }
}
