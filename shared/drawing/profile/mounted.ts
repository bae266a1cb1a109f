// How a finished profile is mounted, and on which side of its bends the colour is. Pure. Units: mm, degrees.
import { flangeLength, signedTurnDegOf } from '../../bending/index.ts'
import type { BendProfile, Deg, Mm } from '../../bending/index.ts'

export type Face = 'A' | 'B'

interface ColouredProfile extends BendProfile {
  /** 'utside' on face A, 'innside' on face B; any other: no colour. */
  readonly colourSide: string
}

export interface MountedProfile extends ColouredProfile {
  readonly family: string
}

/** Null: no face is coloured. */
export const colouredFace = (colourSide: string): Face | null =>
  colourSide === 'utside' ? 'A' : colourSide === 'innside' ? 'B' : null

/** Families whose part between two bends stands on a wall. */
const onWall: readonly string[] = ['pipebeslag', 'z_profil']
/** Families of two parts that both slope from their bend. */
const onRidge: readonly string[] = ['monebeslag']
/** A longer edge, or one that turns further, is a part of its own. */
const longestDripMm: Mm = 30
const steepestDripDeg: Deg = 60
/** A bend that turns this far folds a flap back on its flange. */
const flapDeg: Deg = 150
/** Two parts that turn less lie together on one surface. */
const leastTurnDeg: Deg = 30
const sameDeg: Deg = 1

/** The flanges from `first` to `last` are the parts of the profile: the rest are flaps of hems and drip edges. */
interface Parts {
  readonly first: number
  readonly last: number
}

function partsOf({ flanges, bends }: BendProfile): Parts {
  const turnOf = (index: number): Deg => Math.abs(bends[index] === undefined ? 0 : signedTurnDegOf(bends[index]))
  let first = 0
  let last = flanges.length - 1
  while (first < last && turnOf(first) >= flapDeg) first += 1
  while (first < last && turnOf(last - 1) >= flapDeg) last -= 1
  const isDrip = (flange: number, bend: number): boolean =>
    last - first >= 2 && turnOf(bend) <= steepestDripDeg && lengthsOf(flanges[flange]) <= 2 * longestDripMm
  if (isDrip(first, first)) first += 1
  if (isDrip(last, last - 1)) last -= 1
  return { first, last }
}

/** The sum of the lengths at both ends of the piece, so that a tapered profile has one orientation. */
const lengthsOf = (flange: BendProfile['flanges'][number] | undefined): Mm =>
  flange === undefined ? 0 : flange.lengthMm + flangeLength(flange, 'end')

/** How far the parts turn together; positive: face A is on the outside. */
const turnOfParts = ({ bends }: Pick<BendProfile, 'bends'>, { first, last }: Parts): Deg =>
  bends.slice(first, last).reduce((sum, bend) => sum + signedTurnDegOf(bend), 0)

/** Whether the colour is on the outside of the profile's bends; null: no colour, or as many bends in one direction as in the other. */
export function colourPlace(profile: ColouredProfile): 'outside' | 'inside' | null {
  const face = colouredFace(profile.colourSide)
  const turnDeg = turnOfParts(profile, partsOf(profile))
  if (face === null || Math.abs(turnDeg) < sameDeg) return null
  return turnDeg > 0 === (face === 'A') ? 'outside' : 'inside'
}

/** The face towards the weather: the coloured one; for bare metal the outside of the bends, or the face that no hem covers. */
function weatherFace(profile: ColouredProfile, parts: Parts): Face {
  const coloured = colouredFace(profile.colourSide)
  if (coloured !== null) return coloured
  const turnDeg = turnOfParts(profile, parts)
  if (Math.abs(turnDeg) >= sameDeg) return turnDeg > 0 ? 'A' : 'B'
  const { bends } = profile
  const flaps = [...bends.slice(0, parts.first), ...bends.slice(parts.last)].filter(
    (bend) => Math.abs(signedTurnDegOf(bend)) >= flapDeg,
  )
  return flaps.reduce((sum, bend) => sum + Math.sign(signedTurnDegOf(bend)), 0) > 0 ? 'A' : 'B'
}

export interface Mounting {
  readonly flange: number
  /** The direction of this flange, from the first edge to the last: 0 is to the right, 90 up. */
  readonly headingDeg: Deg
}

/**
 * How the finished profile is mounted. A sheet does not state it, so this is a rule: the face to the weather is up. Flaps and drip edges
 * do not count. The longest part between two bends is on top. If the parts beside it are parallel, they are vertical, so that the slope
 * of the top shows; otherwise the top is horizontal. On a wall the longest part itself is vertical. If the profile has two parts, the
 * shorter one is vertical; on a ridge, or if they form one surface, both have the same slope. It is not known whether the profile is seen
 * from its left or its right end.
 */
export function mountingOf(profile: MountedProfile): Mounting {
  const parts = partsOf(profile)
  const { flange, headingDeg } = axisOf(profile, parts)
  const sign = weatherFace(profile, parts) === 'B' ? 1 : -1
  const headings = headingsFrom(profile, flange, headingDeg)
  const facesUp = headings
    .slice(parts.first, parts.last + 1)
    .reduce(
      (sum, heading, index) =>
        sum + sign * Math.cos((heading * Math.PI) / 180) * lengthsOf(profile.flanges[parts.first + index]),
      0,
    )
  return { flange, headingDeg: facesUp < -1e-6 ? headingDeg - 180 : headingDeg }
}

/** The directions of all flanges of the mounted profile, in degrees as those of `Mounting`. */
export function mountedHeadings(profile: MountedProfile): Deg[] {
  const { flange, headingDeg } = mountingOf(profile)
  return headingsFrom(profile, flange, headingDeg)
}

/** A flange with its direction, which may be the opposite one. */
function axisOf(profile: MountedProfile, { first, last }: Parts): Mounting {
  const { flanges, family } = profile
  const lengthAt = (index: number): Mm => lengthsOf(flanges[index])
  if (first === last) return { flange: first, headingDeg: 0 }
  if (last - first === 1) {
    const turnDeg = turnOfParts(profile, { first, last })
    const isLevel = onRidge.includes(family) || Math.abs(turnDeg) < leastTurnDeg
    if (isLevel) return { flange: first, headingDeg: -turnDeg / 2 }
    return { flange: lengthAt(first) < lengthAt(last) ? first : last, headingDeg: -90 }
  }
  let top = first + 1
  for (let index = first + 2; index < last; index += 1) if (lengthAt(index) > lengthAt(top)) top = index
  if (onWall.includes(family)) return { flange: top, headingDeg: -90 }
  const legsTurnDeg = turnOfParts(profile, { first: top - 1, last: top + 1 })
  const areParallel = Math.abs(legsTurnDeg - 180 * Math.round(legsTurnDeg / 180)) < sameDeg
  return areParallel ? { flange: top - 1, headingDeg: -90 } : { flange: top, headingDeg: 0 }
}

/** The directions of all flanges, from the direction of one. */
function headingsFrom({ bends, flanges }: BendProfile, flange: number, headingDeg: Deg): Deg[] {
  const fromFirst = flanges.map((_, index) => turnOfParts({ bends }, { first: 0, last: index }))
  const fromFirstDeg = fromFirst[flange] ?? 0
  return fromFirst.map((turnDeg) => headingDeg + turnDeg - fromFirstDeg)
}
