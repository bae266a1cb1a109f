// Every order with every pose on every set of tools of a press brake, hems included, with the verdicts of the sampling checker. Slow on
// purpose, without springback and bump rows.
import { airBendRadius, smallestFlange } from '../../../../../shared/bending/fit/index.ts'
import type { Die, HemmingTool, PressBrakeMachine, Punch } from '../../../../../shared/bending/fit/index.ts'
import { degrees, turnDegOf } from '../../../../../shared/bending/index.ts'
import type { PlanRequest, PlanStep } from '../../../../../shared/bending/plan/index.ts'
import { contactIn, doubtMm, isLess, legAtGauge, lengthBeside } from './brute-blank.ts'
import type { BruteContact } from './brute-blank.ts'
import type { BruteAnswer } from './brute-force.ts'
import { apart, moved, shrunk } from '../second-checker/polygons.ts'
import { sampledBrakeStep } from '../second-checker/sampled-brake.ts'
import type { Gap } from '../second-checker/sampled-brake.ts'
import { middleOf, widthOf } from '../second-checker/sampled-folder.ts'
import { bendNow, blankOf, signOf } from '../second-checker/sampled-section.ts'
import type { Blank, PlacedPiece } from '../second-checker/sampled-section.ts'

const clearance = 0.2
const preTurnDeg = 150
/** The sampling checker lists no gap beyond this, mm. */
const nearMm = 3

/** One set of tools: with a die for plain bends, with a hemming tool for the steps of hems. */
interface BruteKit {
  readonly punch: Punch
  readonly turned: boolean
  readonly die: Die | null
  readonly hemmingTool: HemmingTool | null
}

interface Verdict {
  /** Below 0 is a hit. */
  readonly room: number
  /** Null: none. A flattening is not gauged. */
  readonly gauge: { readonly x: number; readonly level: number; readonly safe: boolean } | 'slot' | null
}

interface Brute {
  readonly request: PlanRequest
  readonly machine: PressBrakeMachine
  readonly blank: Blank
  readonly hemKit: BruteKit | null
  /** Called where a gap is too near to the clearance to compare. */
  readonly setDoubtful: () => void
}

/** The next step of a bend. `state`: 0 flat, 1 made or pre-bent. */
const kindOf = ({ profile }: Blank, bend: number, state: number | undefined): PlanStep['kind'] => {
  if (profile.bends[bend]?.hem === null) return 'bend'
  return state === 0 ? 'pre_bend' : 'flatten'
}

function stepOf(
  { profile }: Blank,
  kit: BruteKit | null,
  kind: PlanStep['kind'],
  bend: number,
  last: boolean,
  gauge: Pick<PlanStep['gauge'], 'xMm' | 'levelMm' | 'retractMm'>,
): PlanStep {
  const one = profile.bends[bend]
  const turnDeg = kind === 'pre_bend' ? preTurnDeg : one === undefined ? 0 : turnDegOf(one)
  const edge = last ? 'last' : 'first'
  return {
    kind,
    bendIndex: bend,
    pose: { faceUp: 'A', edgeAtGauge: edge },
    handling: 'none',
    direction: 'up',
    turnDeg,
    overTurnDeg: turnDeg,
    includedDeg: 180 - turnDeg,
    dieId: kit?.die?.id ?? null,
    punchId: kit?.punch.id ?? null,
    punchTurned: kit?.turned ?? false,
    hemmingToolId: kit?.hemmingTool?.id ?? null,
    station: 0,
    changesSetUp: false,
    gauge: { ...gauge, edge, contact: 'edge', piece: { kind: 'bend', index: bend } },
    heldMm: 0,
    hasShortGrip: false,
    clearance: null,
    strokes: 1,
    pitchMm: 0,
  }
}

const notGauged = { xMm: 0, levelMm: 0, retractMm: 0 }

/** The gaps of a step after the done ones, as the sampling checker measures them. */
function sampled({ request, machine, blank, hemKit }: Brute, done: readonly number[], step: PlanStep) {
  const before = done.flatMap((state, bend) => {
    if (state === 0) return []
    const first = stepOf(blank, hemKit, kindOf(blank, bend, 0), bend, true, notGauged)
    return state === 1 ? [first] : [first, stepOf(blank, hemKit, 'flatten', bend, true, notGauged)]
  })
  return sampledBrakeStep(request, machine, [...before, step], before.length)
}

