// A second checker for the steps of a press brake, written separately: it places the section at small steps of the angle and measures
// polygons. It imports only types of the planner. Mm, degrees.
import type { HemmingTool, PressBrakeMachine, Punch } from '../../../../../shared/bending/fit/index.ts'
import type { Point } from '../../../../../shared/bending/index.ts'
import { airBendRadius } from '../../../../../shared/bending/fit/v-opening.ts'
import type { PlanPart, PlanRequest, PlanStep } from '../../../../../shared/bending/plan/index.ts'
import { beyondFlanks } from './beyond-flanks.ts'
import { apart, moved } from './polygons.ts'
import { fingersAtRam, fingersAtRest, isInFingers } from './sampled-fingers.ts'
import type { Polygon } from './polygons.ts'
import { bendNow, blankOf, isInLine, isRight, sectionAbout } from './sampled-section.ts'
import type { BendNow, Blank } from './sampled-section.ts'

export interface Gap {
  readonly part: PlanPart
  readonly piece: number
  readonly gapMm: number
}

export interface SampledStep {
  /** The gaps to every part that is near, at a turn of the step's bend. */
  readonly gapsAt: (turnDeg: number) => Gap[]
  /** The largest turn; 0 for a flattening. */
  readonly endDeg: number
}

interface Mounted {
  readonly v: Polygon
  readonly vPart: PlanPart
  readonly heightMm: number
  readonly punch: Punch
  readonly hemmingTool: HemmingTool | null
}

function mountedFor({ tools }: PlanRequest, step: PlanStep): Mounted {
  const punch = tools.punches.find(({ id }) => id === step.punchId)
  const die = tools.dies.find(({ id }) => id === step.dieId)
  const hemmingTool = tools.hemmingTools.find(({ id }) => id === step.hemmingToolId) ?? null
  if (punch === undefined || (die === undefined && hemmingTool === null)) throw new Error('the step names no tools')
  const v = hemmingTool?.outline ?? die?.outline ?? []
  const lowest = [...v, ...(hemmingTool?.closing?.outline ?? [])].map(({ y }) => -y)
  const heightMm = hemmingTool === null ? (die?.heightMm ?? 0) : Math.max(...lowest)
  return { v, vPart: hemmingTool === null ? 'die' : 'hemming_tool', heightMm, punch, hemmingTool }
}

/** The blank as the machine makes it: a hem's pre-bend depends on its tool. */
function blankFor(request: PlanRequest, steps: readonly PlanStep[]): Blank {
  const pre = steps.find(({ kind }) => kind === 'pre_bend')
  const tool = request.tools.hemmingTools.find(({ id }) => id === pre?.hemmingToolId)
  const punch = request.tools.punches.find(({ id }) => id === pre?.punchId)
  const radius = Math.max(airBendRadius(tool?.vMm ?? 0, request.material?.radiusShare), punch?.tipRadiusMm ?? 0)
  return blankOf(request.profile, request.neutral, ((pre?.overTurnDeg ?? 135) * Math.PI) / 180, radius)
}

/** How far each bend is made before a step. */
export function doneBefore(blank: Blank, steps: readonly PlanStep[], index: number): number[] {
  const done = blank.profile.bends.map(() => 0)
  for (const { bendIndex } of steps.slice(0, index)) done[bendIndex] = (done[bendIndex] ?? 0) + 1
  return done
}

/** Gaps beyond this are not listed. */
const nearMm = 3

export function sampledBrakeStep(
  request: PlanRequest,
  machine: PressBrakeMachine,
  steps: readonly PlanStep[],
  index: number,
): SampledStep {
  const step = steps[index]
  if (step === undefined) throw new Error('no such step')
  const blank = blankFor(request, steps)
  const done = doneBefore(blank, steps, index)
  const mounted = mountedFor(request, step)
  if (step.kind === 'flatten') {
    return { gapsAt: () => flattenGaps(machine, blank, done, step, mounted), endDeg: 0 }
  }
  if (step.kind === 'bump') {
    return {
      gapsAt: (turnDeg) => bumpGaps(request, machine, blank, done, step, mounted, (turnDeg * Math.PI) / 180),
      endDeg: step.overTurnDeg,
    }
  }
  return {
    gapsAt: (turnDeg) => strokeGaps(machine, blank, done, step, mounted, (turnDeg * Math.PI) / 180),
    endDeg: step.overTurnDeg,
  }
}

/** The step's bend partly made: its arc grows from the middle of its zone. */
function stepBendNow(blank: Blank, bend: number, punch: Punch, turn: number) {
  const full = bendNow(blank, bend, 1)
  const zone = (blank.zoneMm[bend] ?? 0) / 2
  const radiusMm = Math.max(full.radiusMm, punch.tipRadiusMm)
  const share = turn / Math.abs(full.turn)
  const wider = (radiusMm - full.radiusMm) * (turn / 2)
  return { turn: Math.sign(full.turn) * turn, radiusMm, besideMm: zone + share * (full.besideMm - zone) - wider }
}

