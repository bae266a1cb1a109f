// The shapes of the picture of a step.
import type { Point } from '../../../shared/bending/index.ts'
import {
  closedPath,
  openPath,
  roomForFigurePx,
  type MachineScene,
  type SceneBlank,
  type ScenePart,
} from '../picture/index.ts'

const toolParts: ReadonlySet<string> = new Set(['punch', 'die', 'hemming_tool', 'closing_slot'])
const stopParts: ReadonlySet<string> = new Set(['fingers', 'gauge'])

export function PartShape({ part: { part, corners }, isGhost = false }: { part: ScenePart; isGhost?: boolean }) {
  const kind = toolParts.has(part) ? 'tool' : stopParts.has(part) ? 'stop' : 'machine'
  return <path className={isGhost ? 'scene-ghost' : `scene-part scene-${kind}`} d={closedPath(corners)} />
}

export interface BlankShapeProps {
  blank: SceneBlank
  /** Fills the coloured half, or the whole blank if no half is coloured. */
  fill: string
  isGhost?: boolean
}

export function BlankShape({ blank: { outline, colour, breaks }, fill, isGhost = false }: BlankShapeProps) {
  const edge = isGhost ? 'scene-ghost' : 'scene-edge'
  return (
    <g>
      <path
        className={isGhost ? 'scene-ghost-body' : 'scene-body'}
        d={closedPath(outline)}
        fill={colour === null ? fill : undefined}
      />
      {colour !== null && (
        <path className={isGhost ? 'scene-colour scene-faint' : 'scene-colour'} d={closedPath(colour)} fill={fill} />
      )}
      <path className={edge} d={closedPath(outline)} />
      {breaks.map(({ middle: { x, y }, headingDeg }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${headingDeg})`}>
          <path className="scene-gap" d="M-4 -16h8v32h-8z" />
          {[-4, 4].map((off) => (
            <path key={off} className={edge} d={`M${off} -14v9l-4 3l8 4l-4 3v9`} fill="none" />
          ))}
        </g>
      ))}
    </g>
  )
}

/** A way with a head near its end: the hand is at the end itself. */
export function Arrow({ way }: { way: readonly Point[] }) {
  const shown = withoutEnd(way, beforeHandPx)
  const line = withoutEnd(shown, 14)
  const [before, end] = [line.at(-1), shown.at(-1)]
  if (before === undefined || end === undefined) return null
  return (
    <g className="scene-arrow">
      <path d={openPath(line)} />
      <ArrowHead tip={end} headingDeg={(Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI} size={20} />
    </g>
  )
}

const beforeHandPx = 12

/** The way up to a distance from its end; at least its first two points. */
export function withoutEnd(way: readonly Point[], px: number): readonly Point[] {
  const end = way.at(-1)
  const last = way.findLastIndex(({ x, y }) => end === undefined || Math.hypot(x - end.x, y - end.y) >= px)
  return way.slice(0, Math.max(2, last + 1))
}

export function ArrowHead({ tip: { x, y }, headingDeg, size }: { tip: Point; headingDeg: number; size: number }) {
  return (
    <path
      className="scene-head"
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${headingDeg.toFixed(1)})`}
      d={`M0 0L${-size} ${size * 0.42}L${-size * 0.75} 0L${-size} ${-size * 0.42}Z`}
    />
  )
}

/** A fist around the edge; its wrist is away from the bend. */
export function Hand({ edge: { x, y }, turnDeg, isGhost }: MachineScene['hands'][number] & { isGhost: boolean }) {
  return (
    <g
      className={isGhost ? 'scene-hand scene-hand-ghost' : 'scene-hand'}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turnDeg.toFixed(1)})`}
    >
      <path d="M-48 -10h18c4 -7 9 -8 14 -8v34c-5 0 -11 -1 -14 -6h-18z" />
      <path d="M-16 -18c4 -4 12 -5 20 -3c6 2 5 9 -1 9h-14z" />
      {[-12, -4.6, 2.8, 10.2].map((top) => (
        <rect key={top} x="-18" y={top} width={top > 8 ? 19 : 23} height="7.4" rx="3.7" />
      ))}
    </g>
  )
}

type GaugeLineProps = NonNullable<MachineScene['gauge']> & { text: string; frameWidth: number }

const letterPx = 20

export function GaugeLine({ fromX, toX, y, stopY, text, frameWidth }: GaugeLineProps) {
  const isWide = toX - fromX > roomForFigurePx
  const textX = isWide ? (fromX + toX) / 2 : toX + 46
  const textPx = text.length * letterPx + 12
  const isOutside = !isWide && textX + textPx > frameWidth
  return (
    <g className="scene-gauge-line">
      <path d={`M${toX} ${stopY - 2}V${y - 10}`} />
      <path className="scene-dotted" d={`M${fromX} ${stopY + 6}V${y - 10}`} />
      {isWide ? (
        <path d={`M${fromX} ${y}H${textX - textPx / 2}M${textX + textPx / 2} ${y}H${toX}`} />
      ) : (
        <path d={`M${fromX - 36} ${y}H${fromX}M${fromX} ${y}H${toX}M${toX} ${y}H${toX + 36}`} />
      )}
      <ArrowHead tip={{ x: fromX, y }} headingDeg={isWide ? 180 : 0} size={15} />
      <ArrowHead tip={{ x: toX, y }} headingDeg={isWide ? 0 : 180} size={15} />
      <text x={isOutside ? fromX - 44 : textX} y={y} textAnchor={isWide ? 'middle' : isOutside ? 'end' : 'start'}>
        {text}
      </text>
    </g>
  )
}
