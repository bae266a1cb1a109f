// The small picture of a finished profile as it is mounted: one line with rounded corners, as SVG path data. It shows the shape, not the
// measures: short flanges are lengthened, and the layers of a hem are drawn apart, so that they stay readable. Pure. Units: pixels.
import { flangeLength, signedTurnDegOf, validateProfile } from '../../bending/index.ts'
import type { Deg, Point } from '../../bending/index.ts'
import { mountedHeadings } from './mounted.ts'
import type { MountedProfile } from './mounted.ts'

export interface Thumbnail {
  /** The same for every thumbnail. */
  readonly viewBox: string
  readonly path: string
}

const thumbnailSize = { width: 104, height: 46 } as const

/** The space for the stroke and its halo. */
const margin = 3.5
/** A small profile is not magnified further: pixels per mm. */
const maxScale = 1.2
const cornerRadius = 3
/** Half the distance between the two layers of a hem. */
const hemRadius = 3.6
/** The least straight part of a flange. */
const minStraight = 5
const halvings = 14

/** A corner or the end of a straight part, and how the line gets there. */
interface Stretch {
  readonly to: Point
  /** Null: straight. */
  readonly arc: { readonly radius: number; readonly turnDeg: Deg; readonly middle: Point } | null
}

/** Null for a profile that has no shape. */
export function thumbnailOf(profile: MountedProfile): Thumbnail | null {
  if (!validateProfile(profile).ok) return null
  const headings = mountedHeadings(profile)
  let fitting = stretchesAt(profile, headings, 0)
  let [low, high] = [0, maxScale]
  for (let halving = 0; halving < halvings; halving += 1) {
    const scale = halving === 0 ? maxScale : (low + high) / 2
    const stretches = stretchesAt(profile, headings, scale)
    if (!isInside(stretches)) {
      high = scale
      continue
    }
    fitting = stretches
    low = scale
    if (scale === maxScale) break
  }
  return { viewBox: `0 0 ${thumbnailSize.width} ${thumbnailSize.height}`, path: pathOf(fitting) }
}

/** The line from the first edge, y up. */
function stretchesAt(profile: MountedProfile, headings: readonly Deg[], scale: number): Stretch[] {
  const { flanges, bends } = profile
  const turns = bends.map(signedTurnDegOf)
  const radii = bends.map((bend) => (bend.hem === null ? cornerRadius : hemRadius))
  const setbackOf = (index: number): number => {
    const turnDeg = Math.abs(turns[index] ?? 0)
    // the tangents of a steep bend meet far away
    return (radii[index] ?? 0) * Math.tan((Math.min(turnDeg, 90) * Math.PI) / 360)
  }
  let point: Point = { x: 0, y: 0 }
  const stretches: Stretch[] = [{ to: point, arc: null }]
  for (const [index, flange] of flanges.entries()) {
    const headingDeg = headings[index] ?? 0
    const straight = flangeLength(flange, 'start') * scale - setbackOf(index - 1) - setbackOf(index)
    point = moved(point, headingDeg, Math.max(minStraight, straight))
    stretches.push({ to: point, arc: null })
    const turnDeg = turns[index]
    if (turnDeg === undefined) break
    const radius = radii[index] ?? cornerRadius
    const chordOf = (partDeg: Deg): number => 2 * radius * Math.sin((Math.abs(partDeg) * Math.PI) / 360)
    const middle = moved(point, headingDeg + turnDeg / 4, chordOf(turnDeg / 2))
    point = moved(point, headingDeg + turnDeg / 2, chordOf(turnDeg))
    stretches.push({ to: point, arc: { radius, turnDeg, middle } })
  }
  return stretches
}

function moved({ x, y }: Point, headingDeg: Deg, by: number): Point {
  const angle = (headingDeg * Math.PI) / 180
  return { x: x + by * Math.cos(angle), y: y + by * Math.sin(angle) }
}

function boxOf(stretches: readonly Stretch[]) {
  const points = stretches.flatMap(({ to, arc }) => (arc === null ? [to] : [arc.middle, to]))
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...ys), maxY: Math.max(...ys) }
}

function isInside(stretches: readonly Stretch[]): boolean {
  const { minX, maxX, minY, maxY } = boxOf(stretches)
  return maxX - minX <= thumbnailSize.width - 2 * margin && maxY - minY <= thumbnailSize.height - 2 * margin
}

/** Centred. A line that is too large even with its shortest flanges is reduced. */
function pathOf(stretches: readonly Stretch[]): string {
  const { minX, maxX, minY, maxY } = boxOf(stretches)
  const { width, height } = thumbnailSize
  const reduction = Math.min(1, (width - 2 * margin) / (maxX - minX), (height - 2 * margin) / (maxY - minY))
  const place = ({ x, y }: Point): string =>
    `${figure(width / 2 + (x - (minX + maxX) / 2) * reduction)} ${figure(height / 2 - (y - (minY + maxY) / 2) * reduction)}`
  return stretches
    .map(({ to, arc }, index) => {
      if (index === 0) return `M${place(to)}`
      if (arc === null) return `L${place(to)}`
      const radius = figure(arc.radius * reduction)
      // y is down on the screen: a turn to the left is against the direction of the sweep
      return `A${radius} ${radius} 0 0 ${arc.turnDeg > 0 ? 0 : 1} ${place(to)}`
    })
    .join('')
}

const figure = (value: number): number => Math.round(value * 10) / 10
