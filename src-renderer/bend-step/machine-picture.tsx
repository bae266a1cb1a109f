// The machine at one step, to scale: tools, stop, the blank before and after the bend, its swing, the hands, and the distance to the stop.
import { useId, useMemo } from 'react'
import { planPartText } from '../../shared/bending/index.ts'
import { sheetColour } from '../../shared/colours/index.ts'
import { colouredFace } from '../../shared/drawing/index.ts'
import type { StepPicture } from '../../shared/bending/plan/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { sheetPaint } from '../ui/sheet-paint.ts'
import { useSize, type Size } from '../ui/use-size.ts'
import { Magnifier } from './magnifier.tsx'
import { MountedPart } from './mounted-part.tsx'
import { alongLines, cornersOf, freestPlace, type Place } from './picture/free-place.ts'
import { machineScene, type MachineScene, type SceneStep } from './picture/machine-scene.ts'
import { Arrow, GaugeLine, Hand, PartShape, BlankShape } from './scene-shapes.tsx'
import type { ShownStep } from './shown-steps.ts'

export interface MachinePictureProps {
  step: ShownStep
  /** Null: the plan does not describe the machine at this step. */
  picture: StepPicture | null
  steps: readonly ShownStep[]
  stepIndex: number
  profile: Sheet['profile']
  /** The picture is not of what the brake has now. */
  isGrey: boolean
}

