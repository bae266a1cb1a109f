// The strokes of a bump row: how the blank lies in each of them. Pure. Units: mm, radians.
//
// The first stroke lies at the tangent in front, half a pitch inside it, and each of the next one pitch nearer to the backgauge. So the part of
// the arc that is made stands in front of the punch, and behind it the blank is flat up to the leg at the gauge. The made part does not
// lie flat on the die: pressed by the punch, the blank touches both shoulders and is tilted, up at the back. Before the punch presses, the operator
// may hold it level. Both and all between are swept: the leg at the back about the exact height, the leg in front with a slack.
import { memoized } from '../../../../base/memoized.ts'
import type { Mm } from '../../../units.ts'
import { asLegShape, centreHeight, legShapes, placedShape, segment, turnedShape } from '../../legs/index.ts'
import type { BlankModel, LegNode, LegShape, LegStart, PieceShape, Shoulders, Stroke } from '../../legs/index.ts'

export interface BumpStroke {
  /** The turn of the arc before the stroke. */
  readonly doneTurn: number
  /** The turn that the stroke adds under load. */
  readonly overTurn: number
  /** Up to this angle a sweep tilts the blank, beyond it the stroke turns it. */
  readonly tilt: number
  /** For the leg at the gauge, as a leg of the forest. */
  readonly back: Stroke
  /** The flat of the zone of the step's bend between the stroke and the leg at the gauge, for `back`. */
  readonly rest: LegShape | null
  /** For the shapes that `frontShapes` gives. */
  readonly front: Stroke
  readonly frontShapes: (leg: LegNode) => readonly LegShape[]
  /** For the shapes that `pairShapes` gives of both legs. */
  readonly pair: Stroke
  readonly pairShapes: (leg: LegNode, atGauge: boolean) => readonly LegShape[]
}

export interface BumpTools {
  readonly shoulders: Shoulders
  /** The whole turn under load, and the radius of one stroke. */
  readonly overTurn: number
  readonly radiusMm: Mm
}

/** The punch may touch the made arc this near to its tip, and as long as the arc rises less than this. */
const tipZoneMm: Mm = 4
const tipZoneTurn = 0.26

/** The strokes of a bend in their order; null where the made part of the arc does not rest on the shoulders of the V. */
export function bumpStrokesOf(model: BlankModel, bend: number, tools: BumpTools): BumpStroke[] | null {
  const { zoneMm = 0, strokes = 1, stepStates = [] } = model.bends[bend] ?? {}
  const { turn = 0, radiusMm = 0 } = stepStates[0] ?? {}
  const row: Row = {
    ...tools,
    piece: 2 * bend + 1,
    half: model.thicknessMm / 2,
    pitchMm: zoneMm / strokes,
    strokes,
    strokeTurn: turn / strokes,
    strokeOver: tools.overTurn / strokes,
    arcMm: radiusMm + model.thicknessMm / 2,
  }
  const all: BumpStroke[] = []
  for (let index = 0; index < strokes; index += 1) {
    const tilt = tiltOf(row, index)
    if (tilt === null) return null
    all.push(strokeAt(row, index, tilt))
  }
  return all
}

interface Row extends BumpTools {
  readonly piece: number
  /** Half of the thickness. */
  readonly half: Mm
  readonly pitchMm: Mm
  readonly strokes: number
  readonly strokeTurn: number
  readonly strokeOver: number
  /** Radius of the finished arc along the middle of the thickness. */
  readonly arcMm: Mm
}

function strokeAt(row: Row, index: number, tilt: number): BumpStroke {
  const { piece, half, pitchMm, strokes, strokeTurn, strokeOver, arcMm, radiusMm, shoulders } = row
  const doneTurn = index * strokeTurn
  const end = strokeOver / 2 + tilt
  const middleMm = radiusMm + half
  // each side of the stroke gives its part of the arc
  const takenMm = Math.max(0, pitchMm / 2 - arcMm * Math.tan(strokeTurn / 2) + middleMm * Math.tan(strokeOver / 2))
  // the strokes make a polygon around the arc
  const cornersMm = arcMm * (1 / Math.cos(strokeTurn / 2) - 1)
  const restMm = (strokes - 1 - index) * pitchMm
  const back: Stroke = {
    end,
    middleMm,
    outsideMm: radiusMm + 2 * half,
    besideMm: restMm + pitchMm / 2,
    shorterMm: takenMm / end,
    slackMm: tilt > 0 ? takenMm : 0,
    shoulders,
    tipMm: -radiusMm,
  }
  const rest =
    restMm > 0 ? asLegShape(segment(piece, -restMm, 0, 0, 0, half), true, { above: true, below: true }) : null
  const arc = madeArc(row, doneTurn)
  const start: LegStart = {
    x: pitchMm / 2 + arcMm * Math.sin(doneTurn),
    y: arcMm * (1 - Math.cos(doneTurn)),
    heading: doneTurn,
  }
  const inFront = (leg: LegNode): LegShape[] => [
    ...arc,
    ...legShapes(leg).map((shape) => placedShape(shape, start, half)),
  ]
  return {
    doneTurn,
    overTurn: strokeOver,
    tilt,
    back,
    rest,
    ...frontOf(back, pitchMm / 2, index, tilt, cornersMm, inFront),
    pair: { ...back, end: strokeOver / 2, besideMm: 0, shorterMm: takenMm / (strokeOver / 2), slackMm: cornersMm },
    pairShapes: (leg, atGauge) =>
      atGauge
        ? legShapes(leg).map((shape) => placedShape(shape, { x: back.besideMm, y: 0, heading: 0 }, half))
        : inFront(leg),
  }
}

