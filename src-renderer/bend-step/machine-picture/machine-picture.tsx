// The machine at one step, to scale: tools, stop, the blank before and after the bend, its swing, the hands, and the distance to the stop.
import { useId, useMemo } from 'react'
import type { Point } from '../../../shared/bending/index.ts'
import { isHatched } from '../../../shared/colours/index.ts'
import { colouredFace } from '../../../shared/drawing/index.ts'
import type { StepPicture } from '../../../shared/bending/plan/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import { HatchPattern, sheetPaint } from '../../ui/drawing/index.ts'
import { useSize, type Size } from '../../ui/use-size.ts'
import { Magnifier } from './magnifier.tsx'
import { MountedPart } from './mounted-part.tsx'
import {
  alongLines,
  cornersOf,
  freestPlace,
  handPoints,
  machineScene,
  type MachineScene,
  type Place,
  type SceneStep,
} from '../picture/index.ts'
import { Arrow, GaugeLine, Hand, PartShape, BlankShape } from './scene-shapes.tsx'
import type { ShownStep } from '../shown-steps.ts'

/** `planning`: the plan is not ready. `not_in_plan`: it does not have the step of the program. `no_outline`: a tool has no outline. */
type NoPictureReason = 'planning' | 'not_in_plan' | 'no_outline'

export interface MachinePictureProps {
  step: ShownStep
  /** Null: the plan does not describe the machine at this step. */
  picture: StepPicture | null
  /** Why there is no picture. */
  noPictureReason: NoPictureReason
  steps: readonly ShownStep[]
  stepIndex: number
  profile: Sheet['profile']
  /** The picture is not of what the brake has now. */
  isGrey: boolean
}

export function MachinePicture(props: MachinePictureProps) {
  const { picture, noPictureReason, steps, stepIndex, profile, isGrey } = props
  const { t } = useTexts()
  const { element, size } = useSize()
  return (
    <div ref={element} className={isGrey ? 'bend-step-picture bend-step-grey' : 'bend-step-picture'}>
      {size !== null && size.height > 80 && picture !== null && (
        <DrawnMachine {...props} picture={picture} size={size} />
      )}
      {picture === null && size !== null && (
        <div className="bend-step-no-picture">
          <p role="status">{t(`bend_step.no_picture.${noPictureReason}`)}</p>
          <MountedPart
            profile={profile}
            steps={steps}
            stepIndex={stepIndex}
            size={{ width: size.width * 0.6, height: size.height * 0.6 }}
          />
        </div>
      )}
    </div>
  )
}

interface DrawnMachineProps extends MachinePictureProps {
  picture: StepPicture
  size: Size
}

