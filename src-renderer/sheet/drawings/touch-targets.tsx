// The angles and flanges of a drawing as touch targets over their labels. Where two overlap, the nearer label is meant.
import type { LabelTarget, SvgDrawing } from '../../../shared/drawing/index.ts'

export interface DrawingTargets {
  /** What a touch does, for screen readers; null: it does nothing. */
  labelOf: (target: LabelTarget) => string | null
  onTouch: (target: LabelTarget) => void
}

export interface TouchTargetsProps {
  texts: SvgDrawing['texts']
  targets: DrawingTargets
  pxPerMm: number
}

/** CSS pixels: the least side of a target for a glove. */
const leastSidePx = 48

export function TouchTargets({ texts, targets, pxPerMm }: TouchTargetsProps) {
  const places = texts.flatMap(({ target, x, y, text, fontSize }) => {
    const label = target === undefined ? null : targets.labelOf(target)
    if (target === undefined || label === null) return []
    const width = Math.max(leastSidePx / pxPerMm, text.length * fontSize * 0.62)
    const height = Math.max(leastSidePx / pxPerMm, fontSize * 1.4)
    const line = { y: y + fontSize * 0.62, half: (text.length * fontSize * 0.5) / 2 }
    return [{ target, label, x, y, width, height, line }]
  })
  /** The label that is nearest to the touch. */
  const touch = ({ clientX, clientY, currentTarget }: React.MouseEvent<SVGGElement>): void => {
    const matrix = currentTarget.getScreenCTM()
    if (matrix === null) return
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
    const [nearest] = places.toSorted(
      (a, b) => Math.hypot(a.x - point.x, a.y - point.y) - Math.hypot(b.x - point.x, b.y - point.y),
    )
    if (nearest !== undefined) targets.onTouch(nearest.target)
  }
  return places.map(({ target, label, x, y, width, height, line }) => (
    <g
      key={`${target.kind} ${target.index}`}
      className="touch-target"
      role="button"
      tabIndex={0}
      aria-label={label}
      onClick={touch}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        targets.onTouch(target)
      }}
    >
      <path d={`M${x - line.half} ${line.y}h${2 * line.half}`} />
      <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={radiusPx / pxPerMm} />
    </g>
  ))
}

/** CSS pixels. */
const radiusPx = 6
