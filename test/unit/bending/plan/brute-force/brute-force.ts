// A second checker and planner for press brakes, written separately and slow on purpose: polygons of the section that `foldCrossSection`
// gives, sampled through the stroke, and every order with every pose. It has no springback and no hems.
import { degrees, turnDegOf } from '../../../../../shared/bending/index.ts'
import type { BendProfile, Point } from '../../../../../shared/bending/index.ts'
import type { Die, PressBrakeMachine, Punch } from '../../../../../shared/bending/fit/index.ts'
import { apart, moved, reachIn, shrunk } from '../second-checker/polygons.ts'
import type { Polygon } from '../second-checker/polygons.ts'
import { doubtMm, isLess } from './brute-blank.ts'
import { onDie, pieces, signed } from './brute-section.ts'
import type { Edge, Piece } from './brute-section.ts'
import { smallestFlange, toMouldLine } from '../../../../../shared/bending/fit/index.ts'

export interface Brake {
  readonly machine: PressBrakeMachine
  readonly die: Die
  readonly punch: Punch
  readonly turned: boolean
}

const clearance = 0.2

interface BruteStep {
  /** The least gap less its clearance; below 0 is a hit. */
  readonly room: number
  readonly part: string
  readonly piece: number
  readonly gauge: { readonly x: number; readonly level: number; readonly safe: boolean } | null
  /** Fingers came nearly as near as the clearance. */
  readonly doubtful: boolean
}

/** The least room of the blank to a finger through the stroke. */
function fingerRoom(
  profile: BendProfile,
  { die }: Brake,
  done: readonly boolean[],
  bend: number,
  edge: Edge,
  finger: Polygon,
): number {
  const turnDeg = Math.abs(signed(profile, bend))
  let room = 1000
  for (let share = 0; ;) {
    const leg = onDie(profile, done, bend, share, edge, die.vMm).filter(({ piece }) =>
      edge === 1 ? piece > 2 * bend + 1 : piece < 2 * bend + 1,
    )
    const least = Math.min(...leg.map(({ polygon }) => apart(polygon, finger)))
    room = Math.min(room, least - clearance)
    if (share >= 1 || room < -clearance / 2) return room
    const reach = Math.max(...leg.flatMap(({ polygon }) => polygon.map(({ x, y }) => Math.hypot(x, y)))) + die.vMm * 4
    const step = degrees(Math.max(0, least - clearance)) / reach / 1.5
    share = Math.min(1, share + Math.max(0.04, step) / turnDeg)
  }
}

function upperOf({ punch, machine: { outlines }, turned }: Brake): [string, Polygon][] {
  const side = turned ? -1 : 1
  return [
    ['punch', (punch.outline ?? []).map(({ x, y }) => ({ x: side * x, y }))],
    ['clamp', moved(outlines?.clamp ?? [], 0, punch.heightMm)],
    ['beam', moved(outlines?.beam ?? [], 0, punch.heightMm)],
  ]
}