/** The lower face of the bend above its lowest point, as a height below the arc's centre, at a distance from the middle. */
const underside = (x: number, outside: number, theta: number): number =>
  x < outside * Math.sin(theta)
    ? -Math.sqrt(outside * outside - x * x)
    : (x * Math.sin(theta) - outside) / Math.cos(theta)

/** The blank under the punch in one stroke, with the stroke as a bend of its own. */
interface Placed {
  readonly blank: Blank
  readonly bend: number
  readonly now: readonly BendNow[]
  readonly done: readonly number[]
  readonly bentNow: BendNow
  readonly theta: number
  /** The number of a piece in the profile. */
  readonly nameOf: (piece: number) => number
  readonly touching: ReadonlySet<string>
  readonly gaugeMm: number
  /** Up at the gauge. */
  readonly tilt: number
}

const asNamed = (piece: number): number => piece

function strokeGaps(
  machine: PressBrakeMachine,
  blank: Blank,
  done: readonly number[],
  step: PlanStep,
  mounted: Mounted,
  turn: number,
): Gap[] {
  const bend = step.bendIndex
  const bentNow = stepBendNow(blank, bend, mounted.punch, Math.max(turn, 1e-6))
  const now = done.map((one, index) => (index === bend ? bentNow : bendNow(blank, index, one)))
  const theta = Math.max(turn, 1e-6) / 2
  const touching = touchingPairs(blank)
  const gaugeMm = step.gauge.xMm
  return gapsIn(
    machine,
    { blank, bend, now, done, bentNow, theta, nameOf: asNamed, touching, gaugeMm, tilt: 0 },
    step,
    mounted,
  )
}

/** The gaps in a stroke of a bump row, held level and pressed onto both shoulders; `turn` is that of the whole row. */
function bumpGaps(
  request: PlanRequest,
  machine: PressBrakeMachine,
  blank: Blank,
  done: readonly number[],
  step: PlanStep,
  mounted: Mounted,
  turn: number,
): Gap[] {
  const { strokes, pitchMm, bendIndex: bend } = step
  const perStroke = (step.overTurnDeg * Math.PI) / 180 / strokes
  const index = Math.min(strokes - 1, Math.floor(turn / perStroke + 1e-9))
  const stroke = Math.max(1e-6, turn - index * perStroke)
  const finished = bendNow(blank, bend, 1)
  const sign = Math.sign(finished.turn)
  const vMm = request.tools.dies.find(({ id }) => id === step.dieId)?.vMm ?? 0
  const radiusMm = Math.max(airBendRadius(vMm, request.material?.radiusShare), mounted.punch.tipRadiusMm)
  // what the arc of the stroke takes from the flats beside it
  const takes = (radiusMm + blank.thicknessMm / 2) * Math.tan(stroke / 2)
  const restMm = (strokes - 1 - index) * pitchMm + pitchMm / 2 - takes
  const arc: BendNow = { turn: (finished.turn / strokes) * index, radiusMm: finished.radiusMm, besideMm: 0 }
  const lastRight = step.pose.edgeAtGauge === 'last'
  const bentNow: BendNow = lastRight
    ? { turn: sign * stroke, radiusMm, besideMm: -takes, afterMm: restMm }
    : { turn: sign * stroke, radiusMm, besideMm: restMm, afterMm: -takes }
  const spliced = <T>(list: readonly T[], both: readonly T[]): T[] => [
    ...list.slice(0, bend),
    ...both,
    ...list.slice(bend + 1),
  ]
  const inOrder = <T>(front: T, back: T): T[] => (lastRight ? [front, back] : [back, front])
  const profileBend = blank.profile.bends[bend]
  if (profileBend === undefined) throw new Error('no such bend')
  const split: Blank = {
    ...blank,
    profile: { ...blank.profile, bends: spliced(blank.profile.bends, [profileBend, profileBend]) },
    straightMm: [...blank.straightMm.slice(0, bend + 1), pitchMm / 2, ...blank.straightMm.slice(bend + 1)],
  }
  const others = done.map((one, otherStep) => bendNow(blank, otherStep, one))
  const placed: Placed = {
    blank: split,
    bend: lastRight ? bend + 1 : bend,
    now: spliced(others, inOrder(arc, bentNow)),
    done: spliced(done, inOrder(index > 0 ? 1 : 0, 0)),
    bentNow,
    theta: stroke / 2,
    nameOf: (piece) => (piece <= 2 * bend + 1 ? piece : Math.max(2 * bend + 1, piece - 2)),
    touching: touchingPairs(blank),
    gaugeMm: step.gauge.xMm - index * pitchMm,
    tilt: 0,
  }
  const pressed = pressedTilt(placed, lastRight, mounted.v)
  return [0, pressed].flatMap((tilt) => gapsIn(machine, { ...placed, tilt }, step, mounted))
}

