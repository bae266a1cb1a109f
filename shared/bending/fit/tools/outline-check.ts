// Whether an outline of a tool or of a machine's part is usable: each fault with its figures and its corner. Pure. Units: mm.
import { toThousandth } from '../../../base/figures.ts'
import { distance, pointsBox, signedArea } from '../../geometry/index.ts'
import type { Point } from '../../geometry/index.ts'
import type { Mm } from '../../units.ts'
import { outlineCrossing, onOutline } from './outline-edges.ts'
import { findV, levelToleranceMm } from './outline-figures.ts'
import type { Outline } from './outline.ts'

/** What an outline is drawn for: it decides the reference point and the size. */
export type OutlinePart =
  | 'punch'
  | 'die'
  | 'hemmingTool'
  | 'closing'
  | 'clamp'
  | 'beam'
  | 'holder'
  | 'table'
  | 'apron'
  | 'fingers'
  | 'folderClamp'
  | 'folderBeam'
  | 'folderTable'
  | 'folderGauge'

interface FaultFigures {
  /** Fewer than three different corners. */
  outline_corners: { least: number }
  /** A coordinate that is not a finite number. */
  outline_number: Record<string, never>
  /** The corner before has the same place. */
  outline_corner_twice: { xMm: Mm; yMm: Mm }
  /** Two edges cross or touch; `edge` and `other` are the numbers of their first corners, from 1. */
  outline_crosses: { edge: number; other: number }
  outline_clockwise: Record<string, never>
  outline_height: { heightMm: Mm; leastMm: Mm; mostMm: Mm }
  outline_width: { widthMm: Mm; leastMm: Mm; mostMm: Mm }
  /** The tip of a punch is its lowest point and lies at 0/0. */
  outline_tip: { xMm: Mm; yMm: Mm }
  outline_lowest: { atMm: Mm }
  outline_highest: { atMm: Mm }
  outline_left: { atMm: Mm }
  outline_right: { atMm: Mm }
  /** No edge of the outline passes 0/0. */
  outline_origin: Record<string, never>
  outline_no_v: Record<string, never>
  /** The middle of the V lies beside x = 0. */
  outline_v_middle: { atMm: Mm }
  outline_shoulders: { leftMm: Mm; rightMm: Mm }
}
type OutlineFaultCode = keyof FaultFigures
export type OutlineFault = {
  readonly [Code in OutlineFaultCode]: {
    readonly code: Code
    readonly params: Readonly<FaultFigures[Code]>
    /** The index of the corner at which the fault lies; null: the whole outline. */
    readonly corner: number | null
  }
}[OutlineFaultCode]

type Side = 'lowest' | 'highest' | 'left' | 'right'
interface PartRules {
  readonly leastMm: Mm
  readonly mostMm: Mm
  /** The sides of the outline's box that lie at 0. */
  readonly atZero: readonly Side[]
  /** Whether an edge passes 0/0. */
  readonly passesOrigin: boolean
}

/** Heights of tools that are sold, with a margin. */
const toolSize = { leastMm: 10, mostMm: 400 }
const partSize = { leastMm: 1, mostMm: 5_000 }
const noReference = { atZero: [], passesOrigin: false } as const

const rulesOf: Readonly<Record<OutlinePart, PartRules>> = {
  punch: { ...toolSize, ...noReference },
  die: { ...toolSize, ...noReference },
  hemmingTool: { ...toolSize, ...noReference },
  closing: { ...partSize, mostMm: 400, ...noReference },
  clamp: { ...partSize, atZero: ['lowest'], passesOrigin: true },
  beam: { ...partSize, ...noReference },
  holder: { ...partSize, atZero: ['highest'], passesOrigin: true },
  table: { ...partSize, ...noReference },
  apron: { ...partSize, ...noReference },
  fingers: { ...partSize, atZero: ['left'], passesOrigin: true },
  folderClamp: { ...partSize, atZero: ['lowest', 'left'], passesOrigin: true },
  folderBeam: { ...partSize, atZero: ['highest', 'right'], passesOrigin: true },
  folderTable: { ...partSize, atZero: ['highest', 'left'], passesOrigin: true },
  folderGauge: { ...partSize, atZero: ['lowest', 'left'], passesOrigin: true },
}

/** The sides of the outline's box that lie at 0. Empty: the part has no reference point of its own. */
export const sidesAtZero = (part: OutlinePart): readonly Side[] => rulesOf[part].atZero

/** Places nearer than this are the same. */
const sameMm: Mm = 1e-6

