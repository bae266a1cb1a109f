// Finds faults in a drawing: overlapping texts, texts that a line crosses, items outside the frame, small letters, and missing bends,
// hems, sides or hands. Pure. Returns one sentence per fault.
import { arcFrom, flangeLength } from '../../../shared/bending/index.ts'
import type { Box, PieceEnd, Point } from '../../../shared/bending/index.ts'
import { figure, primitives, textBox, textFor } from '../../../shared/drawing/index.ts'
import type { DrawingTexts, DrawnPiece, DrawnSheet, Frame, Scene, TextItem } from '../../../shared/drawing/index.ts'
import { chords } from '../../../shared/drawing/scene/outline.ts'
import { polylinePieces } from '../../../shared/drawing/scene/scene.ts'
import type { Primitive } from '../../../shared/drawing/scene/scene.ts'
import { weightMm } from '../../../shared/drawing/scene/stroke.ts'

/** The distance between the letters and the edge of their text box, as a share of the font size. */
const innerShare = 0.1
/** The smallest font size on paper, in mm. */
const smallestLetteringMm = 2.3

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
      .filter(({ box: other }) => intersects(box, other))
      .map((other) => `"${text}" overlaps "${other.text}"`),
  )
}

const intersects = (a: Box, b: Box): boolean => a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY

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

/** Returns whether a line crosses the inside of a box. */
function passes(from: Point, to: Point, box: Box): boolean {
  if (Math.max(from.x, to.x) <= box.minX || Math.min(from.x, to.x) >= box.maxX) return false
  if (Math.max(from.y, to.y) <= box.minY || Math.min(from.y, to.y) >= box.maxY) return false
  let [enters, leaves] = [0, 1]
  for (const [start, change, low, high] of [
    [from.x, to.x - from.x, box.minX, box.maxX],
    [from.y, to.y - from.y, box.minY, box.maxY],
  ] as const) {
    if (Math.abs(change) < 1e-12) {
      if (start <= low || start >= high) return false
      continue
    }
    enters = Math.max(enters, Math.min((low - start) / change, (high - start) / change))
    leaves = Math.min(leaves, Math.max((low - start) / change, (high - start) / change))
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
    faults.push('an item is outside the box of the scene')
  }
  return faults
}

const shownTexts = (scene: Scene): string[] =>
  primitives(scene.items).flatMap((item) => (item.kind === 'text' ? [item.text] : []))

/** Reports what a profile does not show: the number and direction of each bend, hems with kind and gap, the colour side as line and text. */
export function missingInProfile(scene: Scene, { profile }: DrawnSheet, end: PieceEnd, texts: DrawingTexts): string[] {
  const shown = shownTexts(scene)
  const faults = profile.bends.flatMap(({ angleDeg: turnDeg, hem, gapMm }, index) => {
    const name = `${index + 1} ${turnDeg > 0 ? '▲' : '▼'} `
    const bendText =
      hem === null
        ? `${figure(180 - Math.abs(turnDeg), texts)}°`
        : `${textFor(texts.hems, hem)}${gapMm > 0 ? ` ${figure(gapMm, texts)}` : ''}`
    return shown.some((text) => text === `${name}${bendText}`) ? [] : [`the profile does not show "${name}${bendText}"`]
  })
  for (const [index, flange] of profile.flanges.entries()) {
    const length = figure(flangeLength(flange, end), texts)
    const equalCount = profile.flanges.filter((other) => figure(flangeLength(other, end), texts) === length).length
    const shownCount = shown.filter((text) => text === length || text.endsWith(`: ${length}`)).length
    if (shownCount < equalCount) faults.push(`flange ${index + 1} has no text with its length ${length}`)
  }
  const coloured = profile.colourSide === 'utside' || profile.colourSide === 'innside'
  const marked = scene.items.some(({ role }) => role === 'colour-side')
  if (coloured !== marked) faults.push(`the colour side is ${profile.colourSide} and ${marked ? '' : 'not '}marked`)
  if (coloured && !shown.some((text) => text.includes(texts.colourSide))) faults.push('no text names the colour side')
  return faults
}

/** Reports what a flat pattern does not show: number, direction and included angle of each bend, or that it is a hem, as text and line type, the upper face, the hand. */
export function missingInFlatPattern(
  scene: Scene,
  { profile, unfolding }: DrawnSheet,
  piece: DrawnPiece | undefined,
  texts: DrawingTexts,
): string[] {
  const shown = shownTexts(scene)
  const faults = profile.bends.flatMap(({ angleDeg: turnDeg, hem }, index) => {
    const amount = hem === null ? `${figure(180 - Math.abs(turnDeg), texts)}°` : texts.hem
    const name = `${index + 1} ${turnDeg > 0 ? '▲' : '▼'} ${amount}`
    return shown.some((text) => text.startsWith(name)) ? [] : [`the flat pattern does not show "${name}"`]
  })
  for (const direction of ['up', 'down'] as const) {
    const expectedCount = unfolding.bendLines.filter((line) => line.direction === direction).length
    const drawn = scene.items.filter(({ role }) => role === `bend-${direction}`).length
    if (expectedCount !== drawn) faults.push(`${drawn} bend lines are drawn ${direction}, not ${expectedCount}`)
  }
  const face =
    profile.colourSide === 'utside'
      ? texts.faceDown
      : profile.colourSide === 'innside'
        ? texts.faceUp
        : texts.noColourSide
  if (!shown.some((text) => text.includes(face))) faults.push(`the flat pattern does not show "${face}"`)
  const hand = piece?.hand === 'left' ? texts.left : piece?.hand === 'right' ? texts.right : null
  if (hand !== null && !shown.includes(hand.toUpperCase())) faults.push(`the flat pattern does not show "${hand}"`)
  return faults
}