/** The least gap to the parts, less the clearance, through the stroke. */
function leastRoom(brute: Brute, done: readonly number[], step: PlanStep, isPart: (gap: Gap) => boolean): number {
  const { gapsAt, endDeg } = sampled(brute, done, step)
  const reach = widthOf(brute.blank) + 60
  let room = nearMm
  for (let turnDeg = 0; ;) {
    const gaps = gapsAt(turnDeg).filter(isPart)
    const least = Math.min(nearMm, ...gaps.map(({ gapMm }) => gapMm)) - clearance
    room = Math.min(room, least)
    if (turnDeg >= endDeg || room < -doubtMm) break
    turnDeg = Math.min(endDeg, turnDeg + Math.max(0.1, degrees(Math.max(0, least) / reach) / 1.5))
  }
  if (Math.abs(room) < doubtMm) brute.setDoubtful()
  return room
}

function verdictOf(brute: Brute, kit: BruteKit, done: readonly number[], bend: number, last: boolean): Verdict {
  const { blank } = brute
  const kind = kindOf(blank, bend, done[bend])
  if (kind === 'flatten') return flattenVerdict(brute, kit, done, bend, last)
  if (isTooSharp(blank, kit, bend) || isShort(blank, kit, done, bend)) return { room: -1, gauge: null }
  const gauge = gaugeOf(brute, kit, done, bend, last)
  if (gauge === null) return { room: -1, gauge }
  const step = stepOf(blank, kit, kind, bend, last, notGauged)
  return { room: leastRoom(brute, done, step, ({ part }) => part !== 'fingers'), gauge }
}

/** The bend is sharper than its tools. */
function isTooSharp(blank: Blank, { die, hemmingTool, punch }: BruteKit, bend: number): boolean {
  const includedDeg = 180 - degrees(Math.abs(bendNow(blank, bend, 1).turn))
  return includedDeg < Math.max(die?.includedDeg ?? hemmingTool?.includedDeg ?? 0, punch.includedDeg) - 1e-6
}

function isShort(blank: Blank, { die, hemmingTool, punch }: BruteKit, done: readonly number[], bend: number): boolean {
  const { turn, radiusMm } = bendNow(blank, bend, 1)
  const vMm = die?.vMm ?? hemmingTool?.vMm ?? 0
  const neededMm = smallestFlange(vMm, 180 - degrees(Math.abs(turn)))
  const radius = Math.max(radiusMm, punch.tipRadiusMm)
  return ([1, -1] as const).some((towards) => lengthBeside(blank, done, bend, towards, radius) < neededMm - 1e-6)
}

/** The lowest level with a safe contact at which the fingers stand free; without one, the lowest with a rounded contact. */
function gaugeOf(brute: Brute, kit: BruteKit, done: readonly number[], bend: number, last: boolean): Verdict['gauge'] {
  const { machine, blank } = brute
  const { outlines, backgaugeMinMm, backgaugeMaxMm } = machine
  const leg = legAtGauge(blank, done, bend, last)
  let rounded: Verdict['gauge'] = null
  for (const level of outlines?.fingers.levelsMm ?? []) {
    const contact = contactIn(blank, done, leg, last, level, level + 20)
    if (contact === null || contact.x < backgaugeMinMm - 1e-4 || contact.x > backgaugeMaxMm + 1e-4) continue
    const { x, safe } = contact
    if (!safe && rounded !== null) continue
    const isFree = [30, 100].some((most) => {
      const retractMm = Math.min(most, backgaugeMaxMm - x)
      const gauge = { xMm: x, levelMm: level, retractMm }
      const step = stepOf(blank, kit, kindOf(blank, bend, done[bend]), bend, last, gauge)
      return (
        standsFree(machine, leg, contact, level, retractMm) &&
        leastRoom(brute, done, step, ({ part }) => part === 'fingers') >= 0
      )
    })
    if (!isFree) continue
    if (safe) return { x, level, safe }
    rounded = { x, level, safe }
  }
  return rounded
}

