// The steps of a bend plan on the printed sheet: a row of small pictures, each with its number, its bend and what the operator does with
// the blank before it. Pure. Units: mm.
import { stepPicture } from '../../bending/plan/index.ts'
import type { PlanRequest, PlanStation, PlanStep } from '../../bending/plan/index.ts'
import { bendAngleText, stationText } from '../../bending/index.ts'
import type { Mm } from '../../bending/index.ts'
import type { DrawingTexts } from '../labels/index.ts'
import { fineFigure, textFor } from '../labels/index.ts'
import { isColourUp, stepBox, stepScene } from '../plan-step/index.ts'
import { printed } from '../paper/index.ts'
import type { PaperPage } from '../paper/index.ts'
import type { StepSheet } from '../plan-step/index.ts'
import type { Scene } from '../scene/index.ts'

/** A plan that is proven to work, with what it was planned for. */
export interface PrintedPlan {
  readonly request: PlanRequest
  readonly steps: readonly PlanStep[]
  readonly stations: readonly PlanStation[]
}

interface PlanPicture {
  readonly scene: Scene | null
  readonly title: string
  /** What the operator does before the step, in capitals. */
  readonly handling: string
  /** Whether the colour side is up at the brake, in capitals; empty: no face is coloured. */
  readonly side: string
  /** The edge at the gauge with the position of the gauge; empty for a flattening, in which the tool is the stop. */
  readonly gauge: string
  /** The height of the gauge and how far it moves back after the blank is pinched, as far as they are not 0: "R 20 tilbake 30". */
  readonly fingers: string
  /** The die or the hemming tool. */
  readonly tool: string
}

export interface PlanPictures {
  readonly pictures: readonly PlanPicture[]
  readonly perRow: number
  readonly pictureMm: Mm
  /** The height of the texts above a picture. */
  readonly linesMm: Mm
  /** The line of the colour side, from 1; null: no face is coloured. */
  readonly sideLine: number | null
  /** The stations, one a line, below the pictures; empty: a folding machine, or there is no room. */
  readonly setUps: readonly string[]
  /** The height of all rows with their texts, and of the stations. */
  readonly heightMm: Mm
}

const mostPerRow = 8
const gapMm: Mm = 2
const textMm: Mm = 2.5
const gaugeTextMm: Mm = 2.1
const sideTextMm: Mm = 2.9
const lineMm: Mm = textMm * 1.2
/** The heights of a picture that are tried, the most legible first. */
const smallestMm: Mm = 17
const heights = [26, 21, smallestMm] as const

/** The pictures at the largest size that leaves this much room for the drawings; null: there is no room. */
export function planPictures(
  { request, steps, stations }: PrintedPlan,
  sheet: StepSheet,
  roomMm: Mm,
  texts: DrawingTexts,
): PlanPictures | null {
  const rows = Math.ceil(steps.length / mostPerRow)
  const perRow = Math.ceil(steps.length / Math.max(1, rows))
  const hasStations = steps.some(({ station }) => station > 0)
  const isColoured = isColourUp(sheet.colourSide, 'A') !== null
  const least = isColoured ? 3 : 2
  const hasFingers = steps.some((step) => fingersOf(step, texts) !== '')
  const withGauge = least + 1 + (hasStations ? 1 : 0)
  const all = withGauge + (hasFingers ? 1 : 0)
  const setUps = stations.filter(({ punchId }) => punchId !== null)
  const size = (height: Mm, lines: number, shown: readonly PlanStation[]) => ({
    height,
    lines,
    shown,
    heightMm: rows * rowMm(height, lines * lineMm) + shown.length * lineMm,
  })
  // without the stations, the figures of the gauge and the tool, rather than without pictures
  const fitting = [
    ...heights.map((height) => size(height, all, setUps)),
    size(smallestMm, all, []),
    size(smallestMm, withGauge, []),
    size(smallestMm, least, []),
  ].find(({ heightMm }) => heightMm <= roomMm)
  if (steps.length === 0 || fitting === undefined) return null
  const { height: pictureMm, lines, shown, heightMm } = fitting
  const linesMm = lines * lineMm
  const pictureSize = { width: widthOf(perRow), height: pictureMm }
  const pictures = steps.map((step, stepIndex): PlanPicture => {
    const picture = stepPicture(request, steps.slice(0, stepIndex), step)
    const amount = amountOf(step, texts)
    const isUp = isColourUp(sheet.colourSide, step.pose.faceUp)
    const hasGauge = lines > least
    return {
      scene: picture === null ? null : sceneOf(picture, sheet, pictureSize),
      title: `${stepIndex + 1}: ${texts.bend} ${step.bendIndex + 1} ${step.direction === 'up' ? '▲' : '▼'} ${amount}`,
      handling: handlingOf(step, texts),
      side: isUp === null ? '' : textFor(texts.planColourSide, isUp ? 'up' : 'down'),
      gauge:
        !hasGauge || step.kind === 'flatten'
          ? ''
          : `${texts.planEdge[step.gauge.edge]} ${fineFigure(step.gauge.xMm, texts)}`,
      fingers: lines === all ? fingersOf(step, texts) : '',
      tool: (hasGauge && hasStations ? (step.hemmingToolId ?? step.dieId) : null) ?? '',
    }
  })
  return {
    pictures,
    perRow,
    pictureMm,
    linesMm,
    sideLine: isColoured ? 3 : null,
    setUps: shown.map((station, index) => stationText(station, index, texts.language)),
    heightMm,
  }
}

