// The labels of a flat pattern: position and name of each bend, and the cut-outs, with equal ones grouped. Pure.
import { bendAngleText } from '../../bending/index.ts'
import type { Box, Mm } from '../../bending/index.ts'
import { edges, pathBox } from '../scene/index.ts'
import type { Blank, BlankBend } from './blank.ts'
import { figure } from '../labels/index.ts'
import type { DrawingTexts } from '../labels/index.ts'

export interface FlatPatternLabels {
  /** One per bend, in the order of the blank's bends. */
  readonly bends: readonly BendLabel[]
  /** The position of each bend at the far end of a tapered piece, with its number. */
  readonly farPositions: readonly string[]
  readonly cutouts: readonly CutoutLabel[]
  /** The overall width, an upright text. */
  readonly width: string
  /** The overall length. */
  readonly length: string
  /** The number of cut-outs, as a text. */
  readonly counted: string
}

interface BendLabel {
  /** The position at the near end, from x = 0. */
  readonly start: string
  /** The position at the far end; empty if the piece is not tapered. */
  readonly end: string
  /** Number, direction and included angle; or that it is a hem. */
  readonly name: string
}

export interface CutoutLabel {
  /** The position along the length: the middle of the first cut-out that it names. */
  readonly placeMm: Mm
  readonly text: string
}

export function flatPatternLabels(blank: Blank, texts: DrawingTexts): FlatPatternLabels {
  const tapered = blank.bends.some((bend) => bend.startMm !== bend.endMm)
  return {
    bends: blank.bends.map((bend) => ({
      start: figure(bend.startMm, texts),
      end: tapered ? figure(bend.endMm, texts) : '',
      name: bendName(bend, texts),
    })),
    farPositions: blank.bends.map(
      (bend, index) => `${index === 0 ? `${texts.farEnd}: ` : ''}${bend.number}: ${figure(bend.endMm, texts)}`,
    ),
    cutouts: cutoutLabels(blank, texts),
    width: figure(blank.widthMm, texts),
    length: figure(blank.lengthMm, texts),
    counted: `${texts.cutouts}: ${blank.cutouts.length}`,
  }
}

/** The kind of a hem is on the profile: here its short word leaves more room for the blank. */
const bendName = ({ number, up, turnDeg, hem }: BlankBend, texts: DrawingTexts): string =>
  `${number} ${up ? '▲' : '▼'} ${hem === null ? bendAngleText(turnDeg, texts.language) : texts.hem}`

/** The least number of equal cut-outs at even steps that form one row. */
const minInRow = 4
/** Steps that differ by less are equal, because positions are written to a hundredth. */
const stepSlackMm = 0.03

/** Cut-outs at the same place along the length share a label, and so does a row of equal ones: `⌀5 · 50 + 19 × 300`. */
function cutoutLabels(blank: Blank, texts: DrawingTexts): CutoutLabel[] {
  const byKind = new Map<string, Mm[]>()
  for (const { what, places } of sideBySide(blank, texts)) {
    for (const placeMm of places) byKind.set(what, [...(byKind.get(what) ?? []), placeMm])
  }
  return [...byKind]
    .flatMap(([what, places]) =>
      inRows(places).map(({ placeMm, steps, stepMm }) => ({
        placeMm,
        text: `${what} · ${figure(placeMm, texts)}${steps > 0 ? ` + ${steps} × ${figure(stepMm, texts)}` : ''}`,
      })),
    )
    .toSorted((a, b) => a.placeMm - b.placeMm)
}

/** The cut-outs at each place along the length, with their number: '2 × ⌀6'. */
function sideBySide(blank: Blank, texts: DrawingTexts): { what: string; places: Mm[] }[] {
  const counted = new Map<string, { what: string; placeMm: Mm; count: number }>()
  for (const cutout of blank.cutouts) {
    const box = cutoutBox(cutout)
    const what =
      cutout.kind === 'circle'
        ? `⌀${figure(cutout.diameterMm, texts)}`
        : `${figure(box.maxX - box.minX, texts)} × ${figure(box.maxY - box.minY, texts)}`
    const placeMm = (box.minY + box.maxY) / 2
    const key = `${placeMm.toFixed(2)} ${what}`
    counted.set(key, { what, placeMm, count: (counted.get(key)?.count ?? 0) + 1 })
  }
  return [...counted.values()].map(({ what, placeMm, count }) => ({
    what: count > 1 ? `${count} × ${what}` : what,
    places: [placeMm],
  }))
}

interface Row {
  readonly placeMm: Mm
  readonly steps: number
  readonly stepMm: Mm
}

/** Places as runs of even steps, the longest at each place; a place without a run is alone. */
function inRows(places: readonly Mm[]): Row[] {
  const sorted = places.toSorted((a, b) => a - b)
  const rows: Row[] = []
  for (let first = 0; first < sorted.length;) {
    const startMm = sorted[first] ?? 0
    const stepMm = (sorted[first + 1] ?? startMm) - startMm
    let last = first
    while (last + 1 < sorted.length && Math.abs((sorted[last + 1] ?? 0) - (sorted[last] ?? 0) - stepMm) < stepSlackMm) {
      last += 1
    }
    const steps = last - first
    const isRow = steps + 1 >= minInRow
    rows.push(
      isRow
        ? { placeMm: startMm, steps, stepMm: ((sorted[last] ?? startMm) - startMm) / steps }
        : { placeMm: startMm, steps: 0, stepMm: 0 },
    )
    first = isRow ? last + 1 : first + 1
  }
  return rows
}

export function cutoutBox(cutout: Blank['cutouts'][number]): Box {
  if (cutout.kind === 'polyline') return pathBox(edges(cutout.points))
  const radius = cutout.diameterMm / 2
  return { minX: cutout.x - radius, maxX: cutout.x + radius, minY: cutout.y - radius, maxY: cutout.y + radius }
}
