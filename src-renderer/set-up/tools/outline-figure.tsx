// Outlines drawn to scale, each with its wrong corners, and the origin of their coordinates.
import { pointsBox } from '../../../shared/bending/index.ts'
import type { Outline } from '../../../shared/bending/fit/index.ts'

interface DrawnOutline {
  corners: Outline
  /** Indices of corners that are wrong. */
  wrong?: readonly number[]
  isChosen?: boolean
}

export interface OutlineFigureProps {
  label: string
  outlines: readonly DrawnOutline[]
  /** Whether 0/0 is marked. */
  hasOrigin: boolean
}

/** The share of the larger side that is left free around the outlines. */
const margin = 0.06

export function OutlineFigure({ label, outlines, hasOrigin }: OutlineFigureProps) {
  const box = pointsBox(outlines.flatMap(({ corners }) => corners))
  const size = Math.max(box.maxX - box.minX, box.maxY - box.minY, 1)
  const freeMm = size * margin
  const viewBox = [
    box.minX - freeMm,
    -box.maxY - freeMm,
    box.maxX - box.minX + 2 * freeMm,
    box.maxY - box.minY + 2 * freeMm,
  ]
  return (
    <svg className="outline-figure" viewBox={viewBox.join(' ')} role="img" aria-label={label}>
      {outlines.map(({ corners, wrong = [], isChosen = true }, index) => (
        // the order of the outlines never changes
        // oxlint-disable-next-line react/no-array-index-key
        <g key={index} className={isChosen ? 'outline-chosen' : 'outline-other'}>
          <polygon points={corners.map(({ x, y }) => `${x},${-y}`).join(' ')} />
          {wrong.map((cornerIndex) => {
            const corner = corners[cornerIndex]
            return (
              corner !== undefined && (
                <circle key={cornerIndex} className="outline-wrong" cx={corner.x} cy={-corner.y} r={size * 0.025} />
              )
            )
          })}
        </g>
      ))}
      {hasOrigin && <path className="outline-origin" d={`M${-freeMm} 0H${freeMm}M0 ${-freeMm}V${freeMm}`} />}
    </svg>
  )
}