/** Every fault of the shape; if the shape is sound, every fault of its place. Empty: the outline is usable. */
export function validateOutline(outline: Outline, part: OutlinePart): readonly OutlineFault[] {
  const shape = shapeFaults(outline)
  if (shape.length > 0) return shape
  const rules = rulesOf[part]
  return [...sizeFaults(outline, rules), ...referenceFaults(outline, part, rules)]
}

function shapeFaults(outline: Outline): OutlineFault[] {
  const broken = outline.findIndex(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y))
  if (broken >= 0) return [{ code: 'outline_number', params: {}, corner: broken }]
  const different = outline.filter((corner, index) => outline.findIndex((one) => isSame(one, corner)) === index)
  if (different.length < 3) return [{ code: 'outline_corners', params: { least: 3 }, corner: null }]
  const twice = outline.flatMap((corner, index): OutlineFault[] =>
    isSame(corner, outline.at(index - 1) ?? corner)
      ? [
          {
            code: 'outline_corner_twice',
            params: { xMm: toThousandth(corner.x), yMm: toThousandth(corner.y) },
            corner: index,
          },
        ]
      : [],
  )
  if (twice.length > 0) return twice
  const crossing = outlineCrossing(outline)
  if (crossing !== null) {
    const { edge, other } = crossing
    return [{ code: 'outline_crosses', params: { edge: edge + 1, other: other + 1 }, corner: other }]
  }
  return signedArea(outline) < 0 ? [{ code: 'outline_clockwise', params: {}, corner: null }] : []
}

function sizeFaults(outline: Outline, { leastMm, mostMm }: PartRules): OutlineFault[] {
  const { minX, maxX, minY, maxY } = pointsBox(outline)
  const [heightMm, widthMm] = [toThousandth(maxY - minY), toThousandth(maxX - minX)]
  const faults: OutlineFault[] = []
  if (heightMm < leastMm || heightMm > mostMm)
    faults.push({ code: 'outline_height', params: { heightMm, leastMm, mostMm }, corner: null })
  if (widthMm < 1 || widthMm > mostMm)
    faults.push({ code: 'outline_width', params: { widthMm, leastMm: 1, mostMm }, corner: null })
  return faults
}

function referenceFaults(outline: Outline, part: OutlinePart, { atZero, passesOrigin }: PartRules): OutlineFault[] {
  if (part === 'punch') return tipFaults(outline)
  if (part === 'die' || part === 'hemmingTool') return vFaults(outline)
  const box = pointsBox(outline)
  const places = { lowest: box.minY, highest: box.maxY, left: box.minX, right: box.maxX }
  const sides = atZero.flatMap((side): OutlineFault[] =>
    Math.abs(places[side]) <= levelToleranceMm
      ? []
      : [{ code: `outline_${side}`, params: { atMm: toThousandth(places[side]) }, corner: null }],
  )
  if (sides.length > 0 || !passesOrigin || onOutline(outline, { x: 0, y: 0 }, levelToleranceMm)) return sides
  return [{ code: 'outline_origin', params: {}, corner: null }]
}

function tipFaults(outline: Outline): OutlineFault[] {
  const { minY } = pointsBox(outline)
  const corner = outline.findIndex(({ y }) => y === minY)
  const tip = outline[corner]
  if (tip === undefined) return []
  const isAtOrigin = Math.abs(tip.y) <= levelToleranceMm && onOutline(outline, { x: 0, y: 0 }, levelToleranceMm)
  if (isAtOrigin) return []
  return [{ code: 'outline_tip', params: { xMm: toThousandth(tip.x), yMm: toThousandth(tip.y) }, corner }]
}

function vFaults(outline: Outline): OutlineFault[] {
  const v = findV(outline)
  if (v === null) return [{ code: 'outline_no_v', params: {}, corner: null }]
  const [leftMm, rightMm] = [toThousandth(v.left.levelMm), toThousandth(v.right.levelMm)]
  if (Math.abs(leftMm - rightMm) > levelToleranceMm)
    return [{ code: 'outline_shoulders', params: { leftMm, rightMm }, corner: null }]
  const faults: OutlineFault[] = []
  const highestMm = pointsBox(outline).maxY
  if (Math.abs(leftMm) > levelToleranceMm || Math.abs(highestMm) > levelToleranceMm)
    faults.push({ code: 'outline_highest', params: { atMm: toThousandth(highestMm) }, corner: null })
  const middle = (v.left.edge.x + v.right.edge.x) / 2
  if (Math.abs(middle) > levelToleranceMm)
    faults.push({ code: 'outline_v_middle', params: { atMm: toThousandth(middle) }, corner: null })
  return faults
}

const isSame = (a: Point, b: Point): boolean => distance(a, b) <= sameMm
