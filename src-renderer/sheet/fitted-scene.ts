// Chooses how large a drawing's lettering is on the screen: as large as the room allows without crowding out the drawing. Pure.
import type { Outcome } from '../../shared/bending/index.ts'
import type { Frame, Scene } from '../../shared/drawing/index.ts'

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
const paperMmPx = [6.5, 5.5, 4.7, 4, 3.4] as const
/** Lettering is never blown up beyond this many pixels for a millimetre of paper. */
const mostPaperMmPx = 7.5
/** A layout that has to be shrunk by more than this did not fit the frame that it was made for. */
const leastShrink = 0.88

export function fittedScene(make: (frame: Frame) => Outcome<Scene>, room: Room): Outcome<FittedScene> {
  let best: { fitted: FittedScene; lettering: number } | null = null
  for (const paperPx of paperMmPx) {
    const made = make({ widthMm: room.width / paperPx, heightMm: room.height / paperPx })
    if (!made.ok) return made
    const { box, unitMm } = made.value
    const fit = Math.min(room.width / (box.maxX - box.minX), room.height / (box.maxY - box.minY))
    const lettering = Math.min(fit * unitMm, mostPaperMmPx)
    const fitted = { scene: made.value, pxPerMm: lettering / unitMm }
    if (lettering >= paperPx * leastShrink) return { ok: true, value: fitted }
    if (best === null || lettering > best.lettering) best = { fitted, lettering }
  }
  if (best === null) throw new Error('no size of lettering was tried')
  return { ok: true, value: best.fitted }
}
