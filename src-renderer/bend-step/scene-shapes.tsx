// The shapes of the picture of a step.
import type { Point } from '../../shared/bending/index.ts'
import { closedPath, openPath } from './picture/paths.ts'
import type { MachineScene, ScenePart, SceneBlank } from './picture/machine-scene.ts'

const toolParts: ReadonlySet<string> = new Set(['punch', 'die', 'hemming_tool', 'closing_slot'])
const stopParts: ReadonlySet<string> = new Set(['fingers', 'gauge'])

export function PartShape({ part: { part, corners }, isGhost = false }: { part: ScenePart; isGhost?: boolean }) {
  const kind = toolParts.has(part) ? 'tool' : stopParts.has(part) ? 'stop' : 'machine'
  return <path className={isGhost ? 'scene-ghost' : `scene-part scene-${kind}`} d={closedPath(corners)} />
}

export interface BlankShapeProps {
  blank: SceneBlank
  /** Of the coloured half. */
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

/** A way with a head at its end. */
export function Arrow({ way }: { way: readonly Point[] }) {
  const [before, end] = [way.at(-3), way.at(-1)]
  if (before === undefined || end === undefined) return null
  return (
    <g className="scene-arrow">
      <path d={openPath(way.slice(0, -1))} />
      <ArrowHead at={end} headingDeg={(Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI} size={20} />
    </g>
  )
}

export function ArrowHead({ at: { x, y }, headingDeg, size }: { at: Point; headingDeg: number; size: number }) {
  return (
    <path
      className="scene-head"
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${headingDeg.toFixed(1)})`}
      d={`M0 0L${-size} ${size * 0.42}L${-size * 0.75} 0L${-size} ${-size * 0.42}Z`}
    />
  )
}

/** A hand that holds the edge between thumb and fingers; its wrist is to the left. */
export function Hand({ edge: { x, y }, turnDeg, isGhost }: MachineScene['hands'][number] & { isGhost: boolean }) {
  return (
    <path
      className={isGhost ? 'scene-hand scene-hand-ghost' : 'scene-hand'}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turnDeg.toFixed(1)}) scale(2.1) translate(-17 -12.6)`}
      d="M-6 8C-1 6 4 5.4 8 6.6L18.6 9a1.8 1.8 0 0 1-.6 3.5L11.6 11.6v2L18.2 13a1.8 1.8 0 0 1 .3 3.6L17 16.8a1.7 1.7 0 0 1-.6 3.3L8 20.6C3 21-1 20.4-6 19.4Z"
    />
  )
}

type GaugeLineProps = NonNullable<MachineScene['gauge']> & { text: string; frameWidth: number }

/** With less room the arrows are outside and the figure is beside them. */
const roomForFigure = 150

export function GaugeLine({ fromX, toX, y, stopY, text, frameWidth }: GaugeLineProps) {
  const isWide = toX - fromX > roomForFigure
  const textX = isWide ? (fromX + toX) / 2 : toX + 46
  const isOutside = !isWide && textX + text.length * 17 > frameWidth
  return (
    <g className="scene-gauge-line">
      <path d={`M${toX} ${stopY - 2}V${y - 10}`} />
      <path className="scene-dotted" d={`M${fromX} ${stopY + 6}V${y - 10}`} />
      {isWide ? (
        <path d={`M${fromX} ${y}H${toX}`} />
      ) : (
        <path d={`M${fromX - 36} ${y}H${fromX}M${fromX} ${y}H${toX}M${toX} ${y}H${toX + 36}`} />
      )}
      <ArrowHead at={{ x: fromX, y }} headingDeg={isWide ? 180 : 0} size={15} />
      <ArrowHead at={{ x: toX, y }} headingDeg={isWide ? 0 : 180} size={15} />
      <text x={isOutside ? fromX - 44 : textX} y={y} textAnchor={isWide ? 'middle' : isOutside ? 'end' : 'start'}>
        {text}
      </text>
    </g>
  )
}