function bruteStep(profile: BendProfile, brake: Brake, done: readonly boolean[], bend: number, edge: Edge): BruteStep {
  const { die, punch, machine } = brake
  const outlines = machine.outlines
  if (outlines === undefined) throw new Error('no outlines')
  const turnDeg = Math.abs(signed(profile, bend))
  const r = Math.max(profile.bends[bend]?.insideRadiusMm ?? 0, punch.tipRadiusMm)
  const lower: [string, Polygon][] = [
    ['die', die.outline ?? []],
    ['holder', moved(outlines.holder, 0, -die.heightMm)],
    ['table', moved(outlines.table, 0, -die.heightMm)],
    ['apron', moved(outlines.apron, 0, -die.heightMm)],
  ]
  const upper = upperOf(brake)
  const start = onDie(profile, done, bend, 0, edge, die.vMm)
  let doubtful = false
  const ramAt = (theta: number): Polygon[] => {
    const centre = (r + profile.thicknessMm - (die.vMm / 2) * Math.sin(theta)) / Math.cos(theta)
    return upper.map(([, outline]) => moved(outline, 0, centre - r))
  }
  const ram = { pinch: ramAt(0), end: ramAt((turnDeg * Math.PI) / 360) }
  const retracted = (x: number, level: number): boolean =>
    [30, 100].some((most) => {
      const back = Math.min(most, machine.backgaugeMaxMm - x)
      const finger = moved(outlines.fingers.outline, x + back, level)
      const rooms = [
        fingerRoom(profile, brake, done, bend, edge, finger),
        fingerRoomAtRam(outlines.fingers.outline, x, level, back, ram),
      ]
      if (rooms.some((room) => Math.abs(room) < doubtMm)) doubtful = true
      return rooms.every((room) => room >= 0)
    })
  const gauge = bruteGauge(profile, brake, start, bend, edge, done, retracted)
  const touching = byDesign(profile)
  let worst: BruteStep = { room: 1000, part: 'nothing', piece: 0, gauge, doubtful }
  const keepWorst = (room: number, part: string, piece: number): void => {
    if (room < worst.room) worst = { room, part, piece, gauge, doubtful }
  }
  const inLine = (piece: number): boolean => {
    const [low, high] = [Math.min(piece / 2, bend + 0.5), Math.max(piece / 2, bend + 0.5)]
    return done.every((isMade, index) => !isMade || index === bend || index + 0.5 < low || index + 0.5 > high)
  }
  for (let share = 0; ;) {
    const now = onDie(profile, done, bend, share, edge, die.vMm)
    const theta = (turnDeg * share * Math.PI) / 360
    const centre = (r + profile.thicknessMm - (die.vMm / 2) * Math.sin(theta)) / Math.cos(theta)
    let least = 1000
    const near = (gap: number, part: string, piece: number): void => {
      least = Math.min(least, gap)
      keepWorst(gap - clearance, part, piece)
    }
    const line = (p: Point): number =>
      p.x * Math.sin(theta) - (p.y - centre) * Math.cos(theta) - r - profile.thicknessMm
    const otherLine = (p: Point): number => line({ x: -p.x, y: p.y })
    const boxes = now.map(({ polygon }) => polygon)
    for (const [index, { piece, polygon }] of now.entries()) {
      if (boxes[index]?.length === 0 || piece === 2 * bend + 1) continue
      const right = edge === 1 ? piece > 2 * bend + 1 : piece < 2 * bend + 1
      const straight = inLine(piece)
      // what lies below the upper face of the flat beside the bend comes no nearer to the punch than that flat
      const overUpperFace = (p: Point): number => (right ? line(p) : otherLine(p)) + profile.thicknessMm
      const isBelow = polygon.every((p) => overUpperFace(p) >= -1e-6)
      for (const [part, outline] of lower) {
        const rests = part === 'die' && polygon.every((p) => (right ? line(p) : otherLine(p)) <= 1e-6)
        if (!rests) near(apart(polygon, outline, Math.min(5, least)), part, piece)
      }
      for (const [part, outline] of upper) {
        if (part === 'punch' && (straight || isBelow)) continue
        near(apart(polygon, moved(outline, 0, centre - r), Math.min(5, least)), part, piece)
      }
      for (const other of now) {
        if (other.piece <= 2 * bend + 1 || piece >= 2 * bend + 1 || (straight && inLine(other.piece))) continue
        if (touching.has(`${piece} ${other.piece}`)) continue
        near(apart(polygon, other.polygon, Math.min(5, least)), 'sheet', other.piece)
      }
    }
    if (share >= 1 || worst.room < -clearance / 2) return worst
    const reach = Math.max(...now.flatMap(({ polygon }) => polygon.map(({ x, y }) => Math.hypot(x, y)))) + die.vMm * 4
    share = Math.min(1, share + Math.max(0.04, degrees(Math.max(0, least - clearance)) / reach / 1.5) / turnDeg)
  }
}

const designs = new WeakMap<BendProfile, Set<string>>()
function byDesign(profile: BendProfile): Set<string> {
  const cached = designs.get(profile)
  if (cached !== undefined) return cached
  const finished = pieces(
    profile,
    profile.bends.map(() => 1),
  )
  const set = new Set<string>()
  for (const a of finished) {
    for (const b of finished) {
      if (a.piece < b.piece - 1 && apart(a.polygon, b.polygon) < clearance + 0.01) set.add(`${a.piece} ${b.piece}`)
    }
  }
  designs.set(profile, set)
  return set
}

