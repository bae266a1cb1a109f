// Every order with every pose on a folding machine, with the verdicts of the sampling checker. Slow on purpose, without springback.
import type { FolderMachine } from '../../../../../shared/bending/fit/index.ts'
import { degrees, turnDegOf } from '../../../../../shared/bending/index.ts'
import type { BendProfile } from '../../../../../shared/bending/index.ts'
import { contactIn, doubtMm, isLess, legAtGauge, lengthBeside } from './brute-blank.ts'
import type { BruteAnswer } from './brute-force.ts'
import { foldRooms, middleOf, pressRooms, widthOf } from '../second-checker/sampled-folder.ts'
import type { FoldStep } from '../second-checker/sampled-folder.ts'
import { bendNow, blankOf, signOf } from '../second-checker/sampled-section.ts'
import type { Blank } from '../second-checker/sampled-section.ts'

const preTurnDeg = 145

interface Verdict {
  /** Below 0 is a hit. */
  readonly room: number
  readonly gauge: { readonly x: number; readonly safe: boolean } | null
}

function verdictOf(machine: FolderMachine, blank: Blank, done: readonly number[], step: FoldStep): Verdict {
  if (step.kind === 'flatten') {
    const rooms = pressRooms(machine, blank, done, step)
    return { room: Math.min(...rooms.map(({ gapMm, neededMm }) => gapMm - neededMm)), gauge: { x: 0, safe: true } }
  }
  const turnDeg = step.kind === 'pre_bend' ? preTurnDeg : Math.abs(turnOf(blank, step.bend))
  if (turnDeg > machine.largestTurnDeg + 1e-6 || isShort(machine, blank, done, step)) return { room: -1, gauge: null }
  const gauge = gaugeOf(machine, blank, done, step)
  if (gauge === null) return { room: -1, gauge }
  const reach = widthOf(blank) + 20
  let room = Infinity
  for (let now = 0; ;) {
    const least = Math.min(
      5,
      ...foldRooms(machine, blank, done, step, now).map(({ gapMm, neededMm }) => gapMm - neededMm),
    )
    room = Math.min(room, least)
    if (now >= turnDeg || room < -doubtMm) return { room, gauge }
    now = Math.min(turnDeg, now + Math.max(0.1, degrees(least / reach) / 1.5))
  }
}

const turnOf = ({ profile }: Blank, bend: number): number => {
  const bendProfile = profile.bends[bend]
  return bendProfile === undefined ? 0 : turnDegOf(bendProfile)
}

/** The swinging flange, or the flat width up to the next done bend, is shorter than the blade needs. */
function isShort({ smallestFlangeMm }: FolderMachine, blank: Blank, done: readonly number[], step: FoldStep): boolean {
  const { bend, clampedLast } = step
  const { radiusMm } = bendNow(blank, bend, 1)
  return lengthBeside(blank, done, bend, clampedLast ? -1 : 1, radiusMm) < smallestFlangeMm - 1e-6
}

function gaugeOf(machine: FolderMachine, blank: Blank, done: readonly number[], step: FoldStep): Verdict['gauge'] {
  const { bend, clampedLast, up } = step
  const height = Math.max(...(machine.outlines?.gauge ?? []).map(({ y }) => y))
  // the leg is placed as its bend goes up: in a fold down, the gauge reaches from the other face of the blank through it
  const low = up ? 0 : blank.profile.thicknessMm - height
  const contact = contactIn(blank, done, legAtGauge(blank, done, bend, clampedLast), clampedLast, low, low + height)
  if (contact === null) return null
  const { backgaugeMinMm, backgaugeMaxMm } = machine
  return contact.x >= backgaugeMinMm - 1e-4 && contact.x <= backgaugeMaxMm + 1e-4 ? contact : null
}

interface Last {
  readonly face: number
  readonly last: boolean
  readonly gaugeMm: number | null
}

/** Unsafe gauging, flips, heavy swings, half turns, gauge moves. */
type Cost = readonly [number, number, number, number, number]

export function bruteFolder(profile: BendProfile, machine: FolderMachine): BruteAnswer {
  const blank = blankOf(profile, undefined, (preTurnDeg * Math.PI) / 180, profile.thicknessMm)
  const finished = profile.bends.map(({ hem }) => (hem === null ? 1 : 2))
  const verdictCache = new Map<string, Verdict>()
  let doubtful = false
  const verdict = (done: readonly number[], step: FoldStep): Verdict => {
    const key = `${done.join('')} ${step.bend} ${String(step.clampedLast)} ${String(step.up)}`
    const before = verdictCache.get(key)
    if (before !== undefined) return before
    const verdict = verdictOf(machine, blank, done, step)
    if (Math.abs(verdict.room) < doubtMm) doubtful = true
    verdictCache.set(key, verdict)
    return verdict
  }
  let best: Cost | null = null
  const reached = new Map<string, Cost[]>()
  const visit = (done: readonly number[], cost: Cost, last: Last | null): void => {
    if (best !== null && !isLess(cost, best)) return
    const key = `${done.join('')} ${JSON.stringify(last)}`
    const before = reached.get(key) ?? []
    if (before.some((one) => !isLess(cost, one))) return
    reached.set(key, [...before, cost])
    if (done.every((one, index) => one === finished[index])) {
      best = cost
      return
    }
    for (const [bend, one] of done.entries()) {
      if (one === finished[bend]) continue
      const kind = one === 1 ? 'flatten' : finished[bend] === 2 ? 'pre_bend' : 'bend'
      for (const up of machine.folds === 'both' && kind === 'bend' ? [true, false] : [true]) {
        for (const clampedLast of [true, false]) {
          const step: FoldStep = { bend, kind, clampedLast, up }
          const { room, gauge } = verdict(done, step)
          if (room < 0 || gauge === null) continue
          const face = signOf(blank, bend) * (up ? 1 : -1)
          const gaugeMm = kind === 'flatten' ? null : gauge.x
          const next: Last = { face, last: clampedLast, gaugeMm }
          const after = done.map((value, index) => (index === bend ? value + 1 : value))
          visit(after, added(cost, last, next, !gauge.safe, isHeavy(machine, blank, step)), next)
        }
      }
    }
  }
  visit(
    finished.map(() => 0),
    [0, 0, 0, 0, 0],
    null,
  )
  return { cost: best, doubtful }
}

function isHeavy({ outlines }: FolderMachine, blank: Blank, { bend, kind, clampedLast }: FoldStep): boolean {
  const [middle, width] = [middleOf(blank, bend), widthOf(blank)]
  const swings = clampedLast ? middle : width - middle
  return kind !== 'flatten' && swings > (outlines?.heaviestSwingMm ?? Infinity) && swings > width - swings
}

function added(
  [unsafe, flips, heavy, halves, moves]: Cost,
  last: Last | null,
  next: Last,
  bad: boolean,
  isHeavyNow: boolean,
): Cost {
  const flip = last !== null && last.face !== next.face
  const half = last !== null && flip !== (last.last !== next.last)
  const move =
    last !== null && last.gaugeMm !== null && next.gaugeMm !== null && Math.abs(last.gaugeMm - next.gaugeMm) > 0.006
  return [
    unsafe + Number(bad),
    flips + Number(flip),
    heavy + Number(isHeavyNow),
    halves + Number(half),
    moves + Number(move),
  ]
}
