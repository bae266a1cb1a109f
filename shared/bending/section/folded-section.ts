// The cross-section of a profile at any stage of folding: both faces as lines and arcs, for each flange and bend.
// Pure: lengths in mm, angles in degrees, the first flange along +x with face A below; a positive bend turns up, to the left.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { validateStage, zoneLengths } from './fold-stage.ts'
import type { FoldStage, MadeBend, NeutralLine } from './fold-stage.ts'
import type { Refusal } from '../refusal.ts'
import { along, arcFrom } from '../geometry/index.ts'
import type { Arc, Line, PathPiece, Point } from '../geometry/index.ts'
import {
  flangeLength,
  validateProfile,
  bendSetback,
  foldRadius,
  signedTurnDegOf,
  turnDegOf,
  straightLengths,
} from '../profile/index.ts'
import type { BendProfile, PieceEnd } from '../profile/index.ts'
import { degrees } from '../units.ts'
import type { Deg, Mm } from '../units.ts'

interface FoldedFlange {
  readonly index: number
  /** Outer length at this end of the piece. */
  readonly lengthMm: Mm
  /** The flat part between the bends at this stage. */
  readonly straightMm: Mm
  readonly headingDeg: Deg
  readonly faceA: Line
  readonly faceB: Line
}

interface FoldedBend {
  readonly index: number
  /** The turn at this stage. A finished teardrop hem turns further than 180, until its flap rests on the sheet. */
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

/** The steepest angle at which the flap of a teardrop rests on the sheet. */
const steepestTeardropDeg = 60

export interface FoldOptions {
  readonly end?: PieceEnd | undefined
  /** Default: all bends are made. */
  readonly stage?: FoldStage | undefined
  /** Gives the flat length of a bend that is only partly made. */
  readonly neutral?: NeutralLine | undefined
}

/**
 * Folds the profile at the start or the far end of the piece, completely or to a stage.
 *
 * A flange's flat part is its outer length less a setback at each bend: (r + t)·tan(α/2) to the mould line up to 90° of turn,
 * r + t to the outer tangent above. A closed or open hem bends about half its gap; a teardrop about its radius.
 *
 * The radius of a bend is constant, and the arc grows from its middle: at a share s of the turn, the share s of the bend zone's neutral
 * length is arc, and the rest is flat, half on either side. So the flat parts and the arcs add up to the developed width at every stage,
 * and the middle of each bend stays on its bend line. The pre-bend and the flattening of a hem are stages of one bend.
 *
 * Refuses an invalid profile, a flange shorter than the setbacks of its own bends, and a stage or neutral line that does not fit.
 */
export function foldCrossSection(
  profile: BendProfile,
  { end = 'start', stage, neutral }: FoldOptions = {},
): Result<FoldedSection, Refusal> {
  const sound = validateProfile(profile)
  if (!sound.ok) return sound
  const thickness = profile.thicknessMm
  const shapes = bendShapes(profile, end)
  const straights = straightLengths(profile, end)
  if (!straights.ok) return straights
  const shares = validateStage(profile.bends, stage)
  if (!shares.ok) return shares
  const zones = zoneLengths(shapes, thickness, neutral)
  if (!zones.ok) return zones
  const unbent = zones.value.map((length, index) => length * (1 - (shares.value[index] ?? 1)))

  const flanges: FoldedFlange[] = []
  const bends: FoldedBend[] = []
  let faceA: Point = { x: 0, y: 0 }
  let heading: Deg = 0
  for (const [index, flange] of profile.flanges.entries()) {
    const length = flangeLength(flange, end)
    const straight = (straights.value[index] ?? 0) + (unbent[index - 1] ?? 0) / 2 + (unbent[index] ?? 0) / 2
    const lineA: Line = { kind: 'line', from: faceA, to: along(faceA, heading, straight) }
    const lineB: Line = {
      kind: 'line',
      from: along(lineA.from, heading + 90, thickness),
      to: along(lineA.to, heading + 90, thickness),
    }
    flanges.push({ index, lengthMm: length, straightMm: straight, headingDeg: heading, faceA: lineA, faceB: lineB })

    const shape = shapes[index]
    if (shape === undefined) break
    const { radiusMm, hem } = shape
    const centre = shape.turnDeg > 0 ? along(lineB.to, heading + 90, radiusMm) : along(lineA.to, heading - 90, radiusMm)
    const turnDeg = shape.turnDeg * (shares.value[index] ?? 1)
    const bend: FoldedBend = {
      index,
      turnDeg,
      insideRadiusMm: radiusMm,
      hem,
      faceA: arcFrom(lineA.to, centre, turnDeg),
      faceB: arcFrom(lineB.to, centre, turnDeg),
    }
    bends.push(bend)
    faceA = bend.faceA.to
    heading += turnDeg
  }
  const face = (side: 'faceA' | 'faceB'): PathPiece[] =>
    flanges.flatMap((flange, index) => {
      const bend = bends[index]
      return bend === undefined ? [flange[side]] : [flange[side], bend[side]]
    })
  return ok({ thicknessMm: thickness, flanges, bends, faceA: face('faceA'), faceB: face('faceB') })
}

interface BendShape extends MadeBend {
  readonly hem: string | null
}

function bendShapes(profile: BendProfile, end: PieceEnd): BendShape[] {
  return profile.bends.map((bend, index) => {
    const radius = foldRadius(bend)
    const setback = bendSetback(bend, profile.thicknessMm)
    const past = bend.hem === 'teardrop' ? turnPastHalf(radius, flapLength(profile, index, end) - setback) : 0
    return { turnDeg: Math.sign(signedTurnDegOf(bend)) * (turnDegOf(bend) + past), radiusMm: radius, hem: bend.hem }
  })
}

/** The length of the free flange of a hem, which is the first or the last flange; 0 for a hem in the middle. */
function flapLength(profile: BendProfile, bend: number, end: PieceEnd): Mm {
  const first = bend === 0 ? profile.flanges[0] : undefined
  const last = bend === profile.bends.length - 1 ? profile.flanges.at(-1) : undefined
  const lengths = [first, last].filter((flange) => flange !== undefined).map((flange) => flangeLength(flange, end))
  return lengths.length === 0 ? 0 : Math.min(...lengths)
}

/** A flap of flat length s on a loop of inside radius r touches where r(1 + cos δ) = s·sin δ, so tan(δ/2) = r/s. */
function turnPastHalf(radius: Mm, flat: Mm): Deg {
  if (flat <= 0) return 0
  return Math.min(steepestTeardropDeg, degrees(2 * Math.atan(radius / flat)))
}