export function MachinePicture(props: MachinePictureProps) {
  const { picture, steps, stepIndex, profile, isGrey } = props
  const { t } = useTexts()
  const { element, size } = useSize()
  return (
    <div ref={element} className={isGrey ? 'bend-step-picture bend-step-grey' : 'bend-step-picture'}>
      {size !== null && size.height > 80 && picture !== null && (
        <DrawnMachine {...props} picture={picture} size={size} />
      )}
      {picture === null && size !== null && (
        <div className="bend-step-no-picture">
          <p>{t('bend_step.no_picture')}</p>
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
  const places = useMemo(() => placesOf(scene, size), [scene, size])
  const isHatched = sheetColour(profile).kind !== 'paint'
  const fill = isHatched ? `url(#${hatch})` : 'var(--sheet-colour)'
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
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" fill="var(--sheet-colour)" />
            <path d="M0 0V6" stroke="var(--sheet-edge)" strokeWidth="1.5" />
          </pattern>
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
        {scene.hands.map((hand, index) => (
          <Hand key={index} {...hand} isGhost={index > 0} />
        ))}
        {scene.gauge !== null && (
          <GaugeLine {...scene.gauge} text={`X ${fineMm(step.gaugeMm ?? 0)}`} frameWidth={size.width} />
        )}
        <PartNames scene={scene} step={step} size={size} />
        {places.magnifier !== null && <Magnifier step={sceneStep} scene={scene} place={places.magnifier} fill={fill} />}
      </svg>
      {places.mounted !== null && (
        <div
          className="bend-step-mounted"
          style={{ left: places.mounted.x, top: places.mounted.y, ...sheetPaint(profile) }}
        >
          <MountedPart
            profile={profile}
            steps={steps}
            stepIndex={stepIndex}
            size={{ ...places.mounted, height: places.mounted.height - 22 }}
          />
          <span style={{ width: places.mounted.width }}>{t('bend_step.mounted')}</span>
        </div>
      )}
      {scene.isThickened && <p className="bend-step-thickened">{t('bend_step.thickened')}</p>}
    </>
  )
}

/** Where the bend is so small that it needs a magnifier. */
const tinyPx = 34

function placesOf(scene: MachineScene, size: Size): { mounted: Place | null; magnifier: Place | null } {
  const { before, after, hands, swings, parts, gauge, frame } = scene
  const tools = parts.filter(({ part }) => part !== 'table' && part !== 'apron')
  const taken = [
    ...[before.outline, after.outline, ...swings].flatMap((line) => alongLines(line)),
    ...hands.flatMap(({ edge: { x, y } }) => [-60, -40, -20, 0].map((left) => ({ x: x + left, y }))),
    ...tools.flatMap(({ corners }) => alongLines(corners, 30)),
    ...(gauge === null
      ? []
      : alongLines([
          { x: gauge.fromX - 30, y: gauge.y },
          { x: gauge.toX + 150, y: gauge.y },
        ])),
  ]
  const unit = Math.min(size.width, size.height * 1.6)
  const mountedCorners = cornersOf(size, { width: unit * 0.22, height: unit * 0.15 }, 40, 10)
  const { lowerLeft, lowerRight, upperRight } = mountedCorners
  const mounted = freestPlace([lowerLeft, lowerRight, upperRight], taken)
  const isTiny = frame.pxPerMm * 8 < tinyPx || (gauge !== null && Math.abs(gauge.toX - gauge.fromX) < tinyPx)
  if (!isTiny || mounted === null) return { mounted, magnifier: null }
  const side = Math.min(size.height * 0.36, size.width * 0.26)
  const corners = cornersOf(size, { width: side, height: side }, 44, 12)
  const around = alongLines([
    { x: mounted.x, y: mounted.y },
    { x: mounted.x + mounted.width, y: mounted.y },
    { x: mounted.x + mounted.width, y: mounted.y + mounted.height },
    { x: mounted.x, y: mounted.y + mounted.height },
  ])
  const magnifier = freestPlace(
    [corners.upperRight, corners.lowerRight, corners.lowerLeft, corners.upperLeft],
    [...taken, ...around, ...around, ...around],
  )
  return { mounted, magnifier }
}

function PartNames({ scene, step, size }: { scene: MachineScene; step: ShownStep; size: Size }) {
  const { t, language } = useTexts()
  const { parts, frame, gauge } = scene
  const isFolder = parts.some(({ part }) => part === 'folding_beam')
  const stop = parts.find(({ part }) => part === 'fingers' || part === 'gauge')
  const rightOf = (names: readonly string[], top: number, bottom: number): number =>
    Math.max(
      frame.origin.x,
      ...parts
        .filter(({ part }) => names.includes(part))
        .flatMap(({ corners }) => corners.filter(({ y }) => y > top && y < bottom).map(({ x }) => x)),
    )
  const upperX = Math.min(rightOf(isFolder ? ['clamp'] : ['punch', 'clamp', 'beam'], -2_000, 70) + 12, size.width - 150)
  const lowerX = Math.min(
    rightOf(isFolder ? ['table'] : ['die', 'holder', 'table', 'hemming_tool'], size.height - 60, 4_000) + 12,
    size.width - 160,
  )
  const punch = step.punchId === null ? '' : step.punchId
  return (
    <g className="part-names">
      <text x={14} y={26}>
        {t('bend_step.operator_side')}
      </text>
      <text x={upperX} y={26}>
        {isFolder ? planPartText('clamp', language) : t('bend_step.upper_tool')}
      </text>
      {!isFolder && punch !== '' && (
        <text className="part-names-strong" x={upperX} y={47}>
          {punch}
          {step.punchTurned ? ` (${t('brake_link.punch_turned')})` : ''}
        </text>
      )}
      <text x={lowerX} y={size.height - 36}>
        {isFolder ? planPartText('table', language) : t('bend_step.lower_tool')}
      </text>
      {step.dieId !== null && (
        <text className="part-names-strong" x={lowerX} y={size.height - 15}>
          {step.dieId}
        </text>
      )}
      {gauge !== null && stop !== undefined && (
        <text
          x={Math.min(gauge.toX + 8, size.width - 100)}
          y={Math.max(...stop.corners.map(({ y }) => y), frame.origin.y) + 26}
        >
          {t('brake_link.gauge')}
        </text>
      )}
    </g>
  )
}