/** The tilt at which the underside is at the same height over both shoulders. */
function pressedTilt({ blank, now, bend, bentNow, theta }: Placed, lastRight: boolean, v: Polygon): number {
  const pieces = sectionAbout(blank, now, bend, lastRight, 'middle')
  const wide = Math.max(
    ...v
      .filter(({ y }) => y > -0.01)
      .map(({ x }) => Math.abs(x))
      .filter((x) => x < vReach(v)),
  )
  const outside = bentNow.radiusMm + blank.thicknessMm
  const lowestAt = (x: number, tilt: number): number =>
    Math.min(
      ...pieces.flatMap(({ polygon }) => {
        const turned = turnedBy(polygon, tilt)
        return turned.flatMap((from, index) => {
          const to = turned[(index + 1) % turned.length] ?? from
          if (from.x === to.x || (from.x - x) * (to.x - x) > 0) return []
          return [from.y + ((x - from.x) / (to.x - from.x)) * (to.y - from.y)]
        })
      }),
      // the arc under the punch
      Math.abs(x) < outside * Math.sin(theta) ? underside(Math.abs(x), outside, theta) : Infinity,
    )
  let [low, high] = [0, 0.4]
  for (let count = 0; count < 30; count += 1) {
    const middle = (low + high) / 2
    if (lowestAt(-wide, middle) > lowestAt(wide, middle)) low = middle
    else high = middle
  }
  return high
}

/** Half the width of the V: its upper corners nearest to the middle. */
const vReach = (v: Polygon): number =>
  Math.min(...v.filter(({ x, y }) => y > -0.01 && Math.abs(x) > 0.5).map(({ x }) => Math.abs(x))) + 1e-6

const turnedBy = (polygon: Polygon, angle: number): Polygon => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return polygon.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }))
}

function gapsIn(
  machine: PressBrakeMachine,
  { blank, bend, now, done, bentNow, theta, nameOf, touching, gaugeMm, tilt }: Placed,
  step: PlanStep,
  { v, vPart, heightMm, punch, hemmingTool }: Mounted,
): Gap[] {
  const { outlines } = machine
  if (outlines === undefined) throw new Error('the machine has no outlines')
  const lastRight = step.pose.edgeAtGauge === 'last'
  const outside = bentNow.radiusMm + blank.thicknessMm
  // the blank sinks until it touches a corner of the tool with the V
  const centre = Math.max(
    ...v.filter(({ x }) => tilt === 0 || x > 0).map(({ x, y }) => y - underside(Math.abs(x), outside, theta + tilt)),
  )
  const pieces = sectionAbout(blank, now, bend, lastRight, 'middle').map((one) => ({
    ...one,
    polygon: moved(turnedBy(one.polygon, tilt), 0, centre),
  }))
  const face = (p: Point, side: number): number => {
    const heading = theta + side * tilt
    return side * p.x * Math.sin(heading) - (p.y - centre) * Math.cos(heading)
  }
  const side = step.punchTurned ? -1 : 1
  const upper: [PlanPart, Polygon][] = [
    ['clamp', moved(outlines.clamp, 0, centre - bentNow.radiusMm + punch.heightMm)],
    ['beam', moved(outlines.beam, 0, centre - bentNow.radiusMm + punch.heightMm)],
  ]
  const fingers = moved(outlines.fingers.outline, gaugeMm + step.gauge.retractMm, step.gauge.levelMm)
  const lower: [PlanPart, Polygon][] = [
    ['holder', moved(outlines.holder, 0, -heightMm)],
    ['table', moved(outlines.table, 0, -heightMm)],
    ['apron', moved(outlines.apron, 0, -heightMm)],
  ]
  if (hemmingTool?.closing !== undefined) lower.push(['closing_slot', hemmingTool.closing.outline])
  const mountedPunch = moved(
    (punch.outline ?? []).map(({ x, y }) => ({ x: side * x, y })),
    0,
    centre - bentNow.radiusMm,
  )
  const gaps: Gap[] = []
  const add = (part: PlanPart, piece: number, gapMm: number): void => {
    if (gapMm < nearMm) gaps.push({ part, piece: nameOf(piece), gapMm })
  }
  for (const { piece, polygon } of pieces) {
    if (piece === 2 * bend + 1) continue
    const right = isRight(piece, bend, lastRight)
    const straight = isInLine(done, bend, piece)
    for (const [part, outline] of [...upper, ...lower]) add(part, piece, apart(polygon, outline))
    if (!polygon.every((p) => face(p, right ? 1 : -1) <= outside + 1e-6)) add(vPart, piece, apart(polygon, v))
    const isBelow = polygon.every((p) => -face(p, right ? 1 : -1) <= -bentNow.radiusMm + 1e-6)
    if (!straight && !isBelow) add('punch', piece, apart(polygon, mountedPunch))
    else add('punch', piece, beyondFlanks(punch, side, centre - bentNow.radiusMm, polygon))
    if (!right) continue
    if (step.gauge.retractMm > 0.5) add('fingers', piece, apart(polygon, fingers))
    else if (isInFingers(machine, step, gaugeMm, polygon)) add('fingers', piece, 0)
    for (const other of pieces) {
      if (other.piece === 2 * bend + 1 || isRight(other.piece, bend, lastRight)) continue
      if ((straight && isInLine(done, bend, other.piece)) || touching.has(keyOf(nameOf(piece), nameOf(other.piece))))
        continue
      const gapMm = apart(polygon, other.polygon)
      add('sheet', piece, gapMm)
      add('sheet', other.piece, gapMm)
    }
  }
  const ram = [mountedPunch, ...upper.map(([, outline]) => outline)]
  if (tilt === 0) gaps.push(...fingersAtRam(machine, step, gaugeMm, ram, theta < 1e-5))
  if (theta < 1e-5 && tilt === 0)
    gaps.push(...fingersAtRest(machine, step, gaugeMm, pieces, [v, ...lower.map(([, outline]) => outline)]))
  return gaps
}

const keyOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`
const pairs = new WeakMap<Blank, ReadonlySet<string>>()

/** Pieces that touch in the finished profile, by design. */
export function touchingPairs(blank: Blank): ReadonlySet<string> {
  const cached = pairs.get(blank)
  if (cached !== undefined) return cached
  const finished = sectionAbout(blank, blank.finished, 0, true, 'left')
  const set = new Set<string>()
  for (const a of finished) {
    for (const b of finished) {
      if (a.piece < b.piece && apart(a.polygon, b.polygon) < 0.25) set.add(keyOf(a.piece, b.piece))
    }
  }
  pairs.set(blank, set)
  return set
}

/** The rest of the blank beside the closing tool, open and closed, with the fold in the slot. */
function flattenGaps(
  { outlines }: PressBrakeMachine,
  blank: Blank,
  done: readonly number[],
  step: PlanStep,
  { v, heightMm, punch, hemmingTool }: Mounted,
): Gap[] {
  const closing = hemmingTool?.closing
  if (closing === undefined || outlines === undefined) return []
  const bend = step.bendIndex
  const flat = bendNow(blank, bend, 2)
  const outside = flat.radiusMm + blank.thicknessMm
  const lastRight = step.pose.edgeAtGauge === 'last'
  const backs = closing.outline.flatMap((from, index) => {
    const to = closing.outline[(index + 1) % closing.outline.length] ?? from
    return from.x === to.x && Math.abs(Math.abs(from.y - to.y) - closing.widthMm) < 1e-3 ? [from.x] : []
  })
  const foldX = (backs[0] ?? 0) - closing.depthMm + step.gauge.xMm
  const now = done.map((one, index) => (index === bend ? flat : bendNow(blank, index, one)))
  const pieces = sectionAbout(blank, now, bend, lastRight, 'left')
    .filter(({ piece }) => piece !== 2 * bend + 1 && !isRight(piece, bend, lastRight))
    .map((one) => ({ ...one, polygon: moved(one.polygon, foldX - outside, step.gauge.levelMm + outside) }))
  const bottom = Math.max(...v.filter(({ x }) => Math.abs(x) < 1).map(({ y }) => y))
  const gaps: Gap[] = []
  for (const drop of [0, Math.max(0, closing.widthMm - 2 * outside)]) {
    const parts: [PlanPart, Polygon][] = [
      ['hemming_tool', moved(v, 0, -drop)],
      ['closing_slot', closing.outline],
      ['holder', moved(outlines.holder, 0, -heightMm)],
      ['table', moved(outlines.table, 0, -heightMm)],
      ['apron', moved(outlines.apron, 0, -heightMm)],
      ['punch', moved(punch.outline ?? [], 0, bottom - drop)],
      ['clamp', moved(outlines.clamp, 0, bottom - drop + punch.heightMm)],
      ['beam', moved(outlines.beam, 0, bottom - drop + punch.heightMm)],
    ]
    for (const { piece, polygon } of pieces) {
      const straight = isInLine(done, bend, piece)
      for (const [part, outline] of parts) {
        if (straight && (part === 'hemming_tool' || part === 'closing_slot')) continue
        const gapMm = apart(polygon, outline)
        if (gapMm < nearMm) gaps.push({ part, piece, gapMm })
      }
    }
  }
  return gaps
}