/** Whether the fingers, as they stand and on their way back, are in no piece but those that they touch. */
function standsFree(
  { outlines }: PressBrakeMachine,
  leg: readonly PlacedPiece[],
  { x, piece: touched }: BruteContact,
  level: number,
  retractMm: number,
): boolean {
  const others = leg.filter(({ piece }) => Math.abs(piece - touched) > 1)
  for (let back = 0; back < retractMm; back += 5) {
    const finger = shrunk(moved(outlines?.fingers.outline ?? [], x + back, level))
    if (others.some(({ polygon }) => apart(finger, polygon) === 0)) return false
  }
  return true
}

/** The fold goes into the slot, at least half of the flap; nothing is bent up on the flap. */
function flattenVerdict(brute: Brute, kit: BruteKit, done: readonly number[], bend: number, last: boolean): Verdict {
  const { blank } = brute
  const closing = kit.hemmingTool?.closing
  const [middle, width] = [middleOf(blank, bend), widthOf(blank)]
  const isFlap = (other: number): boolean => (last ? other > bend : other < bend)
  const isFlapAtGauge = middle > width / 2 === last
  if (closing === undefined || !isFlapAtGauge || done.some((state, other) => state > 0 && isFlap(other))) {
    return { room: -1, gauge: null }
  }
  const flapMm = last ? width - middle : middle
  const { turn, radiusMm } = bendNow(blank, bend, 1)
  const slope = Math.sin(Math.PI - Math.abs(turn))
  const heightMm = closing.widthMm - 2 * (radiusMm + blank.thicknessMm)
  const insertedMm = Math.min(closing.depthMm, flapMm + 1, heightMm / slope)
  if (insertedMm < flapMm / 2) return { room: -1, gauge: null }
  const levels = closing.outline.flatMap((from, index) => {
    const to = closing.outline[(index + 1) % closing.outline.length] ?? from
    const isBack = from.x === to.x && Math.abs(Math.abs(from.y - to.y) - closing.widthMm) < 1e-3
    return isBack ? [Math.min(from.y, to.y)] : []
  })
  const gauge = { xMm: insertedMm, levelMm: levels[0] ?? 0, retractMm: 0 }
  const step = stepOf(blank, kit, 'flatten', bend, last, gauge)
  return { room: leastRoom(brute, done, step, () => true), gauge: 'slot' }
}

/** Unsafe gauging, flips, half turns, changes of tools, gauge moves, short grips. */
type Cost = readonly [number, number, number, number, number, number]

interface Last {
  readonly face: number
  readonly last: boolean
  readonly kit: number
  readonly gauge: Verdict['gauge']
}

type VerdictOn = (kit: number, done: readonly number[], bend: number, last: boolean) => Verdict

/** The least cost on the sets of tools with these numbers; null: no order works. */
function cheapest(
  blank: Blank,
  kits: readonly BruteKit[],
  numbers: readonly number[],
  verdictOn: VerdictOn,
): Cost | null {
  const finished = blank.profile.bends.map(({ hem }) => (hem === null ? 1 : 2))
  const reached = new Map<string, Cost[]>()
  let best: Cost | null = null
  const visit = (done: readonly number[], cost: Cost, before: Last | null): void => {
    if (best !== null && !isLess(cost, best)) return
    const key = `${done.join('')} ${JSON.stringify(before)}`
    const costs = reached.get(key) ?? []
    if (costs.some((one) => !isLess(cost, one))) return
    reached.set(key, [...costs, cost])
    if (done.every((one, index) => one === finished[index])) {
      best = cost
      return
    }
    for (const [bend, state] of done.entries()) {
      if (state === finished[bend]) continue
      for (const kit of numbers.filter((one) => (kits[one]?.die === null) === (finished[bend] === 2))) {
        for (const last of [true, false]) {
          const { room, gauge } = verdictOn(kit, done, bend, last)
          if (room < 0 || gauge === null) continue
          const next: Last = { face: signOf(blank, bend), last, kit, gauge }
          const after = done.map((one, index) => (index === bend ? one + 1 : one))
          visit(after, added(cost, before, next, hasShortGrip(blank, bend, last)), next)
        }
      }
    }
  }
  const nothing = finished.map(() => 0)
  visit(nothing, [0, 0, 0, 0, 0, 0], null)
  return best
}

function hasShortGrip(blank: Blank, bend: number, last: boolean): boolean {
  const [middle, width] = [middleOf(blank, bend), widthOf(blank)]
  const heldMm = last ? middle : width - middle
  return heldMm < 50 && heldMm < width - heldMm - 0.5
}

