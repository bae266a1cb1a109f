// What the picture of a step shows, in CSS pixels: tools and machine, the blank before the bend and after it, how its edges swing, the
// hands, and the distance to the stop face. Pure.
import type { Point } from '../../../shared/bending/index.ts'
import type { PlanPart, StepPicture } from '../../../shared/bending/plan/index.ts'
import { machineFrame, type FrameSize, type MachineFrame } from './machine-frame.ts'
import { bandOf, moved, drawnBlankAt, type DrawnBlank } from './drawn-blank.ts'
import { breakMark, shortened, type BreakMark } from './shortening.ts'

export interface ScenePart {
  readonly part: PlanPart
  readonly corners: readonly Point[]
}

export interface SceneBlank {
  readonly outline: readonly Point[]
  /** The half of the blank on its coloured face; null: no face is coloured. */
  readonly colour: readonly Point[] | null
  readonly breaks: readonly BreakMark[]
}

export interface MachineScene {
  readonly frame: MachineFrame
  readonly parts: readonly ScenePart[]
  /** The swung beam of a folding machine. */
  readonly swungParts: readonly ScenePart[]
  readonly before: SceneBlank
  readonly after: SceneBlank
  /** The ways of the edges, as far as they are long enough for an arrow. */
  readonly swings: readonly (readonly Point[])[]
  /** The edge that the operator holds, before and after, and its direction away from the bend, in degrees clockwise from the left. */
  readonly hands: readonly { readonly edge: Point; readonly turnDeg: number }[]
  /** From the bend line to the stop face; null: the step has no stop. */
  readonly gauge: { readonly fromX: number; readonly toX: number; readonly y: number; readonly stopY: number } | null
  /** The blank is drawn thicker than it is. */
  readonly isThickened: boolean
}

export interface SceneStep {
  readonly picture: StepPicture
  readonly colouredFace: 'A' | 'B' | null
  /** Null: nothing touches the stop in this step. */
  readonly gaugeMm: number | null
}

/** A blank is never drawn thinner. */
const leastBlankPx = 10
/** A shorter way has no arrow. */
const leastSwingPx = 34
const swingSteps = 40
const movingParts: ReadonlySet<PlanPart> = new Set(['punch', 'clamp', 'beam'])
const stopParts: ReadonlySet<PlanPart> = new Set(['fingers', 'gauge'])

export function machineScene(step: SceneStep, size: FrameSize): MachineScene {
  const { picture, gaugeMm } = step
  const { fromTurnDeg, toTurnDeg } = picture
  const frame = machineFrame(picture, size, gaugeMm)
  const drawn = blankDrawer(step, frame, leastBlankPx)
  const [before, after] = [drawn.drawnBlankAt(fromTurnDeg), drawn.drawnBlankAt(toTurnDeg)]
  const parts = partsAt(step, frame, fromTurnDeg, drawn.grownMm)
  const swings = ([0, -1] as const)
    .map((edge) =>
      Array.from({ length: swingSteps + 1 }, (_, index) =>
        drawn.drawnBlankAt(fromTurnDeg + (index / swingSteps) * (toTurnDeg - fromTurnDeg)).samples.at(edge),
      ).flatMap((sample) => (sample === undefined ? [] : [frame.toPx(sample.middle)])),
    )
    .filter((way) => lengthOf(way) >= leastSwingPx)
  return {
    frame,
    parts,
    swungParts: partsAt(step, frame, toTurnDeg, 0).filter(({ part }) => part === 'folding_beam'),
    before: drawn.sceneBlank(before),
    after: drawn.sceneBlank(after),
    swings,
    hands: [before, after].map((blank) => handAt(blank, frame)),
    gauge: gaugeMm === null ? null : gaugeLine(frame, parts, before, gaugeMm),
    isThickened: drawn.grownMm > 0,
  }
}

