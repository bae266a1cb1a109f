// Chooses how large a drawing and its lettering are on the screen: lettering as large as the room allows without crowding out
// the drawing, then the drawing as large as that lettering leaves room for. Pure.
import type { Outcome } from '../../shared/bending/index.ts'
import type { Frame, Scene } from '../../shared/drawing/index.ts'

/** CSS pixels. */
export interface Room {
  width: number
  height: number
}

export interface FittedScene {
  scene: Scene
  /** How many pixels a millimetre of the drawing gets. */
  pxPerMm: number
}

/** A drawing is laid out in millimetres of paper; so many pixels are tried for one of them, the largest first. */
const paperMmPx = [5.4, 4.7, 4, 3.4] as const
/** A layout that has to be shrunk by more than this did not fit the frame that it was made for. */
const leastShrink = 0.88
/** One that was made larger of its own accord may not cost the lettering even that. */
const leastShrinkGrown = 0.96
/** A layout leaves room for labels that may not need it: a larger frame is searched for, so many times halving the doubt. */
const mostHalvings = 3

type MakeScene = (frame: Frame) => Outcome<Scene>

/** Refuses what the scene refuses. The answer fills the room at most; where nothing fits, its lettering is shrunk. */
export function fittedScene(make: MakeScene, room: Room): Outcome<FittedScene> {
  let best: Layout | null = null
  for (const paperPx of paperMmPx) {
    const laid = layout(make, room, paperPx)
    if (!laid.ok) return laid
    if (laid.value.letteringPx >= paperPx * leastShrink) return good(grown(make, room, paperPx, laid.value), paperPx)
    if (best === null || laid.value.letteringPx > best.letteringPx) best = laid.value
  }
  if (best === null) throw new Error('no size of lettering was tried')
  return good(best, best.letteringPx)
}

interface Layout {
  scene: Scene
  /** How many pixels a millimetre of paper gets if the scene just fills the room. */
  letteringPx: number
}

function layout(make: MakeScene, room: Room, paperPx: number, stretch = 1): Outcome<Layout> {
  const made = make({ widthMm: (room.width / paperPx) * stretch, heightMm: (room.height / paperPx) * stretch })
  if (!made.ok) return made
  const { box, unitMm } = made.value
  const fit = Math.min(room.width / (box.maxX - box.minX), room.height / (box.maxY - box.minY))
  return { ok: true, value: { scene: made.value, letteringPx: fit * unitMm } }
}

/** The largest stretch of the frame, between none and what the first layout left over, whose lettering still fits. */
function grown(make: MakeScene, room: Room, paperPx: number, first: Layout): Layout {
  let kept = first
  let least = 1
  let most = first.letteringPx / paperPx
  for (let halvings = 0; halvings < mostHalvings && most > least * 1.05; halvings += 1) {
    const stretch = (least + most) / 2
    const tried = layout(make, room, paperPx, stretch)
    if (!tried.ok) break
    if (tried.value.letteringPx >= paperPx * leastShrinkGrown) {
      kept = tried.value
      least = stretch
    } else {
      most = stretch
    }
  }
  return kept
}

function good({ scene, letteringPx }: Layout, paperPx: number): Outcome<FittedScene> {
  return { ok: true, value: { scene, pxPerMm: Math.min(letteringPx, paperPx * 1.15) / scene.unitMm } }
}