function added(
  [unsafe, flips, halves, changes, moves, grips]: Cost,
  last: Last | null,
  next: Last,
  isShortGrip: boolean,
): Cost {
  const [before, gauge] = [last?.gauge ?? null, next.gauge]
  const isGauged = gauge !== null && gauge !== 'slot'
  const flip = last !== null && last.face !== next.face
  const half = last !== null && flip !== (last.last !== next.last)
  const move =
    isGauged &&
    before !== null &&
    before !== 'slot' &&
    (Math.abs(before.x - gauge.x) > 0.006 || before.level !== gauge.level)
  return [
    unsafe + Number(isGauged && !gauge.safe),
    flips + Number(flip),
    halves + Number(half),
    changes + Number(last !== null && last.kit !== next.kit),
    moves + Number(move),
    grips + Number(isGauged && isShortGrip),
  ]
}

const isSymmetrical = ({ outline = [] }: Punch): boolean =>
  outline.every((one) => outline.some(({ x, y }) => Math.abs(x + one.x) < 1e-9 && y === one.y))

/** The sets of tools for plain bends: each pair, and once more with its punch turned. */
function plainKits({ pairs = [], tools }: PlanRequest): BruteKit[] {
  return pairs.flatMap(({ dieId, punchId }) => {
    const [die, punch] = [tools.dies.find(({ id }) => id === dieId), tools.punches.find(({ id }) => id === punchId)]
    if (die === undefined || punch === undefined) throw new Error('a pair of tools that the workshop does not have')
    const turns = punch.turnable === true && !isSymmetrical(punch) ? [false, true] : [false]
    return turns.map((turned) => ({ punch, turned, die, hemmingTool: null }))
  })
}

function subsets<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return items.flatMap((item, index) => subsets(items.slice(index + 1), count - 1).map((rest) => [item, ...rest]))
}

/**
 * The cost on the fewest stations: how many, unsafe gauging, flips, half turns, changes of tools, gauge moves, short grips. The machine
 * has one hemming tool at most, and the sharpest punch reaches into it.
 */
export function bruteStations(request: PlanRequest): BruteAnswer {
  const { machine, profile, tools } = request
  if (machine.kind !== 'press_brake') throw new Error('a press brake is needed')
  const [hemmingTool] = tools.hemmingTools
  const [sharpest] = tools.punches.toSorted((a, b) => a.includedDeg - b.includedDeg)
  const hasHem = profile.bends.some(({ hem }) => hem !== null)
  const hemKit: BruteKit | null =
    !hasHem || hemmingTool === undefined || sharpest === undefined
      ? null
      : { punch: sharpest, turned: false, die: null, hemmingTool }
  const preRadiusMm = Math.max(airBendRadius(hemmingTool?.vMm ?? 0, 0.16), hemKit?.punch.tipRadiusMm ?? 0)
  const blank = blankOf(profile, request.neutral, (preTurnDeg * Math.PI) / 180, preRadiusMm)
  let doubtful = false
  const setDoubtful = (): void => {
    doubtful = true
  }
  const brute: Brute = { request, machine, blank, hemKit, setDoubtful }
  const plain = profile.bends.some(({ hem }) => hem === null) ? plainKits(request) : []
  const kits = hemKit === null ? plain : [...plain, hemKit]
  const verdictCache = new Map<string, Verdict>()
  const verdictOn: VerdictOn = (number, done, bend, last) => {
    const key = `${number} ${done.join('')} ${bend} ${String(last)}`
    const kit = kits[number]
    if (kit === undefined) throw new Error('no such set of tools')
    const verdict = verdictCache.get(key) ?? verdictOf(brute, kit, done, bend, last)
    verdictCache.set(key, verdict)
    return verdict
  }
  const forHems = hemKit === null ? [] : [plain.length]
  for (let count = Math.min(1, plain.length); count <= plain.length; count += 1) {
    let best: Cost | null = null
    for (const set of subsets([...plain.keys()], count)) {
      const cost = cheapest(blank, kits, [...set, ...forHems], verdictOn)
      if (cost !== null && (best === null || isLess(cost, best))) best = cost
    }
    if (best !== null) return { cost: [count + forHems.length, ...best], doubtful }
  }
  return { cost: null, doubtful }
}
