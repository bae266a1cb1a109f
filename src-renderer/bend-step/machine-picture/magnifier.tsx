// What is around the bend, larger and in its true thickness, where the picture shows it too small.
import { useId } from 'react'
import {
  blankDrawer,
  openPath,
  partsAt,
  type MachineFrame,
  type MachineScene,
  type Place,
  type SceneStep,
} from '../picture/index.ts'
import { PartShape, BlankShape } from './scene-shapes.tsx'

export interface MagnifierProps {
  step: SceneStep
  scene: MachineScene
  place: Place
  fill: string
}

/** What the magnifier shows around the bend. */
const leastReachMm = 12
/** A thinner blank is not seen. */
const leastBlankPx = 3

export function Magnifier({ step, scene, place, fill }: MagnifierProps) {
  const clip = useId()
  const { picture } = step
  const radius = place.width / 2
  const centre = { x: place.x + radius, y: place.y + radius }
  const reachMm = Math.max(leastReachMm, 1.2 * (picture.vMm ?? 0))
  const pxPerMm = radius / reachMm
  const origin = { x: centre.x - picture.bendAt.x * pxPerMm, y: centre.y + picture.bendAt.y * pxPerMm }
  const frame: MachineFrame = {
    pxPerMm,
    origin,
    cuts: scene.frame.cuts,
    toPx: ({ x, y }) => ({ x: origin.x + x * pxPerMm, y: origin.y - y * pxPerMm }),
  }
  const drawn = blankDrawer(step, frame, leastBlankPx)
  const near = scene.frame.toPx(picture.bendAt)
  const nearRadius = reachMm * scene.frame.pxPerMm
  const heading = Math.atan2(centre.y - near.y, centre.x - near.x)
  const edge = (from: typeof near, to: number, by: number) => ({
    x: from.x + to * Math.cos(by),
    y: from.y + to * Math.sin(by),
  })
  return (
    <g className="magnifier">
      <circle className="magnifier-near" cx={near.x} cy={near.y} r={nearRadius} />
      <path
        className="magnifier-line"
        d={openPath([edge(near, nearRadius, heading), edge(centre, radius, heading + Math.PI)])}
      />
      <clipPath id={clip}>
        <circle cx={centre.x} cy={centre.y} r={radius} />
      </clipPath>
      <circle className="magnifier-ground" cx={centre.x} cy={centre.y} r={radius} />
      <g clipPath={`url(#${clip})`}>
        {partsAt(step, frame, picture.fromTurnDeg, drawn.grownMm).map((part, index) => (
          <PartShape key={index} part={part} />
        ))}
        <BlankShape blank={drawn.sceneBlank(drawn.drawnBlankAt(picture.toTurnDeg))} fill={fill} isGhost />
        <BlankShape blank={drawn.sceneBlank(drawn.drawnBlankAt(picture.fromTurnDeg))} fill={fill} />
      </g>
      <circle className="magnifier-rim" cx={centre.x} cy={centre.y} r={radius} />
    </g>
  )
}
