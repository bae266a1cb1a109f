// What is wrong with a drawing to who must read it: texts over one another or struck through, what leaves the frame, letters too
// small, a bend, hem, side or hand that is not told. Pure; answers in sentences, none where all is well.
import { arcFrom, flangeLength } from '../../../shared/bending/index.ts'
import type { PieceEnd, Point } from '../../../shared/bending/index.ts'
import { figure, primitives, textBox, wordFor } from '../../../shared/drawing/index.ts'
import type { DrawingWords, DrawnPiece, DrawnSheet, Frame, Scene, TextItem } from '../../../shared/drawing/index.ts'
import type { Box } from '../../../shared/drawing/outline.ts'
import { chords } from '../../../shared/drawing/outline.ts'
import { polylinePieces } from '../../../shared/drawing/scene.ts'
import type { Primitive } from '../../../shared/drawing/scene.ts'
import { weightMm } from '../../../shared/drawing/stroke.ts'

/** The letters themselves keep this share of their size clear of the box that they are set in. */
const innerShare = 0.1
/** The smallest lettering that may stand on paper, in mm of the font's size. */
export const smallestLetteringMm = 2.3

export function layoutFaults(scene: Scene, frame: Frame): string[] {
  const drawn = primitives(scene.items)
  const texts = drawn.filter((item) => item.kind === 'text')
  return [
    ...overlaps(texts),
    ...struckThrough(texts, drawn, scene.unitMm),
    ...outside(scene, drawn, frame),
    ...texts
      .filter(({ sizeMm }) => sizeMm < smallestLetteringMm * scene.unitMm - 1e-9)
      .map(({ text, sizeMm }) => `"${text}" is ${(sizeMm / scene.unitMm).toFixed(2)} mm high`),
  ]
}

function overlaps(texts: readonly TextItem[]): string[] {
  const boxes = texts.map((item) => ({ text: item.text, box: textBox(item) }))
  return boxes.flatMap(({ text, box }, index) =>
    boxes
      .slice(index + 1)
      .filter(({ box: other }) => meet(box, other))
      .map((other) => `"${text}" stands over "${other.text}"`),
  )
}

const meet = (a: Box, b: Box): boolean => a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY

function struckThrough(texts: readonly TextItem[], drawn: readonly Primitive[], unitMm: number): string[] {
  const strokes = drawn.flatMap((item) =>
    item.kind === 'text' ? [] : [{ role: item.role, points: pointsOf(item, unitMm * 0.05) }],
  )
  return texts.flatMap((item) => {
    const box = textBox(item)
    return strokes.flatMap(({ role, points }) => {
      const by = (weightMm(role) / 2) * unitMm - innerShare * item.sizeMm
      const inked = { minX: box.minX - by, maxX: box.maxX + by, minY: box.minY - by, maxY: box.maxY + by }
      return points.slice(1).some((to, index) => passes(points[index] ?? to, to, inked))
        ? [`"${item.text}" is struck through by a line of ${role}`]
        : []
    })
  })
}

function pointsOf(item: Exclude<Primitive, TextItem>, error: number): Point[] {
  switch (item.kind) {
    case 'line':
      return [item.from, item.to]
    case 'circle': {
      const from = { x: item.centre.x + item.radiusMm, y: item.centre.y }
      return chords(arcFrom(from, item.centre, 360), error).flatMap((line) => [line.from, line.to])
    }
    case 'arc':
      return chords(arcFrom(item.from, item.centre, item.turnDeg), error).flatMap((line) => [line.from, line.to])
    case 'polyline':
      return polylinePieces(item).flatMap((piece) => chords(piece, error).flatMap((line) => [line.from, line.to]))
  }
}

/** Whether a line runs through the inside of a box. */
function passes(from: Point, to: Point, box: Box): boolean {
  if (Math.max(from.x, to.x) <= box.minX || Math.min(from.x, to.x) >= box.maxX) return false
  if (Math.max(from.y, to.y) <= box.minY || Math.min(from.y, to.y) >= box.maxY) return false
  let [enters, leaves] = [0, 1]
  for (const [at, by, low, high] of [
    [from.x, to.x - from.x, box.minX, box.maxX],
    [from.y, to.y - from.y, box.minY, box.maxY],
  ] as const) {
    if (Math.abs(by) < 1e-12) {
      if (at <= low || at >= high) return false
      continue
    }
    enters = Math.max(enters, Math.min((low - at) / by, (high - at) / by))
    leaves = Math.min(leaves, Math.max((low - at) / by, (high - at) / by))
  }
  return enters < leaves
}

