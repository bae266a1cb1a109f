// The scale of the picture of a step in its frame, the place of the bend line, and what is cut from a long blank. The scale that shows the
// tools well comes first: the blank is cut for it where it may be, else everything is drawn smaller. Pure. Units: mm and CSS pixels.
import { pointsBox, type Box, type Mm, type Point } from '../../../shared/bending/index.ts'
import type { StepPicture } from '../../../shared/bending/plan/index.ts'
import { drawnBlankAt, type DrawnBlank } from './drawn-blank.ts'
import { longestCut, shortened, type Shortening } from './shortening.ts'

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** The space that is kept free on the side of the gauge: in the frame, and beside the blank. */
interface Room extends FrameSize {
  readonly right: number
  readonly stopMm: number
}

export interface MachineFrame {
  readonly pxPerMm: number
  /** Where 0/0 of the machine is. */
  readonly origin: Point
  readonly cuts: readonly Shortening[]
  readonly toPx: (point: Point) => Point
}

/** The height that shows punch, die and the edge of the table. */
const preferredHeightMm = 200
/** The die with a part of the table, below the blank. */
const belowMm = 52
/** Around the blank: hands, arrows and names. */
const besidePx = { left: 90, right: 30, top: 56, bottom: 40 }
/** The part of the height above the die that is never taken by a section that hangs. */
const leastAboveShare = 0.34
const leastScaleShare = 0.8
const fingersMm = 55
/** With less room between bend line and stop, the figure of the distance stands beside the stop. */
export const roomForFigurePx = 150
const figurePx = 250

/** `gaugeMm`: with a short distance its figure is beside the stop. */
export function machineFrame(picture: StepPicture, frameSize: FrameSize, gaugeMm: number | null): MachineFrame {
  const { fromTurnDeg, toTurnDeg, bendAt } = picture
  const blanks = [0, 0.5, 1].map((share) => drawnBlankAt(picture, fromTurnDeg + share * (toTurnDeg - fromTurnDeg)))
  const [flat] = blanks
  const preferred = frameSize.height / preferredHeightMm
  const isNarrow = gaugeMm !== null && gaugeMm * preferred < roomForFigurePx
  const size = {
    ...frameSize,
    right: isNarrow ? Math.min(figurePx, frameSize.width / 3) : besidePx.right,
    stopMm: isNarrow ? 0 : fingersMm,
  }
  const whole = scaleFor(blanks, size)
  if (flat === undefined || whole >= preferred * leastScaleShare)
    return framed(blanks, size, Math.min(whole, preferred), [])
  const possible = [longestCut(flat, bendAt.x, -1), longestCut(flat, bendAt.x, 1)].filter((cut) => cut !== null)
  for (let scale = preferred; scale > whole; scale *= 0.94) {
    const cuts = leastCuts(blanks, size, scale, possible)
    if (cuts !== null) return framed(blanks, size, scale, cuts)
  }
  return framed(blanks, size, whole, [])
}

/** In which steps more is cut until the blank is low enough, too. */
const cutStepMm = 12

/** What must be cut so that the blank fits at this scale; null: it cannot. Every flat part is cut by the same share. */
function leastCuts(
  blanks: readonly DrawnBlank[],
  size: Room,
  scale: number,
  possible: readonly Shortening[],
): Shortening[] | null {
  const mostMm = possible.reduce((sum, { cutMm }) => sum + cutMm, 0)
  const leastMm = widthOf(boxOf(blanks, size.stopMm)) - (size.width - besidePx.left - size.right) / scale
  for (let totalMm = Math.max(0, leastMm); totalMm <= mostMm; totalMm += cutStepMm) {
    const cuts = possible.map((cut) => ({ ...cut, cutMm: (cut.cutMm * totalMm) / (mostMm || 1) }))
    const fitted = blanks.map((blank) => shortened(blank, cuts))
    if (scaleFor(fitted, size) >= scale * 0.99) return cuts.filter(({ cutMm }) => cutMm > 0)
  }
  return null
}

const boxOf = (blanks: readonly DrawnBlank[], stopMm: Mm): Box => {
  const box = pointsBox(blanks.flatMap(({ samples }) => samples.map(({ middle }) => middle)))
  return {
    ...box,
    minX: Math.min(box.minX, -30),
    maxX: Math.max(box.maxX, 0) + stopMm,
    minY: Math.min(box.minY, -belowMm),
  }
}
const widthOf = ({ minX, maxX }: Box): number => maxX - minX

/** The largest scale at which every blank is in view. */
function scaleFor(blanks: readonly DrawnBlank[], { width, height, right, stopMm }: Room): number {
  const box = boxOf(blanks, stopMm)
  return Math.min(
    (width - besidePx.left - right) / widthOf(box),
    (height - besidePx.top - besidePx.bottom) / (Math.max(box.maxY, 0) - box.minY),
    // a section that hangs leaves room for the punch
    (height * (1 - leastAboveShare) - besidePx.bottom) / -box.minY,
  )
}

function framed(
  blanks: readonly DrawnBlank[],
  { width, height, right, stopMm }: Room,
  pxPerMm: number,
  cuts: readonly Shortening[],
): MachineFrame {
  const box = boxOf(
    blanks.map((blank) => shortened(blank, cuts)),
    stopMm,
  )
  const free = width - besidePx.left - right - widthOf(box) * pxPerMm
  const hangsPx = Math.max(-box.minY - belowMm, 0) > 0 ? besidePx.bottom : 0
  const origin = {
    x: besidePx.left + Math.max(0, free) / 2 - box.minX * pxPerMm,
    // the punch needs its height; a section that stands higher moves everything down, one that hangs moves it up
    y: Math.min(height + box.minY * pxPerMm - hangsPx, Math.max(height * 0.58, besidePx.top + box.maxY * pxPerMm)),
  }
  return {
    pxPerMm,
    origin,
    cuts,
    toPx: ({ x, y }) => ({ x: origin.x + x * pxPerMm, y: origin.y - y * pxPerMm }),
  }
}
