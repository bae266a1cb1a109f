// A second checker for the steps of a folding machine, written separately: polygons at small steps of the swing. The bend line is at 0/0 on
// the surface of the table, the clamped side lies at +x. It imports only types of the planner. Mm, degrees.
import type { FolderMachine, FolderOutlines } from '../../../../../shared/bending/fit/index.ts'
import type { PlanPart } from '../../../../../shared/bending/plan/index.ts'
import { memoized } from '../../../../../shared/base/memoized.ts'
import { apart, moved, reachIn, runsWhere, shrunk } from './polygons.ts'
import type { Polygon } from './polygons.ts'
import { touchingPairs } from './sampled-brake.ts'
import type { Gap } from './sampled-brake.ts'
import { bendNow, isInLine, isRight, sectionAbout } from './sampled-section.ts'
import type { Blank, PlacedPiece } from './sampled-section.ts'

export interface FoldStep {
  readonly bend: number
  readonly kind: 'bend' | 'pre_bend' | 'flatten'
  readonly clampedLast: boolean
  readonly up: boolean
}

/** The part and the room that is left: below 0 it is a hit. */
export interface Room extends Gap {
  /** The table is touched without a clearance. */
  readonly neededMm: number
}

const clearance = 0.2
/** The distance from the bend line beyond which the flat beside the bend must stay clear of the clamp. */
const noseMm = 4

const upsideDown = (outline: Polygon): Polygon => outline.map(({ x, y }) => ({ x, y: -y }))
const highest = (polygon: Polygon): number => Math.max(...polygon.map(({ y }) => y))
const lowest = (polygon: Polygon): number => Math.min(...polygon.map(({ y }) => y))

function turned(polygon: Polygon, centreY: number, turn: number): Polygon {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return polygon.map(({ x, y }) => ({ x: x * cos + (y - centreY) * sin, y: centreY + (y - centreY) * cos - x * sin }))
}

function partsOf({ outlines }: FolderMachine, up: boolean): FolderOutlines {
  if (outlines === undefined) throw new Error('the machine has no outlines')
  if (up) return outlines
  return { ...outlines, clamp: upsideDown(outlines.table), table: upsideDown(outlines.clamp) }
}

/** The pieces while the bend has turned by so much: the clamped flat ends at the bend line, all of the zone swings. */
function swung(blank: Blank, done: readonly number[], { bend, clampedLast }: FoldStep, turn: number): PlacedPiece[] {
  const finished = bendNow(blank, bend, 1)
  const zone = blank.zoneMm[bend] ?? 0
  const left = zone + (turn / Math.abs(finished.turn)) * (2 * finished.besideMm - zone)
  const foldedBend = {
    turn: Math.sign(finished.turn) * Math.max(turn, 1e-7),
    radiusMm: finished.radiusMm,
    besideMm: clampedLast ? left : 0,
    afterMm: clampedLast ? 0 : left,
  }
  const now = done.map((one, index) => (index === bend ? foldedBend : bendNow(blank, index, one)))
  const lift = finished.radiusMm + blank.thicknessMm
  return sectionAbout(blank, now, bend, clampedLast, 'right').map((one) => ({
    ...one,
    polygon: moved(one.polygon, 0, lift),
  }))
}

/** Closed hems that the blade pushes on: how far it is lowered for them, and their pieces. */
function hemsOnBlade(
  blank: Blank,
  done: readonly number[],
  outlines: FolderOutlines,
  swinging: readonly PlacedPiece[],
) {
  const pieces = new Set<number>()
  let mm = 0
  const count = blank.profile.bends.length
  for (const [index, { hem }] of blank.profile.bends.entries()) {
    if (!outlines.bladeOnHem || hem !== 'closed' || done[index] !== 2) continue
    const ownPieces = [2 * index + 1, index < count / 2 ? 2 * index : 2 * index + 2]
    const depth = blank.thicknessMm + 2 * (blank.finished[index]?.radiusMm ?? 0)
    const lies = swinging.some(({ piece, polygon }) => ownPieces.includes(piece) && lowest(polygon) < -1e-6)
    if (!lies || depth > outlines.beamAdjustmentMm) continue
    mm = Math.max(mm, depth)
    for (const piece of ownPieces) pieces.add(piece)
  }
  return { mm, pieces }
}

