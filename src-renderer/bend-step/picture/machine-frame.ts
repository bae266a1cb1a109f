// The scale of the picture of a step in its frame, the place of the bend line, and what is cut from a long blank. The scale that shows the
// tools well comes first: the blank is cut for it where it may be, else everything is drawn smaller. Pure. Units: mm and CSS pixels.
import { pointsBox, type Box, type Point } from '../../../shared/bending/index.ts'
import type { StepPicture } from '../../../shared/bending/plan/index.ts'
import { drawnBlankAt, type DrawnBlank } from './drawn-blank.ts'
import { longestCut, shortened, type Shortening } from './shortening.ts'

export interface FrameSize {
  readonly width: number
  readonly height: number
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
/** Beside the blank: hands and arrows. */
const besidePx = { left: 84, right: 30, top: 56 }
const leastScaleShare = 0.8
const fingersMm = 55

export function machineFrame(picture: StepPicture, size: FrameSize): MachineFrame {
  const { fromTurnDeg, toTurnDeg, bendAt } = picture
  const blanks = [0, 0.5, 1].map((share) => drawnBlankAt(picture, fromTurnDeg + share * (toTurnDeg - fromTurnDeg)))
  const [flat] = blanks
  const preferred = size.height / preferredHeightMm
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

/** What must be cut so that the blank fits at this scale; null: it cannot. The operator's side is cut first. */
function leastCuts(
  blanks: readonly DrawnBlank[],
  size: FrameSize,
  scale: number,
  possible: readonly Shortening[],
): Shortening[] | null {
  const needMm = widthOf(boxOf(blanks)) - (size.width - besidePx.left - besidePx.right) / scale
  const cuts: Shortening[] = []
  let left = needMm
  for (const one of possible) {
    if (left <= 0) break
    const cutMm = Math.min(one.cutMm, left)
    cuts.push({ ...one, cutMm })
    left -= cutMm
  }
  if (left > 1e-6) return null
  return scaleFor(
    blanks.map((blank) => shortened(blank, cuts)),
    size,
  ) >=
    scale * 0.995
    ? cuts
    : null
}

const boxOf = (blanks: readonly DrawnBlank[]): Box => {
  const box = pointsBox(blanks.flatMap(({ samples }) => samples.map(({ middle }) => middle)))
  return {
    ...box,
    minX: Math.min(box.minX, -30),
    maxX: Math.max(box.maxX, 0) + fingersMm,
    minY: Math.min(box.minY, -belowMm),
  }
}
const widthOf = ({ minX, maxX }: Box): number => maxX - minX

/** The largest scale at which every blank is in view. */
function scaleFor(blanks: readonly DrawnBlank[], { width, height }: FrameSize): number {
  const box = boxOf(blanks)
  return Math.min(
    (width - besidePx.left - besidePx.right) / widthOf(box),
    (height - besidePx.top) / (Math.max(box.maxY, 40) - box.minY),
  )
}

function framed(
  blanks: readonly DrawnBlank[],
  { width, height }: FrameSize,
  pxPerMm: number,
  cuts: readonly Shortening[],
): MachineFrame {
  const box = boxOf(blanks.map((blank) => shortened(blank, cuts)))
  const free = width - besidePx.left - besidePx.right - widthOf(box) * pxPerMm
  const origin = {
    x: besidePx.left + Math.max(0, free) / 2 - box.minX * pxPerMm,
    // the punch needs its height; a section that stands higher moves everything down
    y: Math.min(height + box.minY * pxPerMm, Math.max(height * 0.58, besidePx.top + box.maxY * pxPerMm)),
  }
  return {
    pxPerMm,
    origin,
    cuts,
    toPx: ({ x, y }) => ({ x: origin.x + x * pxPerMm, y: origin.y - y * pxPerMm }),
  }
}