/**
 * The room between the fingers and the ram, less the clearance: as it comes down, as the fingers move back at the pinch point, and at the end
 * of the stroke.
 */
function fingerRoomAtRam(
  outline: Polygon,
  x: number,
  level: number,
  backMm: number,
  ram: { readonly pinch: readonly Polygon[]; readonly end: readonly Polygon[] },
): number {
  const gap = (parts: readonly Polygon[], back: number, lift: number): number => {
    const finger = moved(outline, x + back, level)
    return Math.min(...parts.map((part) => apart(moved(part, 0, lift), finger)))
  }
  let least = gap(ram.end, backMm, 0)
  for (let lift = 0; lift <= 60; lift += 2) least = Math.min(least, gap(ram.pinch, 0, lift))
  for (let back = 0; back <= backMm; back += 2) least = Math.min(least, gap(ram.pinch, back, 0))
  return least - clearance
}

function bruteGauge(
  profile: BendProfile,
  brake: Brake,
  start: readonly Piece[],
  bend: number,
  edge: Edge,
  done: readonly boolean[],
  retracted: (x: number, level: number) => boolean,
) {
  const { machine, die } = brake
  const outlines = machine.outlines
  if (outlines === undefined) return null
  const leg = start.filter(({ piece }) => (edge === 1 ? piece > 2 * bend + 1 : piece < 2 * bend + 1))
  const lastPiece = edge === 1 ? 2 * profile.bends.length : 0
  let rounded: { x: number; level: number; safe: boolean } | null = null
  for (const level of outlines.fingers.levelsMm) {
    const [low, high] = [level, level + 20]
    const x = Math.max(...leg.map(({ polygon }) => reachIn(polygon, low, high)))
    if (!Number.isFinite(x) || x < machine.backgaugeMinMm - 1e-4 || x > machine.backgaugeMaxMm + 1e-4) continue
    let safe = false
    for (const { piece, polygon, headingDeg } of leg) {
      if (reachIn(polygon, low, high) < x - 1e-4 || piece % 2 === 1) continue
      const upright = Math.abs(Math.cos((headingDeg * Math.PI) / 180)) < 0.02
      const tops = polygon.map(({ y }) => y)
      const overlap = Math.min(high, Math.max(...tops)) - Math.max(low, Math.min(...tops))
      if (upright && overlap >= 3) safe = true
      const outwards = edge === 1 ? headingDeg : headingDeg + 180
      const flat = Math.abs(Math.sin((outwards * Math.PI) / 180)) < 0.02 && Math.cos((outwards * Math.PI) / 180) > 0
      if (piece === lastPiece && flat && overlap >= profile.thicknessMm / 2) safe = true
    }
    if (!safe && rounded !== null) continue
    const contact = leg.filter(({ polygon }) => reachIn(polygon, low, high) >= x - 1e-4).map(({ piece }) => piece)
    const finger = moved(outlines.fingers.outline, x, level)
    const tools = [die.outline ?? [], ...[outlines.holder, outlines.table].map((one) => moved(one, 0, -die.heightMm))]
    if (tools.some((tool) => apart(shrunk(finger), tool) === 0)) continue
    const beside = (piece: number): boolean => contact.some((one) => Math.abs(one - piece) <= 1)
    const free = leg.filter(({ piece }) => done.length > 0 && !beside(piece))
    if (free.some(({ polygon }) => apart(shrunk(finger), polygon) === 0)) continue
    if (!retracted(x, level)) continue
    if (safe) return { x, level, safe }
    rounded = { x, level, safe }
  }
  return rounded
}

export interface BruteAnswer {
  /** Unsafe gauging, flips, half turns, gauge moves, short grips; null: no order works. */
  readonly cost: readonly number[] | null
  /** A gap was too near to the clearance to compare. */
  readonly doubtful: boolean
}

