// How a step is gauged on a press brake: the level and the position of the fingers, and how far they move back. Pure. Units: mm.
import { memoized } from '../../../../base/memoized.ts'
import type { PressBrakeMachine } from '../../../fit/index.ts'
import type { Mm } from '../../../units.ts'
import { gaugeFinder, stopFaceHeight } from '../../step/index.ts'
import type { GaugeContact, GaugeFinder } from '../../step/index.ts'
import { partOutline } from '../../legs/index.ts'
import type { PartGroup, PartOutline, Stroke, TreeNode } from '../../legs/index.ts'
import type { PlanGauge } from '../../plan.ts'
import type { PlanSettings } from '../../plan-request.ts'
import { fingersClearRam, fingersFit, fingersFree, mayMeetRam, ramSpaces, widestSpaces } from './fingers.ts'
import type { RamSpace } from './fingers.ts'

/** How a step is gauged; `safe` is false on a rounded contact. */
export interface GaugeReading {
  readonly xMm: Mm
  readonly levelMm: Mm
  readonly retractMm: Mm
  readonly contact: PlanGauge['contact']
  readonly piece: number
  readonly safe: boolean
}

/** Reads the gauge of one leg after the other. */
export interface LegGauge {
  /** Null: the step cannot be gauged. `moving`: what moves with the ram on the side of the backgauge. */
  readonly read: (leg: TreeNode, moving: PartGroup) => GaugeReading | null
  /** Whether it is obvious that a leg that was read has the same reading with every ram. */
  readonly isSameWithAll: (leg: TreeNode) => boolean
}

/**
 * `fixed`: what is at the backgauge, with its shoulders in the strokes. `strokes`: all that make the bend, the first of them at the
 * largest distance: each of the others has the same contact, as much nearer as its flat beside the arc is shorter. `moving`: every ram
 * that stands above these fixed parts; it grows with the sets of tools.
 */
export type GaugeReader = (strokes: readonly Stroke[], fixed: PartGroup, moving: ReadonlySet<PartGroup>) => LegGauge

/** Finds the contacts at every level of the fingers, the lowest first. */
export function brakeGaugeFinder(thicknessMm: Mm, machine: PressBrakeMachine, settings: PlanSettings): GaugeFinder {
  const fingers = machine.outlines?.fingers
  const height = fingers === undefined ? 20 : stopFaceHeight(fingers)
  const levels = levelsOf(machine).map((lowMm) => ({ lowMm, highMm: lowMm + height }))
  return gaugeFinder(thicknessMm, levels, settings.leastOverlapMm)
}

const levelsOf = ({ outlines }: PressBrakeMachine): readonly Mm[] => outlines?.fingers.levelsMm ?? [0]

/** Where the fingers would stand at each level at which they meet the leg, in or out of their range. */
export const gaugeStops = (leg: TreeNode, besideMm: Mm, finder: GaugeFinder): Mm[] =>
  finder.contactsOf(leg).flatMap((contact) => (contact === null ? [] : contact.reachMm + besideMm))

/** The lowest level with a safe contact in range at which the fingers stand free of blank, tools and ram; without one, the lowest with a rounded contact. */
export function gaugeReader(finder: GaugeFinder, machine: PressBrakeMachine, settings: PlanSettings): GaugeReader {
  const fingers = machine.outlines?.fingers
  const outline = fingers === undefined ? null : partOutline('fingers', fingers.outline)
  const shares = { finder, machine, settings, outline, levelsMm: levelsOf(machine) }
  return (strokes, fixed, moving) => new GaugeOfLegs(shares, strokes, fixed, moving)
}

/** What the gauge of every bend of a blank has in common. */
interface GaugeShares {
  readonly finder: GaugeFinder
  readonly machine: PressBrakeMachine
  readonly settings: PlanSettings
  /** Null: the machine's file has no outlines, and the fingers are compared with nothing. */
  readonly outline: PartOutline | null
  readonly levelsMm: readonly Mm[]
}

/** Reads the gauge of the legs of one bend above fixed parts, and caches what it computes. */
class GaugeOfLegs implements LegGauge {
  readonly #shares: GaugeShares
  readonly #strokes: readonly Stroke[]
  readonly #fixed: PartGroup
  readonly #allMoving: ReadonlySet<PartGroup>
  readonly #rams = new Map<PartGroup, Ram>()
  readonly #levels: readonly Map<GaugeContact, readonly Candidate[]>[]
  readonly #legs = new Map<TreeNode, Candidate | LegCandidates | null>()
  #widest: { readonly rams: number; readonly spaces: readonly RamSpace[] } = { rams: 0, spaces: [] }

  constructor(shares: GaugeShares, strokes: readonly Stroke[], fixed: PartGroup, allMoving: ReadonlySet<PartGroup>) {
    this.#shares = shares
    this.#strokes = strokes
    this.#fixed = fixed
    this.#allMoving = allMoving
    this.#levels = shares.levelsMm.map(() => new Map<GaugeContact, readonly Candidate[]>())
  }

