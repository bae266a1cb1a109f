// The steps of a bend plan on the printed sheet: a row of small pictures, each with its number, its bend and what the operator does with
// the blank before it. Pure. Units: mm.
import { stepPicture } from '../../bending/plan/index.ts'
import type { PlanRequest, PlanStep } from '../../bending/plan/index.ts'
import type { Mm } from '../../bending/index.ts'
import type { DrawingTexts } from '../labels/index.ts'
import { figure, textFor } from '../labels/index.ts'
import { stepBox, stepScene } from '../plan-step/index.ts'
import { printed } from './pdf-paper.ts'
import type { PaperPage } from './pdf-paper.ts'
import type { Scene } from '../scene/index.ts'

/** A plan that is proven to work, with what it was planned for. */
export interface PrintedPlan {
  readonly request: PlanRequest
  readonly steps: readonly PlanStep[]
}

interface PlanPicture {
  readonly scene: Scene | null
  readonly title: string
  readonly handling: string
}

export interface PlanPictures {
  readonly pictures: readonly PlanPicture[]
  readonly perRow: number
  readonly pictureMm: Mm
  /** The height of all rows with their texts. */
  readonly heightMm: Mm
}

const mostPerRow = 8
const gapMm: Mm = 2
const textMm: Mm = 2.5
const linesMm: Mm = 2 * textMm * 1.3
/** The heights of a picture that are tried, the most legible first. */
const heights = [26, 21, 17] as const

/** The pictures at the largest size that leaves this much room for the drawings; null: there is no room. */
export function planPictures(
  { request, steps }: PrintedPlan,
  colourSide: string,
  roomMm: Mm,
  texts: DrawingTexts,
): PlanPictures | null {
  const rows = Math.ceil(steps.length / mostPerRow)
  const perRow = Math.ceil(steps.length / Math.max(1, rows))
  const pictureMm = heights.find((height) => rows * rowMm(height) <= roomMm)
  if (steps.length === 0 || pictureMm === undefined) return null
  const size = { width: widthOf(perRow), height: pictureMm }
  const pictures = steps.map((step, at): PlanPicture => {
    const picture = stepPicture(request, steps.slice(0, at), step)
    const amount = step.kind === 'flatten' ? textFor(texts.planKinds, 'flatten') : `${figure(step.turnDeg, texts)}°`
    return {
      scene: picture === null ? null : sceneOf(picture, colourSide, size),
      title: `${at + 1}: ${texts.bend} ${step.bendIndex + 1} ${step.direction === 'up' ? '▲' : '▼'} ${amount}`,
      handling: step.handling === 'none' ? '' : textFor(texts.planHandling, step.handling).toUpperCase(),
    }
  })
  return { pictures, perRow, pictureMm, heightMm: rows * rowMm(pictureMm) }
}

/** A row with pictures of this height. */
const rowMm = (height: Mm): Mm => height + linesMm + gapMm

const widthOf = (perRow: number): Mm => Math.min(44, (printed.width - (perRow - 1) * gapMm) / perRow)

function sceneOf(
  picture: NonNullable<ReturnType<typeof stepPicture>>,
  colourSide: string,
  size: { readonly width: Mm; readonly height: Mm },
): Scene {
  const box = stepBox(picture, 'close', size)
  const unitMm = (box.maxY - box.minY) / size.height
  // as the blank lies when the step begins, with the end of the step as dashes
  return stepScene(picture, { turnDeg: picture.fromTurnDeg, colourSide, hits: [], clearance: null, box, unitMm })
}

export function drawPlanPictures(page: PaperPage, { pictures, perRow, pictureMm }: PlanPictures, top: Mm): void {
  const width = widthOf(perRow)
  for (const [at, { scene, title, handling }] of pictures.entries()) {
    const x = printed.x + (at % perRow) * (width + gapMm)
    const y = top + Math.floor(at / perRow) * rowMm(pictureMm)
    const area = { x, y: y + linesMm, width, height: pictureMm }
    page.text(x, y + textMm, title, { sizeMm: textMm })
    page.text(x, y + 2.2 * textMm, handling, { sizeMm: textMm, bold: true })
    if (scene !== null) page.scene(scene, area)
    page.box(area, 0.18)
  }
}