/** Every order with every pose. */
export function bruteForce(profile: BendProfile, brake: Brake): BruteAnswer {
  const count = profile.bends.length
  type Verdict = Pick<BruteStep, 'room' | 'gauge' | 'doubtful'>
  const verdictCache = new Map<string, Verdict>()
  let doubtful = false
  const widths = flatMiddles(profile)
  const total = widths.at(-1) ?? 0
  const verdict = (done: readonly boolean[], bend: number, edge: Edge) => {
    const key = `${done.map(Number).join('')} ${bend} ${edge}`
    const before = verdictCache.get(key)
    if (before !== undefined) return before
    const result: Verdict = shortLeg(profile, brake, done, bend, widths)
      ? { room: -1, gauge: null, doubtful: false }
      : bruteStep(profile, brake, done, bend, edge)
    if (result.doubtful || Math.abs(result.room) < doubtMm) doubtful = true
    verdictCache.set(key, result)
    return result
  }
  let best: readonly number[] | null = null
  const visit = (
    done: readonly boolean[],
    cost: readonly number[],
    last: { face: number; edge: Edge; gauge: { x: number; level: number } } | null,
  ): void => {
    if (best !== null && !isLess(cost, best)) return
    if (done.every(Boolean)) {
      best = cost
      return
    }
    for (let bend = 0; bend < count; bend += 1) {
      if (done[bend] === true) continue
      for (const edge of [1, 0] as const) {
        const { room, gauge } = verdict(done, bend, edge)
        if (room < 0 || gauge === null) continue
        const face = Math.sign(signed(profile, bend))
        const held = edge === 1 ? (widths[bend] ?? 0) : total - (widths[bend] ?? 0)
        const [unsafe = 0, flips = 0, halves = 0, moves = 0, grips = 0] = cost
        const flip = last !== null && last.face !== face
        const half = last !== null && flip !== (last.edge !== edge)
        const move = last !== null && (Math.abs(last.gauge.x - gauge.x) > 0.01 || last.gauge.level !== gauge.level)
        visit(
          done.map((isMade, index) => isMade || index === bend),
          [
            unsafe + Number(!gauge.safe),
            flips + Number(flip),
            halves + Number(half),
            moves + Number(move),
            grips + Number(held < 50 && held < total - held - 0.5),
          ],
          { face, edge, gauge },
        )
      }
    }
  }
  visit(
    profile.bends.map(() => false),
    [0, 0, 0, 0, 0],
    null,
  )
  return { cost: best, doubtful }
}

/** The distances from the first edge to the middle of each bend, and the whole width. */
function flatMiddles(profile: BendProfile): number[] {
  const flat = pieces(
    profile,
    profile.bends.map(() => 0),
  )
  const middles = profile.bends.map((_, index) => {
    const xs = (flat[2 * index + 1]?.polygon ?? []).map(({ x }) => x)
    return xs.reduce((sum, x) => sum + x, 0) / xs.length
  })
  return [...middles, Math.max(...flat.flatMap(({ polygon }) => polygon.map(({ x }) => x)))]
}

function shortLeg(
  profile: BendProfile,
  { die, punch }: Brake,
  done: readonly boolean[],
  bend: number,
  widths: readonly number[],
): boolean {
  const bendProfile = profile.bends[bend]
  if (bendProfile === undefined) return true
  const turnDeg = turnDegOf(bendProfile)
  const radius = Math.max(bendProfile.insideRadiusMm, punch.tipRadiusMm)
  const needed = smallestFlange(die.vMm, 180 - turnDeg)
  return [-1, 1].some((side) => {
    const stated = profile.flanges[side > 0 ? bend + 1 : bend]?.lengthMm ?? 0
    let length = toMouldLine(stated, turnDeg, radius, profile.thicknessMm)
    let next = bend + side
    while (next >= 0 && next < done.length && done[next] === false) next += side
    if (next !== bend + side) {
      const end = next < 0 ? 0 : (widths[next] ?? 0)
      length = Math.max(length, Math.abs(end - (widths[bend] ?? 0)))
    }
    return length < needed - 1e-6
  })
}