/** The gaps at one turn, and at the start those of the clamped side. */
export function foldRooms(
  machine: FolderMachine,
  blank: Blank,
  done: readonly number[],
  step: FoldStep,
  turnDeg: number,
): Room[] {
  const { bend, clampedLast } = step
  const parts = partsOf(machine, step.up)
  const turn = (turnDeg * Math.PI) / 180
  const { thicknessMm } = blank
  const pieces = swung(blank, done, step, turn)
  const atRest = swung(blank, done, step, 0).filter(({ piece }) => !isRight(piece, bend, clampedLast))
  const low = new Set(atRest.filter(({ polygon }) => lowest(polygon) < -1e-6).map(({ piece }) => piece))
  const centreY = (bendNow(blank, bend, 1).radiusMm ?? 0) + thicknessMm
  const lowered = hemsOnBlade(blank, done, parts, atRest)
  const blade = turned(parts.beam, centreY, turn)
  const loweredBlade = turned(moved(parts.beam, 0, -lowered.mm), centreY, turn)
  const clamp = moved(parts.clamp, 0, thicknessMm)
  const beyond = partsBeyondNose(machine, step.up)
  const touching = touchingPairs(blank)
  const [rooms, raised]: [Room[], Room[]] = [[], []]
  const add = (part: PlanPart, piece: number, gapMm: number, neededMm = clearance): void => {
    rooms.push({ part, piece, gapMm, neededMm })
  }
  for (const { piece, polygon } of pieces) {
    if (piece === 2 * bend + 1) continue
    const straight = isInLine(done, bend, piece)
    if (isRight(piece, bend, clampedLast)) {
      if (straight) continue
      add('folding_beam', piece, apart(polygon, blade))
      if (turnDeg === 0)
        rooms.push(
          ...standing(
            polygon,
            piece,
            { over: clamp, under: parts.table, liftMm: parts.tableLiftMm, isUp: step.up },
            thicknessMm,
          ),
        )
      const heightMm = step.up ? highest(polygon) : thicknessMm - lowest(polygon)
      if (turnDeg === 0) raised.push(...underClamp(machine, piece, heightMm))
      continue
    }
    add('clamp', piece, straight ? beyondNose(beyond, thicknessMm, polygon) : apart(polygon, clamp))
    if (!straight) add('table', piece, apart(polygon, parts.table))
    if (low.has(piece) && !lowered.pieces.has(piece)) add('folding_beam', piece, apart(polygon, loweredBlade))
    for (const other of pieces) {
      if (other.piece === 2 * bend + 1 || !isRight(other.piece, bend, clampedLast)) continue
      if (straight && isInLine(done, bend, other.piece)) continue
      if (touching.has(`${Math.min(piece, other.piece)} ${Math.max(piece, other.piece)}`)) continue
      add('sheet', piece, apart(polygon, other.polygon))
    }
  }
  return [...(step.up ? rooms : rooms.map(turnedOver)), ...raised]
}

/** Folded down, the table turned upside down is above the blank, and the clamp below it. */
const turnedOver = (room: Room): Room => {
  if (room.part !== 'clamp' && room.part !== 'table') return room
  return { ...room, part: room.part === 'clamp' ? 'table' : 'clamp' }
}

interface ClosedParts {
  readonly over: Polygon
  readonly under: Polygon
  /** How far the sheet lifts from the table, which is below it in a fold up and above it in a fold down. */
  readonly liftMm: number
  readonly isUp: boolean
}

/** The clamped side with the clamp closed. The part above the sheet has the name of the clamp, and that below it the name of the table. */
function standing(
  polygon: Polygon,
  piece: number,
  { over, under, liftMm, isUp }: ClosedParts,
  thicknessMm: number,
): Room[] {
  const rooms: Room[] = []
  if (highest(polygon) > thicknessMm + 1e-6) {
    rooms.push(
      isUp
        ? { part: 'clamp', piece, gapMm: apart(polygon, over), neededMm: clearance }
        : { ...tableRoom(upsideDown(polygon), piece, moved(upsideDown(over), 0, -liftMm)), part: 'clamp' },
    )
  }
  if (lowest(polygon) < -1e-6) {
    rooms.push(
      isUp
        ? tableRoom(polygon, piece, moved(under, 0, -liftMm))
        : { part: 'table', piece, gapMm: apart(polygon, under), neededMm: clearance },
    )
  }
  return rooms
}

/** Behind the nose everything passes under the raised clamp where it may not come out sideways. */
const underClamp = ({ clampOpeningMm, outlines }: FolderMachine, piece: number, heightMm: number): Room[] =>
  outlines?.sidewaysRemoval === true ? [] : [{ part: 'clamp', piece, gapMm: clampOpeningMm - heightMm, neededMm: 0 }]

/** Touching is allowed; an overlap of less than 0.03 counts as nearly touching. */
function tableRoom(polygon: Polygon, piece: number, table: Polygon): Room {
  const inside = apart(shrunk(polygon), table) === 0
  const slightly = inside && apart(polygon, moved(table, 0, -0.03)) > 0
  const gapMm = inside ? (slightly ? -0.01 : -1) : Math.max(0.01, apart(polygon, table))
  return { part: 'table', piece, gapMm, neededMm: 0 }
}