function DrawnMachine({ picture, step, size, profile, steps, stepIndex }: DrawnMachineProps) {
  const { t, deg, fineMm } = useTexts()
  const hatch = useId()
  const sceneStep = useMemo(
    (): SceneStep => ({ picture, colouredFace: colouredFace(profile.colourSide), gaugeMm: step.gaugeMm }),
    [picture, profile.colourSide, step.gaugeMm],
  )
  const scene = useMemo(() => machineScene(sceneStep, size), [sceneStep, size])
  const names = useMemo(() => namePlaces(scene, size), [scene, size])
  const places = useMemo(() => placesOf(scene, picture, names, size), [scene, picture, names, size])
  const isFolder = scene.swungParts.length > 0
  const fill = isHatched(profile) ? `url(#${hatch})` : 'var(--sheet-colour)'
  return (
    <>
      <svg
        className="machine-scene"
        width={size.width}
        height={size.height}
        role="img"
        aria-label={t('bend_plan.picture', {
          step: stepIndex + 1,
          bend: step.bendIndex + 1,
          angle: deg(step.includedDeg),
        })}
        style={sheetPaint(profile)}
      >
        <defs>
          <HatchPattern id={hatch} />
        </defs>
        {scene.parts.map((one, index) => (
          <PartShape key={index} part={one} />
        ))}
        {scene.swungParts.map((one, index) => (
          <PartShape key={index} part={one} isGhost />
        ))}
        <BlankShape blank={scene.after} fill={fill} isGhost />
        <BlankShape blank={scene.before} fill={fill} />
        {scene.swings.map((way, index) => (
          <Arrow key={index} way={way} />
        ))}
        {/* nobody holds the blank while the beam of a folding machine swings */}
        {(isFolder ? scene.hands.slice(0, 1) : scene.hands).map((hand, index) => (
          <Hand key={index} {...hand} isGhost={index > 0} />
        ))}
        {scene.gauge !== null && (
          <GaugeLine {...scene.gauge} text={`X ${fineMm(step.gaugeMm ?? 0)}`} frameWidth={size.width} />
        )}
        {places.magnifier !== null && <Magnifier step={sceneStep} scene={scene} place={places.magnifier} fill={fill} />}
        <PartNames places={names} isFolder={isFolder} isThickened={scene.isThickened} step={step} />
      </svg>
      {places.mounted !== null && (
        <div className="bend-step-mounted" style={{ left: places.mounted.x, top: places.mounted.y }}>
          <MountedPart
            profile={profile}
            steps={steps}
            stepIndex={stepIndex}
            size={{ ...places.mounted, height: places.mounted.height - 22 }}
          />
          <span style={{ width: places.mounted.width }}>{t('bend_step.mounted')}</span>
        </div>
      )}
    </>
  )
}

/** Where the bend is so small that it needs a magnifier. */
const tinyPx = 34

interface Places {
  readonly mounted: Place | null
  readonly magnifier: Place | null
}

/** Where the finished part and the magnifier have room beside everything else. */
function placesOf(scene: MachineScene, picture: StepPicture, names: NamePlaces, size: Size): Places {
  const { before, after, hands, swings, parts, gauge, frame } = scene
  const tools = parts.filter(({ part }) => part !== 'table' && part !== 'apron')
  const figure =
    gauge === null
      ? []
      : [-12, 0, 12].flatMap((down) =>
          alongLines([
            { x: gauge.fromX - 30, y: gauge.y + down },
            { x: Math.max(gauge.toX, gauge.fromX + 10) + 170, y: gauge.y + down },
          ]),
        )
  const { upper, lower, stop } = names
  // the name of a tool has two lines
  const lines = [upper, lower].flatMap(({ x, y }) => [
    { x, y },
    { x, y: y + 21 },
  ])
  const named = [...lines, ...(stop === null ? [] : [stop])].flatMap(({ x, y }) =>
    [0, 20, 40, 60, 80, 100, 120].flatMap((right) => [-12, 0].map((down) => ({ x: x + right, y: y + down }))),
  )
  const held = hands.flatMap(handPoints)
  const taken = [
    ...[before.outline, after.outline, ...swings].flatMap((line) => alongLines(line)),
    ...held,
    ...tools.flatMap(({ corners }) => alongLines([...corners, ...corners.slice(0, 1)], 8)),
    ...figure,
    ...named,
  ]
  const unit = Math.min(size.width, size.height * 1.6)
  const mounted = freestPlace(
    withBetween(cornersOf(size, { width: Math.max(150, unit * 0.22), height: unit * 0.15 }, 64, 10), size),
    taken,
  )
  const isTiny = frame.pxPerMm * 8 < tinyPx || (gauge !== null && Math.abs(gauge.toX - gauge.fromX) < tinyPx)
  if (!isTiny || mounted === null) return { mounted, magnifier: null }
  const side = Math.min(size.height * 0.34, size.width * 0.25)
  const { x, y, width, height } = mounted
  const around = alongLines([
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ])
  const magnifier = freestPlace(
    withBetween(cornersOf(size, { width: side, height: side }, 64, 12), size),
    [...taken, ...around, ...around, ...around],
    { from: frame.toPx(picture.bendAt), beside: [...named, ...held, ...figure, ...around] },
  )
  return { mounted, magnifier }
}

