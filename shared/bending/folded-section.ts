// The cross-section of a profile with every bend made: both faces as lines and arcs, and what each flange and bend is of it.
// Pure: lengths in mm, angles in degrees, the first flange along +x with face A below; a positive bend turns up, to the left.
import { good } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { along, arcFrom } from './plane.ts'
import type { Arc, Line, PathPiece, Point } from './plane.ts'
import { flangeLength, soundProfile } from './profile.ts'
import type { BendProfile, PieceEnd } from './profile.ts'
import { bendSetback, foldRadius } from './setback.ts'
import { straightLengths } from './straight-lengths.ts'
import type { Deg, Mm } from './units.ts'

export interface FoldedFlange {
  readonly index: number
  /** Outer length at this end of the piece. */
  readonly lengthMm: Mm
  /** What lies flat between the bends. */
  readonly straightMm: Mm
  readonly headingDeg: Deg
  readonly faceA: Line
  readonly faceB: Line
}

export interface FoldedBend {
  readonly index: number
  /** As made: a teardrop hem turns past 180 until its flap rests on the sheet. */
  readonly turnDeg: Deg
  readonly insideRadiusMm: Mm
  readonly hem: string | null
  readonly faceA: Arc
  readonly faceB: Arc
}

export interface FoldedSection {
  readonly thicknessMm: Mm
  readonly flanges: readonly FoldedFlange[]
  readonly bends: readonly FoldedBend[]
  /** Flange, bend, flange … from the first edge to the last. */
  readonly faceA: readonly PathPiece[]
  readonly faceB: readonly PathPiece[]
}

/** A hem's flap rests on the sheet at no steeper than this, however short it is. */
const steepestTeardropDeg = 60

/**
 * Folds the whole profile, at the start or the far end of the piece.
 *
 * A flange's flat part is its outer length less a setback at each bend: (r + t)·tan(α/2) to the mould line up to 90° of turn,
 * r + t to the outer tangent above. A closed or open hem bends about half its gap; a teardrop about its radius.
 * Refuses an unsound profile, and a flange shorter than the setbacks of its own bends.
 */
export function foldCrossSection(
  profile: BendProfile,
  { at = 'start' }: { at?: PieceEnd | undefined } = {},
): Outcome<FoldedSection> {
  const sound = soundProfile(profile)
  if (!sound.ok) return sound
  const thickness = profile.thicknessMm
  const shapes = bendShapes(profile, at)
  const straights = straightLengths(profile, at)
  if (!straights.ok) return straights

  const flanges: FoldedFlange[] = []
  const bends: FoldedBend[] = []
  let faceA: Point = { x: 0, y: 0 }
  let heading: Deg = 0
  for (const [index, flange] of profile.flanges.entries()) {
    const length = flangeLength(flange, at)
    const straight = straights.value[index] ?? 0
    const lineA: Line = { kind: 'line', from: faceA, to: along(faceA, heading, straight) }
    const lineB: Line = {
      kind: 'line',
      from: along(lineA.from, heading + 90, thickness),
      to: along(lineA.to, heading + 90, thickness),
    }
    flanges.push({ index, lengthMm: length, straightMm: straight, headingDeg: heading, faceA: lineA, faceB: lineB })

    const shape = shapes[index]
    if (shape === undefined) break
    const centre =
      shape.turn > 0 ? along(lineB.to, heading + 90, shape.radius) : along(lineA.to, heading - 90, shape.radius)
    const bend: FoldedBend = {
      index,
      turnDeg: shape.turn,
      insideRadiusMm: shape.radius,
      hem: shape.hem,
      faceA: arcFrom(lineA.to, centre, shape.turn),
      faceB: arcFrom(lineB.to, centre, shape.turn),
    }
    bends.push(bend)
    faceA = bend.faceA.to
    heading += shape.turn
  }
  const face = (side: 'faceA' | 'faceB'): PathPiece[] =>
    flanges.flatMap((flange, index) => {
      const bend = bends[index]
      return bend === undefined ? [flange[side]] : [flange[side], bend[side]]
    })
  return good({ thicknessMm: thickness, flanges, bends, faceA: face('faceA'), faceB: face('faceB') })
}

interface BendShape {
  turn: Deg
  radius: Mm
  hem: string | null
}

function bendShapes(profile: BendProfile, at: PieceEnd): BendShape[] {
  return profile.bends.map((bend, index) => {
    const radius = foldRadius(bend)
    const turn = Math.abs(bend.angleDeg)
    const setback = bendSetback(bend, profile.thicknessMm)
    const past = bend.hem === 'teardrop' ? turnPastHalf(radius, flapLength(profile, index, at) - setback) : 0
    return { turn: Math.sign(bend.angleDeg) * (turn + past), radius, hem: bend.hem }
  })
}

/** The free flange of a hem: the chain's first or last; 0 where the hem stands in the middle, whose flap cannot tip. */
function flapLength(profile: BendProfile, bend: number, at: PieceEnd): Mm {
  const first = bend === 0 ? profile.flanges[0] : undefined
  const last = bend === profile.bends.length - 1 ? profile.flanges.at(-1) : undefined
  const lengths = [first, last].filter((flange) => flange !== undefined).map((flange) => flangeLength(flange, at))
  return lengths.length === 0 ? 0 : Math.min(...lengths)
}

/** A flap of flat length s on a loop of inside radius r touches where r(1 + cos δ) = s·sin δ, so tan(δ/2) = r/s. */
function turnPastHalf(radius: Mm, flat: Mm): Deg {
  if (flat <= 0) return 0
  return Math.min(steepestTeardropDeg, (2 * Math.atan(radius / flat) * 180) / Math.PI)
}
