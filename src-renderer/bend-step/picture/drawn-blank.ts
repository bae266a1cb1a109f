// The blank of a step as a line along the middle of its thickness, sampled alike at every angle of the step, with the direction to its
// face A. Pure. Units: mm.
import { bulgeArc, partOf, type Point } from '../../../shared/bending/index.ts'
import type { PictureBlank, StepPicture } from '../../../shared/bending/plan/index.ts'

interface BlankSample {
  readonly middle: Point
  /** The direction from the middle to face A, of length 1. */
  readonly toA: Point
}

/** A part of the blank that stays flat in this step, as the indices of the samples at its ends. */
interface Flat {
  readonly from: number
  readonly to: number
}

/** The samples run from the edge on the operator's side (-x) to the edge at the gauge (+x). */
export interface DrawnBlank {
  readonly samples: readonly BlankSample[]
  readonly thicknessMm: number
  readonly flats: readonly Flat[]
}

/** The chords of an arc. */
const chordsOfArc = 8

/** The blank at a turn of the step's bend. Blanks of one step have the same samples, so that a sample can be followed through the step. */
export function drawnBlankAt(picture: StepPicture, turnDeg: number): DrawnBlank {
  const { fromTurnDeg, toTurnDeg } = picture
  const [first, last] = [picture.blankAt(fromTurnDeg), picture.blankAt(toTurnDeg)]
  const isArc = (corner: number): boolean =>
    [first.faceA, first.faceB, last.faceA, last.faceB].some((face) => Math.abs(face[corner]?.bulge ?? 0) > 1e-9)
  return sampled(picture.blankAt(turnDeg), isArc)
}

function sampled({ faceA, faceB }: PictureBlank, isArc: (corner: number) => boolean): DrawnBlank {
  const corners = Math.min(faceA.length, faceB.length)
  const samples: BlankSample[] = []
  const flats: Flat[] = []
  for (let corner = 0; corner < corners; corner += 1) {
    const parts = corner === corners - 1 || !isArc(corner) ? 1 : chordsOfArc
    if (corner < corners - 1 && parts === 1) flats.push({ from: samples.length, to: samples.length + 1 })
    for (let part = 0; part < parts; part += 1)
      samples.push(sampleOf(pointOn(faceA, corner, part / parts), pointOn(faceB, corner, part / parts)))
  }
  const [start, across] = [faceA[0], faceB[0]]
  const thicknessMm =
    start === undefined || across === undefined ? 0 : Math.hypot(start.x - across.x, start.y - across.y)
  return { samples, thicknessMm, flats }
}

function pointOn(face: PictureBlank['faceA'], corner: number, share: number): Point {
  const [from, to] = [face[corner], face[corner + 1]]
  if (from === undefined) return { x: 0, y: 0 }
  if (to === undefined || share === 0) return from
  return partOf(from.bulge === 0 ? { kind: 'line', from, to } : bulgeArc(from, to, from.bulge), share)
}

function sampleOf(a: Point, b: Point): BlankSample {
  const apart = Math.hypot(a.x - b.x, a.y - b.y) || 1
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    toA: { x: (a.x - b.x) / apart, y: (a.y - b.y) / apart },
  }
}

/** The blank as a closed band. `from`, `to`: distances from its middle towards face A. */
export function bandOf({ samples }: DrawnBlank, from: number, to: number): Point[] {
  const edge = (off: number): Point[] =>
    samples.map(({ middle, toA }) => ({ x: middle.x + off * toA.x, y: middle.y + off * toA.y }))
  return [...edge(to), ...edge(from).toReversed()]
}

export const moved = (blank: DrawnBlank, xMm: number, yMm: number): DrawnBlank => ({
  ...blank,
  samples: blank.samples.map(({ middle: { x, y }, toA }) => ({ middle: { x: x + xMm, y: y + yMm }, toA })),
})