/** Empty for a flattening, in which the gauge stays where it is. */
function fingersOf({ kind, gauge: { levelMm, retractMm } }: PlanStep, texts: DrawingTexts): string {
  if (kind === 'flatten') return ''
  return [
    levelMm === 0 ? '' : `${texts.planLevel} ${fineFigure(levelMm, texts).replace('-', '−')}`,
    retractMm === 0 ? '' : `${texts.planRetract} ${fineFigure(retractMm, texts)}`,
  ]
    .filter((figure) => figure !== '')
    .join(' ')
}

/** What the operator does before a step, in capitals: "BYTT VERKTØY, VEND". */
function handlingOf({ changesSetUp, handling }: PlanStep, texts: DrawingTexts): string {
  return [changesSetUp ? texts.planToolChange : '', handling === 'none' ? '' : textFor(texts.planHandling, handling)]
    .filter((word) => word !== '')
    .join(', ')
    .toUpperCase()
}

/** The included angle of a step; for a bump with its strokes and their pitch: "90° 15×3.19". */
function amountOf({ kind, turnDeg, strokes, pitchMm }: PlanStep, texts: DrawingTexts): string {
  if (kind === 'flatten') return textFor(texts.planKinds, kind)
  const angle = bendAngleText(turnDeg, texts.language)
  return kind === 'bump' ? `${angle} ${strokes}×${fineFigure(pitchMm, texts)}` : angle
}

/** A row with pictures of this height. */
const rowMm = (height: Mm, linesMm: Mm): Mm => height + linesMm + gapMm

const widthOf = (perRow: number): Mm => Math.min(44, (printed.width - (perRow - 1) * gapMm) / perRow)

function sceneOf(
  picture: NonNullable<ReturnType<typeof stepPicture>>,
  sheet: StepSheet,
  size: { readonly width: Mm; readonly height: Mm },
): Scene {
  const box = stepBox(picture, 'close', size)
  const unitMm = (box.maxY - box.minY) / size.height
  // as the blank lies when the step begins, with the end of the step as dashes
  return stepScene(picture, { turnDeg: picture.fromTurnDeg, sheet, hits: [], clearance: null, box, unitMm })
}

/** `top`: the upper edge of the first row. A picture without a scene stays an empty box. */
export function drawPlanPictures(
  page: PaperPage,
  { pictures, perRow, pictureMm, linesMm, sideLine, setUps }: PlanPictures,
  top: Mm,
): void {
  const width = widthOf(perRow)
  for (const [index, { scene, title, handling, side, gauge, fingers, tool }] of pictures.entries()) {
    const x = printed.x + (index % perRow) * (width + gapMm)
    const y = top + Math.floor(index / perRow) * rowMm(pictureMm, linesMm)
    const area = { x, y: y + linesMm, width, height: pictureMm }
    const baseline = (line: number): Mm => y + line * lineMm - 0.6
    page.text(x, baseline(1), title, { sizeMm: textMm })
    page.text(x, baseline(2), handling, { sizeMm: textMm, bold: true })
    if (sideLine !== null) page.text(x, baseline(sideLine), side, { sizeMm: sideTextMm, bold: true })
    const lastTitleLine = sideLine ?? 2
    page.text(x, baseline(lastTitleLine + 1), gauge, { sizeMm: gaugeTextMm })
    // what is not printed leaves no line
    for (const [line, text] of [fingers, tool].filter((one) => one !== '').entries())
      page.text(x, baseline(lastTitleLine + 2 + line), text, { sizeMm: gaugeTextMm })
    if (scene !== null) page.scene(scene, area)
    page.box(area, 0.18)
  }
  const below = top + Math.ceil(pictures.length / perRow) * rowMm(pictureMm, linesMm)
  for (const [index, line] of setUps.entries())
    page.text(printed.x, below + (index + 1) * lineMm - 0.6, line, { sizeMm: gaugeTextMm })
}