function outside({ box, unitMm }: Scene, drawn: readonly Primitive[], frame: Frame): string[] {
  const width = (box.maxX - box.minX) / unitMm
  const height = (box.maxY - box.minY) / unitMm
  const faults: string[] = []
  if (width > frame.widthMm + 1e-6) faults.push(`the drawing is ${width.toFixed(1)} mm wide`)
  if (height > frame.heightMm + 1e-6) faults.push(`the drawing is ${height.toFixed(1)} mm high`)
  const corners = drawn.flatMap((item) => {
    if (item.kind !== 'text') return pointsOf(item, unitMm)
    const { minX, minY, maxX, maxY } = textBox(item)
    return [
      { x: minX, y: minY },
      { x: maxX, y: maxY },
    ]
  })
  if (corners.some(({ x, y }) => x < box.minX || x > box.maxX || y < box.minY || y > box.maxY)) {
    faults.push('something leaves the box of the scene')
  }
  return faults
}

const wordsOf = (scene: Scene): string[] =>
  primitives(scene.items).flatMap((item) => (item.kind === 'text' ? [item.text] : []))

/** What a profile must tell: each bend's number and way, hems by kind and gap, the colour side by a line and a word. */
export function untoldByProfile(scene: Scene, { profile }: DrawnSheet, end: PieceEnd, words: DrawingWords): string[] {
  const texts = wordsOf(scene)
  const faults = profile.bends.flatMap(({ angleDeg, hem, gapMm }, index) => {
    const name = `${index + 1} ${angleDeg > 0 ? '▲' : '▼'} `
    const what =
      hem === null
        ? `${figure(Math.abs(angleDeg), words)}°`
        : `${wordFor(words.hems, hem)}${gapMm > 0 ? ` ${figure(gapMm, words)}` : ''}`
    return texts.some((text) => text === `${name}${what}`) ? [] : [`the profile does not tell "${name}${what}"`]
  })
  for (const [index, flange] of profile.flanges.entries()) {
    const length = figure(flangeLength(flange, end), words)
    const like = profile.flanges.filter((other) => figure(flangeLength(other, end), words) === length).length
    const told = texts.filter((text) => text === length || text.endsWith(`: ${length}`)).length
    if (told < like) faults.push(`flange ${index + 1} is not told to be ${length}`)
  }
  const coloured = profile.colourSide === 'utside' || profile.colourSide === 'innside'
  const marked = scene.items.some(({ role }) => role === 'colour-side')
  if (coloured !== marked) faults.push(`the colour side is ${profile.colourSide} and ${marked ? '' : 'not '}marked`)
  if (coloured && !texts.some((text) => text.includes(words.colourSide))) faults.push('no word names the colour side')
  return faults
}

/** What an unfolding must tell: each bend's number, way and turn by its name and by its kind of line, the face that is up, the hand. */
export function untoldByUnfolding(
  scene: Scene,
  { profile, unfolding }: DrawnSheet,
  piece: DrawnPiece | undefined,
  words: DrawingWords,
): string[] {
  const texts = wordsOf(scene)
  const faults = profile.bends.flatMap(({ angleDeg }, index) => {
    const name = `${index + 1} ${angleDeg > 0 ? '▲' : '▼'} ${figure(Math.abs(angleDeg), words)}°`
    return texts.some((text) => text.startsWith(name)) ? [] : [`the unfolding does not tell "${name}"`]
  })
  for (const direction of ['up', 'down'] as const) {
    const wanted = unfolding.bendLines.filter((line) => line.direction === direction).length
    const drawn = scene.items.filter(({ role }) => role === `bend-${direction}`).length
    if (wanted !== drawn) faults.push(`${drawn} bend lines are drawn ${direction}, not ${wanted}`)
  }
  const face =
    profile.colourSide === 'utside'
      ? words.faceDown
      : profile.colourSide === 'innside'
        ? words.faceUp
        : words.noColourSide
  if (!texts.some((text) => text.includes(face))) faults.push(`the unfolding does not tell "${face}"`)
  const hand = piece?.hand === 'left' ? words.left : piece?.hand === 'right' ? words.right : null
  if (hand !== null && !texts.includes(hand.toUpperCase())) faults.push(`the unfolding does not tell "${hand}"`)
  return faults
}
