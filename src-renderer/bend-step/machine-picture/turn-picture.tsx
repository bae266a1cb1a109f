// What the operator does with the blank before a step: the part-bent blank itself moves once from its last place to its next. With reduced
// motion only its next place and an arrow are shown.
import { useEffect, useId, useMemo, useState } from 'react'
import { pointsBox, type Point } from '../../../shared/bending/index.ts'
import { isHatched } from '../../../shared/colours/index.ts'
import { colouredFace } from '../../../shared/drawing/index.ts'
import type { PlanStep, StepPicture } from '../../../shared/bending/plan/index.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import { HatchPattern, sheetPaint } from '../../ui/drawing/index.ts'
import { useSize } from '../../ui/use-size.ts'
import { closedPath, drawnBlankAt, openPath, stopBehind, turnedFaces, turnWay, unitSection } from '../picture/index.ts'
import { ArrowHead, withoutEnd } from './scene-shapes.tsx'
import { isMotionReduced } from '../../ui/is-motion-reduced.ts'

export interface TurnPictureProps {
  /** The picture of the step; null: its machine is not described, and a flat blank is drawn instead of the section. */
  picture: StepPicture | null
  handling: PlanStep['handling']
  profile: Sheet['profile']
  label: string
}

/** The blank lies still before it moves, so that the eye finds it. */
const stillMs = 240
const moveMs = 640
const marginPx = 8

export function TurnPicture({ picture, handling, profile, label }: TurnPictureProps) {
  const { element, size } = useSize()
  const share = useMovement(handling !== 'none')
  const hatch = useId()
  const section = useMemo(
    () => unitSection(picture === null ? flatBlank : drawnBlankAt(picture, picture.fromTurnDeg)),
    [picture],
  )
  const box = useMemo(() => {
    const all = [0, 0.25, 0.5, 0.75, 1].flatMap((one) =>
      turnedFaces(section, handling, one).flatMap(({ corners }) => corners),
    )
    return pointsBox([...all, ...stopBehind(section), ...turnWay(section, handling)])
  }, [section, handling])
  if (size === null || size.height < 20) return <div ref={element} className="turn-picture" />
  const scale = Math.min(
    (size.width - 2 * marginPx) / (box.maxX - box.minX),
    (size.height - 2 * marginPx) / (box.maxY - box.minY),
  )
  const toPx = ({ x, y }: Point): Point => ({
    x: size.width / 2 + (x - (box.minX + box.maxX) / 2) * scale,
    y: size.height / 2 + (y - (box.minY + box.maxY) / 2) * scale,
  })
  const coloured = colouredFace(profile.colourSide)
  const way = turnWay(section, handling).map(toPx)
  const line = withoutEnd(way, 12)
  const [before, end] = [line.at(-1), way.at(-1)]
  return (
    <div ref={element} className="turn-picture">
      <svg width={size.width} height={size.height} role="img" aria-label={label} style={sheetPaint(profile)}>
        <defs>
          <HatchPattern id={hatch} />
        </defs>
        <path className="turn-stop" d={closedPath(stopBehind(section).map(toPx))} />
        {turnedFaces(section, handling, share).map(({ corners, face }, index) => (
          <path
            key={index}
            className={face === coloured ? 'turn-face turn-coloured' : 'turn-face'}
            d={closedPath(corners.map(toPx))}
            {...(isHatched(profile) ? { style: { fill: `url(#${hatch})` } } : {})}
          />
        ))}
        {before !== undefined && end !== undefined && (
          <g className="turn-arrow">
            <path className="turn-way-edge" d={openPath(line)} />
            <path className="turn-way" d={openPath(line)} />
            <ArrowHead
              tip={end}
              headingDeg={(Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI}
              size={18}
            />
          </g>
        )}
      </svg>
    </div>
  )
}

const up: Point = { x: 0, y: 1 }
const flatBlank = {
  samples: [
    { middle: { x: -100, y: 0 }, toA: up },
    { middle: { x: 100, y: 0 }, toA: up },
  ],
  thicknessMm: 1,
  flats: [],
}

/** Runs from 0 to 1 once; 1 at once where nothing moves or the user wants no motion. */
function useMovement(moves: boolean): number {
  const [share, setShare] = useState(() => (moves && !isMotionReduced() ? 0 : 1))
  useEffect(() => {
    if (!moves || isMotionReduced()) return
    let frame = 0
    const startedAt = performance.now()
    const next = (now: number): void => {
      const passed = Math.min(1, Math.max(0, (now - startedAt - stillMs) / moveMs))
      setShare(1 - (1 - passed) ** 3)
      if (passed < 1) frame = requestAnimationFrame(next)
    }
    frame = requestAnimationFrame(next)
    return () => cancelAnimationFrame(frame)
  }, [moves])
  return share
}
