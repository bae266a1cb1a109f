// The finished part as it is mounted, with its made bends and the bend of this step.
import { useMemo } from 'react'
import { pointsBox } from '../../../shared/bending/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import { LineHatch, sheetPaint } from '../../ui/drawing/index.ts'
import { mountedLine, openPath } from '../picture/index.ts'
import type { ShownStep } from '../shown-steps.ts'

export interface MountedPartProps {
  profile: Sheet['profile']
  steps: readonly ShownStep[]
  stepIndex: number
  size: { readonly width: number; readonly height: number }
}

const marginPx = 15
/** The width of the sheet in mounted-sheet. */
const sheetPx = 5

export function MountedPart({ profile, steps, stepIndex, size }: MountedPartProps) {
  const { t } = useTexts()
  const mounted = useMemo(() => mountedLine(profile), [profile])
  if (mounted === null) return null
  const { minX, maxX, minY, maxY } = pointsBox(mounted.line)
  const scale = Math.min(
    (size.width - 2 * marginPx) / (maxX - minX || 1),
    (size.height - 2 * marginPx) / (maxY - minY || 1),
  )
  const toPx = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: size.width / 2 + (x - (minX + maxX) / 2) * scale,
    y: size.height / 2 - (y - (minY + maxY) / 2) * scale,
  })
  const path = openPath(mounted.line.map(toPx))
  const current = steps[stepIndex]?.bendIndex
  const bentBends = new Set(steps.slice(0, stepIndex).map(({ bendIndex }) => bendIndex))
  return (
    <svg
      width={size.width}
      height={size.height}
      role="img"
      aria-label={t('bend_step.mounted')}
      style={sheetPaint(profile)}
    >
      <path className="mounted-edge" d={path} />
      <path className="mounted-sheet" d={path} />
      <LineHatch sheet={profile} d={path} width={sheetPx} />
      {mounted.bends.map((place, bend) => {
        const { x, y } = toPx(place)
        if (bend !== current)
          return bentBends.has(bend) && <circle key={bend} className="mounted-made" cx={x} cy={y} r={6} />
        return (
          <g key={bend}>
            <circle className="mounted-now" cx={x} cy={y} r={12} />
            <text className="mounted-number" x={x} y={y}>
              {stepIndex + 1}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