/** The corners in their order, then places between them along the upper and the lower edge. */
const withBetween = (corners: ReturnType<typeof cornersOf>, { width }: Size): Place[] => [
  ...Object.values(corners),
  ...[0.2, 0.4, 0.6].flatMap((share) =>
    [corners.lowerLeft, corners.upperLeft].map((place) => ({ ...place, x: share * width })),
  ),
]

interface NamePlaces {
  readonly upper: Point
  readonly lower: Point
  readonly stop: Point | null
}

const aboveParts: ReadonlySet<string> = new Set(['punch', 'clamp', 'beam'])
const belowParts: ReadonlySet<string> = new Set(['die', 'holder', 'table', 'apron', 'hemming_tool', 'closing_slot'])

/** The names stand to the right of the parts, at the upper and the lower edge. */
function namePlaces({ parts, frame, gauge }: MachineScene, size: Size): NamePlaces {
  const rightOf = (kinds: ReadonlySet<string>, top: number, bottom: number): number =>
    Math.max(
      frame.origin.x,
      ...parts.flatMap(({ part, corners }) => {
        const ys = corners.map(({ y }) => y)
        const isBeside = kinds.has(part) && Math.min(...ys) < bottom && Math.max(...ys) > top
        return isBeside ? corners.map(({ x }) => x) : []
      }),
    )
  const beside = (x: number): number => (x + 170 > size.width ? Math.max(12, size.width - 170) : x + 12)
  const stops = parts.filter(({ part }) => part === 'fingers' || part === 'gauge').flatMap(({ corners }) => corners)
  return {
    upper: { x: beside(rightOf(aboveParts, 0, 50)), y: 26 },
    lower: { x: beside(rightOf(belowParts, size.height - 60, size.height)), y: size.height - 36 },
    stop: gauge === null || stops.length === 0 ? null : stopName(stops, frame.origin.y, size),
  }
}

/** Beside the stop, or below it where the frame ends. */
function stopName(stops: readonly Point[], originY: number, size: Size): Point {
  const right = Math.max(...stops.map(({ x }) => x))
  const [top, bottom] = [Math.min(...stops.map(({ y }) => y)), Math.max(...stops.map(({ y }) => y))]
  if (right + nameWidthPx < size.width) return { x: right + 10, y: (top + bottom) / 2 + 6 }
  return { x: Math.max(12, Math.min(right, size.width) - nameWidthPx), y: Math.max(bottom, originY + 6) + 24 }
}

const nameWidthPx = 115

interface PartNamesProps {
  places: NamePlaces
  isFolder: boolean
  isThickened: boolean
  step: ShownStep
}

function PartNames({ places: { upper, lower, stop }, isFolder, isThickened, step }: PartNamesProps) {
  const { t } = useTexts()
  const { punchId, punchTurned, dieId } = step
  return (
    <g className="part-names">
      <text x={14} y={26}>
        {t('bend_step.operator_side')}
      </text>
      {isThickened && (
        <text className="part-names-small" x={14} y={47}>
          {t('bend_step.thickened')}
        </text>
      )}
      <text {...upper}>{t(isFolder ? 'bend_step.clamp' : 'bend_step.upper_tool')}</text>
      {punchId !== null && (
        <text className="part-names-strong" x={upper.x} y={upper.y + 21}>
          {punchId}
          {punchTurned ? ` (${t('brake_link.punch_turned')})` : ''}
        </text>
      )}
      <text {...lower}>{t(isFolder ? 'bend_step.table' : 'bend_step.lower_tool')}</text>
      {dieId !== null && (
        <text className="part-names-strong" x={lower.x} y={lower.y + 21}>
          {dieId}
        </text>
      )}
      {stop !== null && <text {...stop}>{t('brake_link.gauge')}</text>}
    </g>
  )
}
