// Chooses the scale of a drawing and its lettering on the screen: first the largest lettering that fits, then the largest drawing with
// that lettering. Pure.
import type { Result } from '../../../shared/base/result.ts'
import type { Refusal } from '../../../shared/bending/index.ts'
import type { Frame, Scene } from '../../../shared/drawing/index.ts'

/** CSS pixels. */
export interface DrawingSize {
  width: number
  height: number
}

export interface FittedScene {
  scene: Scene
  /** Pixels per millimetre of the drawing. */
  pxPerMm: number
}

/** Pixels per millimetre of paper that are tried, the largest first. */
const paperScales = [8.4, 7.2, 6.2, 5.4, 4.7, 4, 3.4] as const
/** Larger lettering is tried only in a frame of at least this size, so that the labels of many bends stay beside the drawing. */
const usualScale = 5.4
const leastLargeFrame: Frame = { widthMm: 90, heightMm: 50 }
/** A layout that must shrink below this factor does not fit its frame. */
const minShrink = 0.88
/** The same limit for a layout in an enlarged frame. */
const minShrinkEnlarged = 0.96
/** The frame is enlarged by bisection, since a layout may not use all its space; this is the number of steps. */
const maxBisections = 3

type MakeScene = (frame: Frame) => Result<Scene, Refusal>

/** Refuses what the scene refuses. The result is never larger than `size`; where no lettering fits, it shrinks. */
export function fittedScene(makeScene: MakeScene, size: DrawingSize): Result<FittedScene, Refusal> {
  let best: Layout | null = null
  for (const paperPx of paperScales) {
    if (paperPx > usualScale && !isLargeFrame(size, paperPx)) continue
    const candidate = layout(makeScene, size, paperPx)
    if (!candidate.ok) return candidate
    if (candidate.value.letteringPx >= paperPx * minShrink)
      return fittedResult(enlargedLayout(makeScene, size, paperPx, candidate.value), paperPx)
    if (best === null || candidate.value.letteringPx > best.letteringPx) best = candidate.value
  }
  if (best === null) throw new Error('no size of lettering was tried')
  return fittedResult(best, best.letteringPx)
}

const isLargeFrame = ({ width, height }: DrawingSize, paperPx: number): boolean =>
  width / paperPx >= leastLargeFrame.widthMm && height / paperPx >= leastLargeFrame.heightMm

interface Layout {
  scene: Scene
  /** Pixels per millimetre of paper if the scene fills the available size. */
  letteringPx: number
}

function layout(makeScene: MakeScene, size: DrawingSize, paperPx: number, stretch = 1): Result<Layout, Refusal> {
  const scene = makeScene({ widthMm: (size.width / paperPx) * stretch, heightMm: (size.height / paperPx) * stretch })
  if (!scene.ok) return scene
  const { box, unitMm } = scene.value
  const fit = Math.min(size.width / (box.maxX - box.minX), size.height / (box.maxY - box.minY))
  return { ok: true, value: { scene: scene.value, letteringPx: fit * unitMm } }
}

/** The layout in the largest frame whose lettering still fits. */
function enlargedLayout(makeScene: MakeScene, size: DrawingSize, paperPx: number, first: Layout): Layout {
  let best = first
  let low = 1
  let high = first.letteringPx / paperPx
  for (let bisections = 0; bisections < maxBisections && high > low * 1.05; bisections += 1) {
    const stretch = (low + high) / 2
    const tried = layout(makeScene, size, paperPx, stretch)
    if (!tried.ok) break
    if (tried.value.letteringPx >= paperPx * minShrinkEnlarged) {
      best = tried.value
      low = stretch
    } else {
      high = stretch
    }
  }
  return best
}

function fittedResult({ scene, letteringPx }: Layout, paperPx: number): Result<FittedScene, Refusal> {
  return { ok: true, value: { scene, pxPerMm: Math.min(letteringPx, paperPx * 1.15) / scene.unitMm } }
}
