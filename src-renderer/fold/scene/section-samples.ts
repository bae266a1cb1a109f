// The points of a section, the same number at every stage, so that a mesh keeps its corners while the piece moves. Writes into arrays that
// are made once. Pure. Units: mm, radians.
import type { Placement, Section } from './section.ts'

/** Which flat or bend a sample belongs to, and how far along it. */
interface SamplePlace {
  readonly piece: 'flat' | 'bend'
  readonly index: number
  readonly share: number
}

export interface SampleLayout {
  readonly places: readonly SamplePlace[]
  readonly anchor: number
  /** The samples at the ends of flats and bends: the outline of the section has no others on its flats. */
  readonly outline: readonly number[]
  /** The samples at both ends of each bend. */
  readonly tangents: readonly (readonly [number, number])[]
  /** The sample in the middle of each bend. */
  readonly middles: readonly number[]
}

/** The middle line, and the unit direction to face A. */
export interface Samples {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly toAX: Float64Array
  readonly toAY: Float64Array
  /** Along the middle from the first edge. */
  readonly alongMm: Float64Array
}

/** Even, so that a bend has a sample in its middle. */
const fewestChords = 6
const mostChords = 20
const chordRad = Math.PI / 18

/** `section`: the finished one. `flatPartMm`: a flat longer than this has further samples; Infinity: none has. */
export function sampleLayout(section: Section, anchor: number, flatPartMm: number): SampleLayout {
  const places: SamplePlace[] = []
  const outline: number[] = []
  const tangents: [number, number][] = []
  const middles: number[] = []
  for (const [index, lengthMm] of section.flatsMm.entries()) {
    const parts = Math.max(1, Math.ceil(lengthMm / flatPartMm))
    outline.push(places.length, places.length + parts)
    for (let part = 0; part <= parts; part += 1) places.push({ piece: 'flat', index, share: part / parts })
    const turn = section.turns[index]
    if (turn === undefined) continue
    const chords = Math.min(mostChords, Math.max(fewestChords, 2 * Math.ceil(Math.abs(turn) / chordRad / 2)))
    const first = places.length - 1
    tangents.push([first, first + chords])
    middles.push(first + chords / 2)
    for (let chord = 1; chord < chords; chord += 1) {
      outline.push(places.length)
      places.push({ piece: 'bend', index, share: chord / chords })
    }
  }
  return { places, anchor, outline, tangents, middles }
}

export function emptySamples({ places: { length } }: SampleLayout): Samples {
  const numbers = (): Float64Array => new Float64Array(length)
  return { x: numbers(), y: numbers(), toAX: numbers(), toAY: numbers(), alongMm: numbers() }
}

/** Writes the samples of a placed section. */
export function writeSamples(layout: SampleLayout, section: Section, place: Placement, samples: Samples): void {
  const { flatsMm, turns, middlesMm } = section
  const { x, y, toAX, toAY, alongMm } = samples
  let [pieceX, pieceY, heading, passedMm] = [0, 0, 0, 0]
  let piece = -1
  let [anchorX, anchorY, anchorHeading] = [0, 0, 0]
  for (let sample = 0; sample < layout.places.length; sample += 1) {
    const placeOnPiece = layout.places[sample]
    if (placeOnPiece === undefined) break
    const number = 2 * placeOnPiece.index + (placeOnPiece.piece === 'bend' ? 1 : 0)
    // moves to the start of the piece of this sample
    for (; piece < number; piece += 1) {
      if (piece < 0) continue
      if (piece % 2 === 0) {
        const lengthMm = flatsMm[piece / 2] ?? 0
        if (piece / 2 === layout.anchor) {
          anchorX = pieceX + (lengthMm / 2) * Math.cos(heading)
          anchorY = pieceY + (lengthMm / 2) * Math.sin(heading)
          anchorHeading = heading
        }
        pieceX += lengthMm * Math.cos(heading)
        pieceY += lengthMm * Math.sin(heading)
        passedMm += lengthMm
      } else {
        const [turn, middleMm] = [turns[(piece - 1) / 2] ?? 0, middlesMm[(piece - 1) / 2] ?? 0]
        const side = Math.sign(turn)
        pieceX += side * middleMm * (Math.sin(heading + turn) - Math.sin(heading))
        pieceY -= side * middleMm * (Math.cos(heading + turn) - Math.cos(heading))
        heading += turn
        passedMm += middleMm * Math.abs(turn)
      }
    }
    let here = heading
    if (placeOnPiece.piece === 'flat') {
      const lengthMm = placeOnPiece.share * (flatsMm[placeOnPiece.index] ?? 0)
      x[sample] = pieceX + lengthMm * Math.cos(heading)
      y[sample] = pieceY + lengthMm * Math.sin(heading)
      alongMm[sample] = passedMm + lengthMm
    } else {
      const [turn, middleMm] = [
        (turns[placeOnPiece.index] ?? 0) * placeOnPiece.share,
        middlesMm[placeOnPiece.index] ?? 0,
      ]
      const side = Math.sign(turn)
      here = heading + turn
      x[sample] = pieceX + side * middleMm * (Math.sin(here) - Math.sin(heading))
      y[sample] = pieceY - side * middleMm * (Math.cos(here) - Math.cos(heading))
      alongMm[sample] = passedMm + middleMm * Math.abs(turn)
    }
    toAX[sample] = Math.sin(here)
    toAY[sample] = -Math.cos(here)
  }
  if (layout.anchor === flatsMm.length - 1) {
    const lengthMm = flatsMm[layout.anchor] ?? 0
    anchorX = pieceX + (lengthMm / 2) * Math.cos(heading)
    anchorY = pieceY + (lengthMm / 2) * Math.sin(heading)
    anchorHeading = heading
  }
  moveSamples(samples, anchorX, anchorY, anchorHeading, place)
}

/** Moves the point of the anchor, with its direction, to a place. */
function moveSamples(samples: Samples, fromX: number, fromY: number, fromHeading: number, place: Placement): void {
  const { x, y, toAX, toAY } = samples
  const by = place.heading - fromHeading
  const [cos, sin] = [Math.cos(by), Math.sin(by)]
  for (let sample = 0; sample < x.length; sample += 1) {
    const [dx, dy] = [(x[sample] ?? 0) - fromX, (y[sample] ?? 0) - fromY]
    x[sample] = place.x + dx * cos - dy * sin
    y[sample] = place.y + dx * sin + dy * cos
    const [ax, ay] = [toAX[sample] ?? 0, toAY[sample] ?? 0]
    toAX[sample] = ax * cos - ay * sin
    toAY[sample] = ax * sin + ay * cos
  }
}
