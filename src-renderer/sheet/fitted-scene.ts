// Chooses the scale of a drawing and its lettering on the screen: first the largest lettering that fits, then the largest drawing with
// that lettering. Pure.
import type { Result } from '../../shared/base/result.ts'
import type { Refusal } from '../../shared/bending/index.ts'
import type { Frame, Scene } from '../../shared/drawing/index.ts'

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
const paperMmPx = [5.4, 4.7, 4, 3.4] as const
/** A layout that must shrink below this factor does not fit its frame. */
const leastShrink = 0.88
/** The same limit for a layout in an enlarged frame. */
const leastShrinkGrown = 0.96
/** The frame is enlarged by bisection, since a layout may not use all its space; this is the number of steps. */
const mostHalvings = 3

type MakeScene = (frame: Frame) => Result<Scene, Refusal>

/** Refuses what the scene refuses. The result is never larger than `size`; where no lettering fits, it shrinks. */
export function fittedScene(make: MakeScene, size: DrawingSize): Result<FittedScene, Refusal> {
  let best: Layout | null = null
  for (const paperPx of paperMmPx) {
    const laid = layout(make, size, paperPx)
    if (!laid.ok) return laid
    if (laid.value.letteringPx >= paperPx * leastShrink) return good(grown(make, size, paperPx, laid.value), paperPx)
    if (best === null || laid.value.letteringPx > best.letteringPx) best = laid.value
  }
  if (best === null) throw new Error('no size of lettering was tried')
  return good(best, best.letteringPx)
}

interface Layout {
  scene: Scene
  /** Pixels per millimetre of paper if the scene fills the available size. */
  letteringPx: number
}

function layout(make: MakeScene, size: DrawingSize, paperPx: number, stretch = 1): Result<Layout, Refusal> {
  const made = make({ widthMm: (size.width / paperPx) * stretch, heightMm: (size.height / paperPx) * stretch })
  if (!made.ok) return made
  const { box, unitMm } = made.value
  const fit = Math.min(size.width / (box.maxX - box.minX), size.height / (box.maxY - box.minY))
  return { ok: true, value: { scene: made.value, letteringPx: fit * unitMm } }
}

/** The layout in the largest frame whose lettering still fits. */
function grown(make: MakeScene, size: DrawingSize, paperPx: number, first: Layout): Layout {
  let best = first
  let least = 1
  let most = first.letteringPx / paperPx
  for (let halvings = 0; halvings < mostHalvings && most > least * 1.05; halvings += 1) {
    const stretch = (least + most) / 2
    const tried = layout(make, size, paperPx, stretch)
    if (!tried.ok) break
    if (tried.value.letteringPx >= paperPx * leastShrinkGrown) {
      best = tried.value
      least = stretch
    } else {
      most = stretch
    }
  }
  return best
}

function good({ scene, letteringPx }: Layout, paperPx: number): Result<FittedScene, Refusal> {
  return { ok: true, value: { scene, pxPerMm: Math.min(letteringPx, paperPx * 1.15) / scene.unitMm } }
}