/** Draws blanks of a step at a scale. */
export function blankDrawer({ picture, colouredFace }: SceneStep, frame: MachineFrame, leastPx: number) {
  const { thicknessMm } = drawnBlankAt(picture, picture.fromTurnDeg)
  const shownMm = Math.max(thicknessMm, leastPx / frame.pxPerMm)
  const grownMm = shownMm - thicknessMm
  const half = shownMm / 2
  return {
    grownMm,
    /** Its lower face stays where it is, so that the blank lies on the die. */
    drawnBlankAt: (turnDeg: number): DrawnBlank =>
      moved(shortened(drawnBlankAt(picture, turnDeg), frame.cuts), 0, grownMm / 2),
    sceneBlank: (blank: DrawnBlank): SceneBlank => ({
      outline: bandOf(blank, -half, half).map(frame.toPx),
      colour:
        colouredFace === null
          ? null
          : bandOf(blank, colouredFace === 'A' ? 0 : -half, colouredFace === 'A' ? half : 0).map(frame.toPx),
      breaks: frame.cuts.map((cut) => {
        const { middle, headingDeg } = breakMark(blank, cut)
        return { middle: frame.toPx(middle), headingDeg: -headingDeg }
      }),
    }),
  }
}

/** Parts above the blank make room for its drawn thickness; a stop moves with the edge of a shortened blank. */
export function partsAt(
  { picture }: SceneStep,
  frame: MachineFrame,
  turnDeg: number,
  grownMm: number,
): readonly ScenePart[] {
  const { near = 0, far = 0, cutMm = 0 } = frame.cuts.find((cut) => cut.far > cut.near) ?? {}
  const backMm = far > near ? cutMm : 0
  return picture.partsAt(turnDeg).map(({ part, outline }) => {
    const upMm = movingParts.has(part) ? grownMm : 0
    const leftMm = stopParts.has(part) ? backMm : 0
    return { part, corners: outline.map(({ x, y }) => frame.toPx({ x: x - leftMm, y: y + upMm })) }
  })
}

function handAt({ samples }: DrawnBlank, frame: MachineFrame): MachineScene['hands'][number] {
  const [edge, next] = [samples[0]?.middle ?? { x: 0, y: 0 }, samples[1]?.middle ?? { x: 1, y: 0 }]
  const turnDeg = (Math.atan2(next.y - edge.y, next.x - edge.x) * 180) / Math.PI
  return { edge: frame.toPx(edge), turnDeg: -turnDeg }
}

/** What a drawn hand covers: its wrist is away from the bend. */
export function handPoints({ edge, turnDeg }: MachineScene['hands'][number]): Point[] {
  const [cos, sin] = [Math.cos((turnDeg * Math.PI) / 180), Math.sin((turnDeg * Math.PI) / 180)]
  return [-48, -32, -16, 0, 10].flatMap((along) =>
    [-18, -6, 6, 18].map((across) => ({
      x: edge.x + along * cos - across * sin,
      y: edge.y + along * sin + across * cos,
    })),
  )
}

/** Where the line of the distance has room above the blank and the stop. */
const aboveStopPx = 30
const highestLinePx = 34

function gaugeLine(
  frame: MachineFrame,
  parts: readonly ScenePart[],
  before: DrawnBlank,
  gaugeMm: number,
): MachineScene['gauge'] {
  const stops = parts.filter(({ part }) => stopParts.has(part)).flatMap(({ corners }) => corners)
  const backMm = frame.cuts.find((cut) => cut.far > cut.near)?.cutMm ?? 0
  const [fromX, toX] = [frame.toPx({ x: 0, y: 0 }).x, frame.toPx({ x: gaugeMm - backMm, y: 0 }).x]
  const nearStop = stops.filter(({ x }) => x < toX + 40 * frame.pxPerMm).map(({ y }) => y)
  const blank = before.samples
    .map(({ middle }) => frame.toPx(middle))
    .filter(({ x }) => x > fromX)
    .map(({ y }) => y)
  const top = Math.min(...nearStop, ...blank, frame.origin.y)
  const stopY = nearStop.length > 0 ? Math.min(...nearStop) : frame.origin.y
  return { fromX, toX, y: Math.max(highestLinePx, top - aboveStopPx), stopY }
}

const lengthOf = (way: readonly Point[]): number =>
  way.reduce((sum, point, index) => {
    const before = way[index - 1]
    return before === undefined ? 0 : sum + Math.hypot(point.x - before.x, point.y - before.y)
  }, 0)
