// A scene as SVG data: a view box, path data by role, and texts, with y downwards. Plain data, no DOM. Pure.
import type { Mm } from '../../bending/index.ts'
import { arcFrom } from '../../bending/index.ts'
import type { PathPiece, Point } from '../../bending/index.ts'
import { polylinePieces, primitives, roles } from './scene.ts'
import type { Anchor, LabelTarget, Primitive, Role, Scene } from './scene.ts'
import { dashesMm, weightMm } from './stroke.ts'

interface SvgPath {
  readonly role: Role
  /** All strokes of the role in one path. */
  readonly d: string
  /** The width in mm of the drawing, so that it scales; omit it for strokes of constant width. */
  readonly strokeWidth: Mm
  readonly dashes: readonly Mm[]
}

interface SvgText {
  readonly role: Role
  readonly x: Mm
  /** The middle of the text's height: draw with dominant-baseline central. */
  readonly y: Mm
  readonly text: string
  readonly fontSize: Mm
  readonly anchor: Anchor
  /** Clockwise, as SVG turns: 0 or -90. */
  readonly rotate: 0 | -90
  readonly target?: LabelTarget
}

export interface SvgDrawing {
  readonly viewBox: string
  readonly widthMm: Mm
  readonly heightMm: Mm
  readonly paths: readonly SvgPath[]
  readonly texts: readonly SvgText[]
}

/** Rounds every figure to 0.0001 mm. */
export function toSvg(scene: Scene): SvgDrawing {
  const { minX, maxX, minY, maxY } = scene.box
  const data = new Map<Role, string[]>()
  const texts: SvgText[] = []
  for (const item of primitives(scene.items)) {
    if (item.kind === 'text') {
      texts.push({
        role: item.role,
        x: rounded(item.position.x),
        y: rounded(-item.position.y),
        text: item.text,
        fontSize: rounded(item.sizeMm),
        anchor: item.anchor,
        rotate: item.rotationDeg === 90 ? -90 : 0,
        ...(item.target === undefined ? {} : { target: item.target }),
      })
    } else {
      data.set(item.role, [...(data.get(item.role) ?? []), pathData(item)])
    }
  }
  return {
    viewBox: [minX, -maxY, maxX - minX, maxY - minY].map(rounded).join(' '),
    widthMm: rounded(maxX - minX),
    heightMm: rounded(maxY - minY),
    paths: roles.flatMap((role) => {
      const strokes = data.get(role)
      if (strokes === undefined) return []
      return [
        {
          role,
          d: strokes.join(' '),
          strokeWidth: rounded(weightMm(role) * scene.unitMm),
          dashes: dashesMm(role).map((dash) => rounded(dash * scene.unitMm)),
        },
      ]
    }),
    texts,
  }
}

/** Path data of one stroke, with y downwards as in SVG. */
function pathData(item: Exclude<Primitive, { kind: 'text' }>): string {
  switch (item.kind) {
    case 'line':
      return `M${spot(item.from)}L${spot(item.to)}`
    case 'arc': {
      const arc = arcFrom(item.from, item.centre, item.turnDeg)
      return `M${spot(arc.from)}${step(arc)}`
    }
    case 'circle': {
      const { centre, radiusMm } = item
      const half = `A${rounded(radiusMm)} ${rounded(radiusMm)} 0 1 0 `
      const west = { x: centre.x - radiusMm, y: centre.y }
      const east = { x: centre.x + radiusMm, y: centre.y }
      return `M${spot(west)}${half}${spot(east)}${half}${spot(west)}Z`
    }
    case 'polyline': {
      const first = item.points[0]
      if (first === undefined) return ''
      return `M${spot(first)}${polylinePieces(item).map(step).join('')}${item.closed ? 'Z' : ''}`
    }
  }
}

function step(piece: PathPiece): string {
  if (piece.kind === 'line') return `L${spot(piece.to)}`
  const large = Math.abs(piece.turnDeg) > 180 ? 1 : 0
  const clockwise = piece.turnDeg < 0 ? 1 : 0
  return `A${rounded(piece.radiusMm)} ${rounded(piece.radiusMm)} 0 ${large} ${clockwise} ${spot(piece.to)}`
}

const spot = ({ x, y }: Point): string => `${rounded(x)} ${rounded(-y)}`

/** Rounds to a ten-thousandth of a mm. Adding 0 turns −0 into 0. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 + 0