const beyondCache = new WeakMap<FolderMachine, Map<boolean, readonly Polygon[]>>()

/** The edges of the clamp beyond its nose, the nose at 0/0. Computed once: it takes longer than everything else of a turn. */
function partsBeyondNose(machine: FolderMachine, up: boolean): readonly Polygon[] {
  const ofMachine = memoized(beyondCache, machine, () => new Map<boolean, readonly Polygon[]>())
  return memoized(ofMachine, up, () => runsWhere(partsOf(machine, up).clamp, ({ x, y }) => Math.hypot(x, y) >= noseMm))
}

/** The distance of a flat beside the bend from the clamp beyond its nose. */
const beyondNose = (beyond: readonly Polygon[], thicknessMm: number, flat: Polygon): number =>
  Math.min(Infinity, ...beyond.map((run) => apart(moved(run, 0, thicknessMm), flat)))

/** How far the nose of the clamp reaches beyond the flap when a hem is pressed. */
const beyondFlapMm = 3

/** A pre-folded hem under the closing clamp: the rest of the blank behind the nose, or in front of it. */
export function pressRooms(machine: FolderMachine, blank: Blank, done: readonly number[], step: FoldStep): Room[] {
  const parts = partsOf(machine, step.up)
  const { bend, clampedLast } = step
  const { thicknessMm } = blank
  const pre = bendNow(blank, bend, 1)
  const flat = bendNow(blank, bend, 2)
  const flap = flapOf(blank, bend)
  const height = flap.mm * Math.abs(Math.sin(Math.PI - Math.abs(pre.turn))) + 2 * pre.radiusMm + 2 * thicknessMm
  const rooms: Room[] = [{ part: 'clamp', piece: 2 * bend, gapMm: machine.clampOpeningMm - height, neededMm: 0 }]
  const isFlap = (piece: number): boolean => piece > 2 * bend + 1 === flap.isLast
  const onTable = clampedLast !== flap.isLast
  if (!onTable) {
    const sole = reachIn(parts.clamp, -0.05, 0.05)
    rooms.push({ part: 'clamp', piece: 2 * bend, gapMm: sole - flap.mm - beyondFlapMm - thicknessMm, neededMm: 0 })
  }
  const restRight = onTable
  const now = done.map((one, index) => (index === bend ? flat : bendNow(blank, index, one)))
  const lastRight = flap.isLast !== restRight
  const placed = sectionAbout(blank, now, bend, lastRight, restRight ? 'right' : 'left').map((one) => ({
    ...one,
    polygon: moved(one.polygon, onTable ? 0 : flap.mm + beyondFlapMm, flat.radiusMm + thicknessMm),
  }))
  const clamp = moved(parts.clamp, 0, 2 * thicknessMm + 2 * flat.radiusMm)
  const table = moved(parts.table, 0, onTable ? -parts.tableLiftMm : 0)
  for (const { piece, polygon } of placed) {
    if (piece === 2 * bend + 1 || isInLine(done, bend, piece)) continue
    if (isFlap(piece)) {
      rooms.push({ part: 'clamp', piece, gapMm: -1, neededMm: 0 })
      continue
    }
    if (highest(polygon) > thicknessMm + 1e-6) {
      rooms.push({ part: 'clamp', piece, gapMm: apart(polygon, clamp), neededMm: clearance })
    }
    if (onTable) rooms.push(...underClamp(machine, piece, highest(polygon)))
    if (lowest(polygon) >= -1e-6) continue
    rooms.push(tableRoom(polygon, piece, table))
    if (!onTable) rooms.push({ part: 'folding_beam', piece, gapMm: apart(polygon, parts.beam), neededMm: clearance })
  }
  return rooms
}

/** The side of a hem with less flat width, measured to the middle of its zone. */
function flapOf(blank: Blank, bend: number): { readonly mm: number; readonly isLast: boolean } {
  const middle = middleOf(blank, bend)
  const width = widthOf(blank)
  return middle > width / 2 ? { mm: width - middle, isLast: true } : { mm: middle, isLast: false }
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
export const widthOf = ({ straightMm, zoneMm }: Blank): number => sum(straightMm) + sum(zoneMm)
export const middleOf = ({ straightMm, zoneMm }: Blank, bend: number): number =>
  sum(straightMm.slice(0, bend + 1)) + sum(zoneMm.slice(0, bend)) + (zoneMm[bend] ?? 0) / 2