/** The arc that is made, from half a pitch in front of the stroke; the punch may touch its beginning. */
function madeArc({ piece, half, pitchMm, arcMm }: Row, doneTurn: number): LegShape[] {
  if (doneTurn === 0) return []
  const near = Math.min(doneTurn, tipZoneMm / arcMm, tipZoneTurn)
  const arc = (from: number, sweep: number): PieceShape => ({
    arc: true,
    ax: pitchMm / 2,
    ay: arcMm,
    bx: arcMm,
    by: from - Math.PI / 2,
    sweep,
    half,
    piece,
  })
  const beginning = asLegShape(arc(0, near), false, { above: true, below: true })
  if (near === doneTurn) return [beginning]
  return [beginning, asLegShape(arc(near, doneTurn - near), false, { above: true, below: false })]
}

/**
 * The sweep of what is in front. Before the first stroke it is as flat as the back. Later it begins tilted down and is turned up; the
 * height of the blank depends on both, so the middle of all its heights is taken, with half of their range as slack.
 */
function frontOf(
  back: Stroke,
  besideMm: Mm,
  index: number,
  tilt: number,
  cornersMm: Mm,
  inFront: (leg: LegNode) => LegShape[],
): Pick<BumpStroke, 'front' | 'frontShapes'> {
  if (index === 0) return { front: { ...back, besideMm }, frontShapes: legShapes }
  const heights = Array.from({ length: 9 }, (_, eighth) => centreHeight(back, (back.end * eighth) / 8))
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const front: Stroke = {
    end: back.end,
    middleMm: 0,
    outsideMm: 0,
    besideMm: 0,
    shorterMm: 0,
    slackMm: (high - low) / 2 + cornersMm + back.shorterMm * back.end,
    shoulders: { corners: Float64Array.from([0, (low + high) / 2]), nearestMm: 0, furthestMm: 0 },
    tipMm: back.tipMm,
  }
  const shapesCache = new Map<LegNode, readonly LegShape[]>()
  const frontShapes = (leg: LegNode): readonly LegShape[] =>
    memoized(shapesCache, leg, () =>
      inFront(leg).map((shape) => turnedShape({ ...shape, ...lowered(shape, back.middleMm) }, -tilt)),
    )
  return { front, frontShapes }
}

const lowered = ({ arc, ay, by }: LegShape, downMm: Mm): Pick<LegShape, 'ay' | 'by'> => ({
  ay: ay - downMm,
  by: arc ? by : by - downMm,
})

/** A blank that is tilted further does not lie safely. */
const mostTilt = 0.35
/** Where the made arc is steeper than this, it slips off the shoulder. */
const steepest = Math.PI / 4

/**
 * How far the blank is tilted while the punch presses it onto both shoulders, at the beginning of the stroke or at its end, whichever is more.
 * In the frame of the flat behind, the shoulders are the ends of a chord of length 2w with the punch in its middle: the back end on the flat,
 * the front end on the outside of the made arc. Null where there is no such chord.
 */
function tiltOf(row: Row, index: number): number | null {
  if (index === 0) return 0
  const atStart = chordTurn(row, index, 0)
  const atEnd = chordTurn(row, index, row.strokeOver)
  if (atStart === null || atEnd === null) return null
  return 1.02 * Math.max(0, atStart, atEnd - row.strokeOver / 2)
}

function chordTurn(
  { shoulders, pitchMm, strokeTurn, arcMm, half }: Row,
  index: number,
  ownTurn: number,
): number | null {
  const wide = shoulders.furthestMm
  const doneTurn = index * strokeTurn
  const outsideMm = arcMm + half
  const [cos, sin] = [Math.cos(ownTurn), Math.sin(ownTurn)]
  /** The height of the chord's front end above the outside of the blank; null where that is too steep. */
  const above = (tilt: number): number | null => {
    const x = (wide * Math.cos(2 * tilt)) / Math.cos(tilt)
    const y = 2 * wide * Math.sin(tilt)
    const along = x * cos + y * sin - pitchMm / 2
    const up = y * cos - x * sin
    if (along <= 0) return up
    const reach = outsideMm * Math.sin(Math.min(doneTurn, steepest))
    if (along <= reach) return up - outsideMm * (1 - Math.cos(Math.asin(along / outsideMm)))
    if (doneTurn > steepest) return null
    return up - outsideMm * (1 - Math.cos(doneTurn)) - (along - reach) * Math.tan(doneTurn)
  }
  let [low, high] = [0, mostTilt + ownTurn / 2]
  const highest = above(high)
  if (highest === null || highest < 0) return null
  for (let count = 0; count < 40; count += 1) {
    const middle = (low + high) / 2
    const now = above(middle)
    if (now === null || now < 0) low = middle
    else high = middle
  }
  return above(high) === null ? null : high
}