  read(leg: TreeNode, moving: PartGroup): GaugeReading | null {
    const cached = this.#legs.get(leg)
    if (cached === null) return null
    if (cached !== undefined && 'reading' in cached && this.#isClear(cached, moving)) return cached.reading
    const tried = this.#triedOf(cached, leg)
    const before = tried.free.find((candidate) => this.#isClear(candidate, moving))
    if (before !== undefined) return before.reading
    const candidate = this.#nextClear(leg, tried, moving)
    // most legs need one candidate only: an object for each of them would take more memory than all legs
    const isOnly = tried.free.length === 1 && candidate !== null
    this.#legs.set(leg, tried.free.length === 0 ? null : isOnly ? candidate : tried)
    return candidate?.reading ?? null
  }

  isSameWithAll(leg: TreeNode): boolean {
    const cached = this.#legs.get(leg)
    if (cached === undefined) return false
    return cached === null || ('reading' in cached && !this.#mayMeet(cached, this.#allSpaces()))
  }

  /** What was tried of a leg with this entry of the cache. */
  #triedOf(cached: Candidate | LegCandidates | undefined, leg: TreeNode): LegCandidates {
    if (cached === undefined) return { free: [], next: 0 }
    return 'reading' in cached ? { free: [cached], next: this.#candidatesOf(leg).indexOf(cached) + 1 } : cached
  }

  /** Tries the next candidates until one is clear. */
  #nextClear(leg: TreeNode, tried: LegCandidates, moving: PartGroup): Candidate | null {
    const candidates = this.#candidatesOf(leg)
    while (tried.next < candidates.length) {
      const candidate = candidates[tried.next]
      tried.next += 1
      if (candidate === undefined || !this.#isFree(candidate, leg)) continue
      tried.free.push(candidate)
      if (this.#isClear(candidate, moving)) return candidate
    }
    return null
  }

  /** At each contact of a leg, the safe ones first, each at the lowest level first. */
  #candidatesOf(leg: TreeNode): Candidate[] {
    const { finder, levelsMm } = this.#shares
    const atLevels = finder.contactsOf(leg).flatMap((contact, level) => {
      const candidates = this.#levels[level]
      if (contact === null || candidates === undefined) return []
      const levelMm = levelsMm[level] ?? 0
      return memoized(candidates, contact, () =>
        this.#readingsAt(contact, levelMm).map((reading) => ({ contact, reading })),
      )
    })
    return [...atLevels.filter(({ reading }) => reading.safe), ...atLevels.filter(({ reading }) => !reading.safe)]
  }

  #readingsAt(gaugeContact: GaugeContact, levelMm: Mm): GaugeReading[] {
    const { machine, settings, outline } = this.#shares
    const strokes = this.#strokes
    const firstMm = strokes[0]?.besideMm ?? 0
    const travelMm = firstMm - (strokes.at(-1)?.besideMm ?? 0)
    const { reachMm, contact, piece } = gaugeContact
    const xMm = reachMm + firstMm
    if (xMm - travelMm < machine.backgaugeMinMm - 1e-6 || xMm > machine.backgaugeMaxMm + 1e-6) return []
    const place = outline === null ? null : { strokes, outline, contact: gaugeContact, levelMm }
    if (place !== null && !fingersFit(place, this.#fixed, machine.backgaugeMaxMm)) return []
    const [roundedMm, safe] = [Math.round(xMm * 1e4) / 1e4, contact !== 'rounded']
    return retractsOf(machine, settings, xMm).map((retractMm) => ({
      xMm: roundedMm,
      levelMm,
      retractMm,
      contact,
      piece,
      safe,
    }))
  }

  #isFree(candidate: Candidate, leg: TreeNode): boolean {
    const { outline } = this.#shares
    return outline === null || fingersFree(this.#placeOf(candidate, outline), leg)
  }

  #isClear(candidate: Candidate, moving: PartGroup): boolean {
    const { outline } = this.#shares
    if (outline === null) return true
    const { spaces, clear } = this.#ramOf(moving)
    if (!this.#mayMeet(candidate, spaces)) return true
    return memoized(clear, candidate, () => fingersClearRam(this.#placeOf(candidate, outline), moving))
  }

  #mayMeet({ contact, reading }: Candidate, spaces: readonly RamSpace[]): boolean {
    const { outline, settings } = this.#shares
    return outline !== null && mayMeetRam(contact.reachMm, reading.levelMm, outline, settings.clearanceMm, spaces)
  }

  #ramOf(moving: PartGroup): Ram {
    return memoized(this.#rams, moving, () => ({
      spaces: ramSpaces(this.#strokes, moving),
      clear: new Map<Candidate, boolean>(),
    }))
  }

  /** Computed again when a set of tools was added. */
  #allSpaces(): readonly RamSpace[] {
    if (this.#widest.rams !== this.#allMoving.size) {
      const spaces = widestSpaces([...this.#allMoving].flatMap((moving) => this.#ramOf(moving).spaces))
      this.#widest = { rams: this.#allMoving.size, spaces }
    }
    return this.#widest.spaces
  }

  #placeOf({ contact, reading: { levelMm, retractMm } }: Candidate, outline: PartOutline) {
    return { strokes: this.#strokes, outline, contact, levelMm, retractMm, settings: this.#shares.settings }
  }
}

/** What moves with the ram. */
interface Ram {
  readonly spaces: readonly RamSpace[]
  /** Only where it is not obvious: the results of all places would take more memory than all legs. */
  readonly clear: Map<Candidate, boolean>
}

/** One way to gauge a leg. */
interface Candidate {
  readonly contact: GaugeContact
  readonly reading: GaugeReading
}

/** The ways to gauge a leg that were tried so far. */
interface LegCandidates {
  /** Those at which the fingers stand free of the leg. */
  readonly free: Candidate[]
  /** The next one to try. */
  next: number
}

/** The distances that the fingers may move back: the setting and a longer one, both within their range. */
function retractsOf(machine: PressBrakeMachine, settings: PlanSettings, xMm: Mm): Mm[] {
  if (machine.outlines?.fingers.retracts !== true) return [0]
  const most = machine.backgaugeMaxMm - xMm
  return [...new Set([settings.retractMm, 100].map((one) => Math.min(one, most)))]
}
