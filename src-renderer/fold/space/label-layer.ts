// Places the labels of the picture: the numbers of the bends with their angles, and the length. The elements are React's; only their places,
// their angles and their states change with the frames.
import { degrees } from '../../../shared/bending/index.ts'
import { type FoldScene, spreadLabels, type LabelPlace, bendShare, stageAt, type Stage } from '../scene/index.ts'
import type { BendPlace, FoldPicture } from './fold-picture.ts'

export interface LabelTexts {
  readonly deg: (deg: number) => string
}

/** CSS pixels: the circle of the number, a letter of the angle, and how far a label is from its bend. */
const radius = 15
const letter = 11
const away = 40
/** The labels of a large picture are larger: it is read from further away. */
const largePx = 700
const largeScale = 1.4
/** A bend that turned further is a hem: it has no angle. */
const hemDeg = 170

type BendState = 'coming' | 'now' | 'made'

interface BendLabel extends LabelPlace {
  readonly group: SVGGElement
  halfWidth: number
  x: number
  y: number
  outX: number
  outY: number
}

export class LabelLayer {
  readonly #scene: FoldScene
  readonly #texts: LabelTexts
  readonly #svg: SVGSVGElement
  readonly #bends: BendLabel[]
  readonly #length: BendLabel | null
  /** CSS pixels in a pixel of the labels. */
  #scale = 1
  readonly #place: BendPlace = { x: 0, y: 0, outX: 0, outY: 0 }

  /** The first groups of the `svg` are the bends in the order of the profile, the last one is the length. */
  constructor(svg: SVGSVGElement, scene: FoldScene, texts: LabelTexts) {
    this.#svg = svg
    this.#scene = scene
    this.#texts = texts
    const labels = [...svg.querySelectorAll<SVGGElement>(':scope > g')].map((group): BendLabel => ({
      group,
      x: 0,
      y: 0,
      labelX: 0,
      labelY: 0,
      outX: 0,
      outY: 0,
      halfWidth: radius,
      halfHeight: radius,
    }))
    this.#bends = labels.slice(0, scene.stepsOfBend.length)
    this.#length = labels[scene.stepsOfBend.length] ?? null
    if (this.#length !== null)
      this.#length.halfWidth = ((this.#length.group.querySelector('text')?.textContent.length ?? 0) * letter) / 2 + 10
    this.#length?.group.querySelector('rect')?.setAttribute('width', String(2 * this.#length.halfWidth))
  }

  show({ position, piece, bendPlace, lengthPlace }: FoldPicture): void {
    const { clientWidth: width, clientHeight: height } = this.#svg
    this.#scale = Math.min(width, height) >= largePx ? largeScale : 1
    const stage = stageAt(this.#scene.timeline, position)
    for (const [bend, label] of this.#bends.entries()) {
      const steps = this.#scene.stepsOfBend[bend] ?? []
      const state = stateOf(steps, stage, position)
      const turnDeg = degrees(Math.abs(piece.start.section.turns[bend] ?? 0))
      const angle = state === 'coming' || turnDeg > hemDeg ? '' : this.#texts.deg(180 - rounded(turnDeg, state))
      label.group.dataset['state'] = state
      setText(label.group.querySelector('.fold-angle'), angle)
      label.halfWidth = angle === '' ? radius : (2 * radius + 16 + angle.length * letter) / 2
      label.group.querySelector('rect')?.setAttribute('width', String(2 * label.halfWidth))
      bendPlace(bend, this.#place)
      this.#remember(label)
    }
    this.#aimOutwards()
    if (this.#length !== null) {
      lengthPlace(this.#place)
      this.#remember(this.#length)
      aim(this.#length, this.#length.outX, this.#length.outY)
    }
    const labels = this.#length === null ? this.#bends : [...this.#bends, this.#length]
    spreadLabels(labels, width / this.#scale, height / this.#scale)
    for (const { group, x, y, labelX, labelY, halfWidth } of labels) {
      const place = `translate(${(labelX - halfWidth).toFixed(1)} ${labelY.toFixed(1)})`
      group.setAttribute('transform', `scale(${this.#scale}) ${place}`)
      const line = group.querySelector('line')
      line?.setAttribute('x1', halfWidth.toFixed(1))
      line?.setAttribute('x2', (x - labelX + halfWidth).toFixed(1))
      line?.setAttribute('y2', (y - labelY).toFixed(1))
    }
  }

  #remember(label: BendLabel): void {
    const { x, y, outX, outY } = this.#place
    const size = Math.hypot(outX, outY) || 1
    label.x = x / this.#scale
    label.y = y / this.#scale
    label.outX = outX / size
    label.outY = outY / size
  }

  /** Across the sheet, away from the middle of all bends; upwards for bends in one line. */
  #aimOutwards(): void {
    let [middleX, middleY] = [0, 0]
    for (const { x, y } of this.#bends) {
      middleX += x / this.#bends.length
      middleY += y / this.#bends.length
    }
    for (const label of this.#bends) {
      const outwards = label.outX * (label.x - middleX) + label.outY * (label.y - middleY)
      const side = Math.abs(outwards) < inLinePx ? -Math.sign(label.outY) : Math.sign(outwards)
      aim(label, side * label.outX, side * label.outY)
    }
  }
}

/** Bends whose distance from the middle, across the sheet, is less are in one line with it. */
const inLinePx = 12

function aim(label: BendLabel, outX: number, outY: number): void {
  label.labelX = label.x + outX * (away + Math.abs(outX) * (label.halfWidth - radius))
  label.labelY = label.y + outY * away
}

function stateOf(steps: readonly number[], stage: Stage | null, position: number): BendState {
  const madeCount = madeSteps(stage, position)
  if (steps.every((step) => step < madeCount)) return 'made'
  return stage !== null && steps.includes(stage.stepIndex) && position > stage.stepIndex
    ? 'now'
    : steps.some((step) => step < madeCount)
      ? 'made'
      : 'coming'
}

const madeSteps = (stage: Stage | null, position: number): number =>
  stage === null ? position : stage.stepIndex + (bendShare(stage) >= 1 ? 1 : 0)

const rounded = (deg: number, state: BendState): number =>
  state === 'now' ? Math.round(deg) : Math.round(deg * 10) / 10

function setText(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text
}
